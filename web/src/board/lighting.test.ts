import { expect, test } from "vitest";
import type { Board } from "../wire/types";
import { Table } from "./drawing";
import type { Kit } from "./kit";
import { nearest, next, placed } from "./lighting";
import type { Light } from "./lights";

const kit = { tiles: {}, figures: {}, kinds: {} } as unknown as Kit;
const board = { seats: ["red"], tiles: [], features: [], figures: [], tokens: [] } as unknown as Board;
const table = new Table(kit, board);
const cell = (id: string, x: number, y: number): Light => ({ id, label: id, kind: "cell", cell: [x, y] });
const ids = (found: { light: Light } | null): string | undefined => found?.light.id;

test("arrow keys go to the next light in their direction, rather straight ahead than near", () => {
  const lights = placed(table, [], [cell("middle", 0, 0), cell("far east", 4, 0), cell("north-east", 1, -2), cell("south", 0, 3)]);
  const from = lights[0]!;
  expect(ids(next(lights, from, "ArrowRight"))).toBe("far east");
  expect(ids(next(lights, from, "ArrowUp"))).toBe("north-east");
  expect(ids(next(lights, from, "ArrowDown"))).toBe("south");
  expect(next(lights, from, "ArrowLeft")).toBeNull();
  expect(next(lights, from, "Enter")).toBeNull();
});

test("of lights that are close together the nearest to the finger is meant", () => {
  const lights = placed(table, [], [cell("west", 0, 0), cell("east", 1, 0)]);
  expect(ids(nearest(lights, [90, 50], 200))).toBe("west");
  expect(ids(nearest(lights, [110, 50], 200))).toBe("east");
  expect(nearest(lights, [900, 50], 22)).toBeNull();
});

test("lights in one place lie side by side, and sides and corners where they are", () => {
  const spot: Light = { id: "a", label: "", kind: "corner", cell: [2, 1] };
  const side: Light = { id: "c", label: "", kind: "side", cell: [0, 0], side: "E" };
  const [one, other, third] = placed(table, [], [spot, { ...spot, id: "b" }, side]);
  expect([one!.x, other!.x, one!.y]).toEqual([187, 213, 100]);
  expect([third!.x, third!.y]).toEqual([100, 50]);
});
