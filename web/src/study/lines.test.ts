import { expect, test } from "vitest";
import { layingsOf, lineWith, withLine, withoutLine } from "./lines";
import { fromLink, toLink } from "./link";

test("points and turns take the place of what was said before", () => {
  expect(withLine(["points red 3", "points blue 4", "turn red"], "points red 5")).toEqual(["points blue 4", "turn red", "points red 5"]);
  expect(withLine(["hold red wine 1", "hold red cloth 1"], "hold red wine 2")).toEqual(["hold red cloth 1", "hold red wine 2"]);
  expect(withLine(["gone base/CFFF"], "gone base/CFFF")).toHaveLength(2);
});

test("a tile that is taken away takes with it what stands there", () => {
  const lines = ["lay base/CFFF 1,0 turn 90", "stand red meeple city at 1,0", "stand red meeple road at 0,0", "lay dragon 1,0"];
  expect(withoutLine(lines, lines[0]!)).toEqual([lines[2]]);
  expect(withoutLine(lines, lines[3]!)).toEqual(lines.slice(0, 3));
});

test("what can be taken away is offered where it lies", () => {
  const found = layingsOf(["lay base/CFFF 1,-2 turn 90", "points red 3", "lay count market_quarter"], (line) => line);
  expect(found.map(({ action }) => action)).toEqual([
    { verb: "remove", line: "lay base/CFFF 1,-2 turn 90", cell: [1, -2] },
    { verb: "remove", line: "lay count market_quarter" },
  ]);
});

test("a link brings back what it was made of, and other addresses are none", async () => {
  const shared = { setup: { version: 1 as const, players: ["åse", "bo"] }, position: ["turn åse"], tried: [], at: 0 };
  const link = await toLink(shared);
  expect(link).toMatch(/^[\w.-]+$/);
  expect(await fromLink(`#${link}`)).toEqual(shared);
  for (const other of ["", "#main", "#1.", "#1.%%%", link.slice(0, 12)]) expect(await fromLink(other)).toBeNull();
});

test("what stands somewhere is found among the lines", () => {
  const lines = ["lay base/CRFR-rEW 0,1", "stand red meeple road E.W at 0,1", "stand red meeple city N at 0,1", "stand blue meeple city N at 0,2", "lay fairy 0,1"];
  expect(lineWith(lines, [0, 1], ["meeple", "red", "road", "E.W"])).toBe(lines[1]);
  expect(lineWith(lines, [0, 1], ["meeple", "red", "city", "N"])).toBe(lines[2]);
  expect(lineWith(lines, [0, 1], ["fairy"])).toBe(lines[4]);
  expect(lineWith(lines, [0, 2], ["builder", "blue"])).toBeUndefined();
  expect(lineWith(lines, [0, 1], [""])).toBeUndefined();
});
