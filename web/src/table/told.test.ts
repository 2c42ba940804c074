import { expect, test } from "vitest";
import type { Kit } from "../board";
import type { Cell, Event, MoveTold } from "../wire/types";
import { discardedIn, laidIn, leadersOf, returnedIn, scoredIn, since, sumOf, turnsOf } from "./told";

const spot = (cell: Cell) => ({ kind: "city", sides: ["N"], cell });
const told = (event: Event) => ({ event, text: event.event });
const drawn = (seat: string): MoveTold => ({ seat: "chance", action: { verb: "draw", tile: "t" }, text: "draw t", events: [told({ event: "drawn", seat, tile: "t" })] });
const placed = (seat: string, cell: Cell): MoveTold => ({
  seat, action: { verb: "place", cell, rotation: 90 }, text: "lay it", events: [told({ event: "placed", seat, tile: "t", cell, rotation: 90 })],
});
const scored: Event = {
  event: "scored", seat: "red", points: 8, feature: spot([0, 1]), complete: true,
  lines: [{ label: "tiles", count: 3, points: 6 }, { label: "pennants", count: 1, points: 2 }],
};
const pass = (seat: string, ...events: Event[]): MoveTold => ({ seat, action: { verb: "pass" }, text: "pass", events: events.map(told) });
const game = [drawn("red"), placed("red", [0, 1]), pass("red", scored), drawn("blue"), placed("blue", [1, 1]), pass("blue"), drawn("blue"), placed("blue", [2, 1])];

test("a turn begins with what is drawn, and has its choices in words", () => {
  const turns = turnsOf(game, 10);
  expect(turns.map(({ seat, first, own }) => [seat, first, own])).toEqual([["red", 10, 11], ["blue", 13, 14], ["blue", 16, 17]]);
  expect(turns[0]!.lines.map(({ text, cell }) => [text, cell])).toEqual([["placed", [0, 1]], ["scored", [0, 1]]]);
  expect(turns[0]!.lines[0]!.tile).toEqual({ id: "t", rotation: 90 });
  expect(turns[1]!.lines.map(({ text }) => text)).toEqual(["placed"]);
});

test("points keep the sum that explains them", () => {
  const [one, ...more] = scoredIn(game, 10);
  expect(more).toEqual([]);
  expect([one!.seat, one!.points, one!.feature?.cell]).toEqual(["red", 8, [0, 1]]);
  const kit = { lines: { tiles: "tegels" }, words: {} } as unknown as Kit;
  expect(sumOf(one!.points, one!.lines, kit)).toBe("tegels 6 + pennants 2 = 8");
  expect(sumOf(6, one!.lines.slice(0, 1), kit)).toBe("tegels 6");
  expect(sumOf(3, [], kit)).toBe("3");
});

test("the last moves are those since one chose oneself, a double turn with both tiles", () => {
  expect(laidIn(since(game, ["red"]))).toEqual([{ cell: [1, 1], seat: "blue" }, { cell: [2, 1], seat: "blue" }]);
  expect(laidIn(since(game, ["blue"]))).toEqual([]);
  expect(laidIn(since(game, [])).length).toBe(3);
});

test("a tile that fitted nowhere is told", () => {
  expect(discardedIn([pass("red", { event: "discarded", tile: "t" })])).toEqual([{ tile: "t", text: "discarded" }]);
});

test("figures that went home are known with their places", () => {
  const home: Event = { event: "returned", seat: "blue", figure: "meeple", spot: spot([0, 1]) };
  const [one, ...more] = returnedIn([pass("red", scored, home)]);
  expect([one!.seat, one!.kind, one!.spot?.cell, more]).toEqual(["blue", "meeple", [0, 1], []]);
});

test("whoever has most points leads, nobody at the beginning", () => {
  expect(leadersOf([[0, 0], [4, 0], [4, 4]])).toEqual([[], [0], [0, 1]]);
});
