import { expect, test } from "vitest";
import { lettersOn, placeFor, sizeOf, type Box } from "./flashing";

const ROOM = { width: 300, height: 200 };
const PLUS = sizeOf("+12", true, 20);

function all(count: number, at: { x: number; y: number }, taken: Box[] = []): (Box | null)[] {
  const placed: Box[] = [];
  return Array.from({ length: count }, () => {
    const box = placeFor({ ...at, ...PLUS }, [...taken, ...placed], ROOM);
    if (box) placed.push(box);
    return box;
  });
}
const overlap = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 && Math.abs(one.y - other.y) < (one.height + other.height) / 2;

test("points from one place lie beside one another, the first where it belongs", () => {
  const found = all(9, { x: 150, y: 100 }) as Box[];
  expect(found[0]).toMatchObject({ x: 150, y: 100 });
  for (const [at, one] of found.entries()) for (const other of found.slice(at + 1)) expect(overlap(one, other)).toBe(false);
});

test("at the edge they stay in sight", () => {
  for (const at of [{ x: 0, y: 0 }, { x: 300, y: 200 }, { x: -50, y: 90 }])
    for (const box of all(4, at) as Box[]) {
      expect(box.x - box.width / 2).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width / 2).toBeLessThanOrEqual(ROOM.width);
      expect(box.y - box.height / 2).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height / 2).toBeLessThanOrEqual(ROOM.height);
    }
});

test("nothing is shown below what lies over the board", () => {
  const notice = { x: 150, y: 30, width: 280, height: 60 };
  for (const box of all(3, { x: 150, y: 30 }, [notice]) as Box[]) expect(overlap(box, notice)).toBe(false);
});

test("what finds no place has to wait", () => {
  const found = all(60, { x: 150, y: 100 });
  expect(found.at(-1)).toBeNull();
  expect(found.filter(Boolean).length).toBeGreaterThan(10);
});

test("letters are smaller on a small board, and never too small", () => {
  expect([20, 70, 200].map(lettersOn)).toEqual([15, 18.2, 22]);
});
