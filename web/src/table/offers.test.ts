import { expect, test } from "vitest";
import { Table } from "../board/drawing";
import type { Kit } from "../board/kit";
import type { Board, Offer } from "../wire/types";
import { rangeOf, rotationsOf, targetsOf } from "./offers";

const kit = { tiles: { wheel: { tokens: { taxes: [40, 60], crown_taxes: [80, 20] } } } } as unknown as Kit;
const board = {
  seats: ["red", "blue"],
  tiles: [
    { id: "wheel", cell: [0, 0], rotation: 0, segments: [] },
    { id: "plain", cell: [2, 1], rotation: 0, segments: [] },
  ],
  figures: [{ seat: "blue", kind: "meeple", number: 3, spot: { kind: "road", sides: ["E"], cell: [2, 1] }, place: null }],
  features: [],
  tokens: [],
} as unknown as Board;
const table = new Table(kit, board);
const place = (rotation: 0 | 90 | 180 | 270): Offer => ({ action: { verb: "place", cell: [0, 1], rotation }, text: `turn ${rotation}` });
const city = { kind: "city", sides: ["N"], cell: [0, 1] as [number, number] };

test("placements in one cell are one light, with the rotations in order", () => {
  const { targets, others } = targetsOf([place(180), place(0), { action: { verb: "pass" }, text: "pass" }], table, "red");
  expect(targets.map((one) => one.light.id)).toEqual(["cell 0,1"]);
  expect(rotationsOf(targets[0]!.offers).map((one) => one.text)).toEqual(["turn 0", "turn 180"]);
  expect(others.map((one) => one.text)).toEqual(["pass"]);
});

test("a spot shows the figure that would stand there, unless several could", () => {
  const one: Offer = { action: { verb: "deploy", figure: "meeple", spot: city }, text: "a meeple" };
  const other: Offer = { action: { verb: "deploy", figure: "builder", spot: city }, text: "a builder" };
  expect(targetsOf([one], table, "red").targets[0]!.light.symbol).toBe("meeple");
  const both = targetsOf([one, other], table, "red").targets[0]!;
  expect(both.light.symbol).toBeUndefined();
  expect(both.light.label).toBe("a meeple; a builder");
  expect(rotationsOf(both.offers)).toEqual([]);
});

test("a corner is one of the newest tile", () => {
  const offer: Offer = { action: { verb: "deploy", figure: "barn", corner: "NW" }, text: "a barn" };
  expect(targetsOf([offer], table, "red").targets[0]!.light).toMatchObject({ kind: "corner", cell: [2, 1], side: "NW", symbol: "barn", seat: "red" });
});

test("a figure that stands there is itself what is chosen", () => {
  const spot = board.figures[0]!.spot!;
  const offer: Offer = { action: { verb: "capture", owner: "blue", figure: "meeple", spot }, text: "capture" };
  expect(targetsOf([offer], table, "red").targets[0]!.light).toMatchObject({ kind: "figure", id: "figure blue meeple 3" });
});

test("a word that is drawn on a tile is a place; one that belongs to the verb comes first", () => {
  const crown: Offer = { action: { verb: "crown", figure: "meeple", sector: "taxes" }, text: "a crown" };
  const pig: Offer = { action: { verb: "pig", sector: "taxes" } as never, text: "the pig" };
  const found = targetsOf([crown, pig], table, "red").targets.map(({ light }) => [light.id, light.symbol]);
  expect(found).toEqual([
    ["word crown_taxes", "meeple"],
    ["word taxes", undefined],
  ]);
  expect(table.wordPoint("crown_taxes", [0, 0])).toEqual([80, 20]);
});

test("a tile that lies there is not a place for one", () => {
  const offer: Offer = { action: { verb: "dragon", cell: [2, 1] }, text: "the dragon" };
  expect(targetsOf([offer], table, "red").targets[0]!.light.kind).toBe("tile");
});

test("a range is left open", () => {
  expect(rangeOf({ verb: "bid", number: { low: 1, high: 9 } })).toEqual({ low: 1, high: 9 });
  expect(rangeOf({ verb: "bid", number: 4 })).toBeNull();
});
