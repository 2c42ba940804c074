import { expect, test } from "vitest";
import type { Board, Offer } from "../wire/types";
import { rangeOf, rotationsOf, targetsOf } from "./offers";

const board = { tiles: [{ cell: [2, 1] }], figures: [] } as unknown as Board;
const place = (rotation: 0 | 90 | 180 | 270): Offer => ({ action: { verb: "place", cell: [0, 1], rotation }, text: `turn ${rotation}` });
const city = { kind: "city", sides: ["N"], cell: [0, 1] as [number, number] };

test("placements in one cell are one light, with the rotations in order", () => {
  const { targets, others } = targetsOf([place(180), place(0), { action: { verb: "pass" }, text: "pass" }], board, "red");
  expect(targets.map((one) => one.light.id)).toEqual(["cell 0,1"]);
  expect(rotationsOf(targets[0]!.offers).map((one) => one.text)).toEqual(["turn 0", "turn 180"]);
  expect(others.map((one) => one.text)).toEqual(["pass"]);
});

test("a spot shows the figure that would stand there, unless several could", () => {
  const one: Offer = { action: { verb: "deploy", figure: "meeple", spot: city }, text: "a meeple" };
  const other: Offer = { action: { verb: "deploy", figure: "builder", spot: city }, text: "a builder" };
  expect(targetsOf([one], board, "red").targets[0]!.light.symbol).toBe("meeple");
  const both = targetsOf([one, other], board, "red").targets[0]!;
  expect(both.light.symbol).toBeUndefined();
  expect(both.light.label).toBe("a meeple; a builder");
  expect(rotationsOf(both.offers)).toEqual([]);
});

test("a corner is one of the newest tile", () => {
  const offer: Offer = { action: { verb: "deploy", figure: "barn", corner: "NW" }, text: "a barn" };
  expect(targetsOf([offer], board, "red").targets[0]!.light).toMatchObject({ kind: "corner", cell: [2, 1], side: "NW" });
});

test("a range is left open", () => {
  expect(rangeOf({ verb: "bid", number: { low: 1, high: 9 } })).toEqual({ low: 1, high: 9 });
  expect(rangeOf({ verb: "bid", number: 4 })).toBeNull();
});
