import { expect, test } from "vitest";
import { applied } from "./changes";
import type { Board } from "./types";

const token = (name: string, x: number) => ({ name, seat: null, cell: [x, 0] as [number, number], spot: null, side: null });
const board = { scores: { red: 0 }, tokens: [token("dragon", 0), token("fairy", 1)] } as unknown as Board;

test("what went is taken away, what came is put in its place, the rest is the same object", () => {
  const next = applied(board, { tokens: { gone: [0], came: [[1, token("dragon", 5)]] }, scores: { red: 4 } });
  expect(next.tokens.map((one) => one.name)).toEqual(["fairy", "dragon"]);
  expect(next.tokens[0]).toBe(board.tokens[1]);
  expect(next.scores).toEqual({ red: 4 });
  expect(board.tokens).toHaveLength(2);
});
