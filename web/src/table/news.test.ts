import { expect, test } from "vitest";
import type { MoveTold } from "../wire/types";
import { newsSince } from "./news";

const move = (seat: string, text: string, ...events: string[]) =>
  ({ seat, text, events: events.map((one) => ({ event: {}, text: one })) }) as unknown as MoveTold;

const moves = [move("red", "lays a tile"), move("red", "nothing", "red scores 3"), move("chance", "draws a tile"), move("blue", "lays it")];

test("news is what came of one's own last choice, and all that happened since", () => {
  expect(newsSince(moves, ["red"]).map(({ seat, text }) => [seat, text])).toEqual([
    [null, "red scores 3"],
    [null, "draws a tile"],
    ["blue", "lays it"],
  ]);
});

test("whoever has not chosen yet hears everything", () => {
  expect(newsSince(moves, []).map(({ text }) => text)).toEqual(["lays a tile", "nothing", "red scores 3", "draws a tile", "lays it"]);
});

test("what chance has drawn is told once", () => {
  expect(newsSince([move("chance", "draw a tile", "blue draws a tile")], []).map(({ text }) => text)).toEqual(["blue draws a tile"]);
});

test("every line can be told from the others", () => {
  const keys = newsSince(moves, []).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
