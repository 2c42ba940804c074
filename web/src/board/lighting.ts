// Where the things that can be chosen are on the board, and which of them is meant.

import { CELL, edgePoint, type Piece, type Table } from "./drawing";
import type { Point } from "./kit";
import type { Light } from "./lights";

/** A light where it is drawn: its middle and its size, in parts of the board. */
export interface Placed {
  light: Light;
  x: number;
  y: number;
  size: number;
}

const BESIDE = 26; // how far apart lights are that would lie on one another
const SIZES: Record<Light["kind"], number> = {
  cell: 88,
  tile: 88,
  spot: 28,
  figure: 34,
  token: 34,
  side: 30,
  corner: 30,
  word: 34,
};

export function placed(table: Table, pieces: readonly Piece[], lights: readonly Light[]): Placed[] {
  const found = lights.map((light) => {
    const [x, y] = pointOf(table, pieces, light);
    return { light, x, y, size: SIZES[light.kind] };
  });
  const heaps = new Map<string, Placed[]>();
  for (const one of found) {
    const place = `${Math.round(one.x)},${Math.round(one.y)}`;
    heaps.set(place, [...(heaps.get(place) ?? []), one]);
  }
  for (const heap of heaps.values()) {
    heap.forEach((one, number) => (one.x += BESIDE * (number - (heap.length - 1) / 2)));
  }
  return found;
}

function pointOf(table: Table, pieces: readonly Piece[], light: Light): Point {
  const [x, y] = light.cell;
  if (light.figure) {
    const { kind, number, seat } = light.figure;
    const same = pieces.find(({ figure }) => figure?.kind === kind && figure.number === number && figure.seat === seat);
    if (same) return [same.x, same.y];
  }
  if (light.spot) return table.spotPoint(light.spot);
  if (light.word) return table.wordPoint(light.word, light.cell);
  if (light.kind === "corner") return [CELL * x, CELL * y];
  if (light.kind === "side" && light.side) {
    const [left, top] = edgePoint(light.side);
    return [CELL * x + left, CELL * y + top];
  }
  if (light.kind === "token") {
    const same = pieces.filter(({ token, cell }) => token && cell[0] === x && cell[1] === y);
    const one = same.find(({ name }) => name === light.symbol) ?? (same.length === 1 ? same[0] : undefined);
    if (one) return [one.x, one.y];
  }
  return [CELL * (x + 0.5), CELL * (y + 0.5)];
}

/** The light nearest to a point, of those that are at most so far away. */
export function nearest(lights: readonly Placed[], [x, y]: Point, reach: number): Placed | null {
  let best: Placed | null = null;
  let least = Infinity;
  for (const one of lights) {
    const far = Math.max(Math.abs(one.x - x), Math.abs(one.y - y));
    const distance = Math.hypot(one.x - x, one.y - y);
    if (far <= Math.max(one.size / 2, reach) && distance < least) [best, least] = [one, distance];
  }
  return best;
}

const DIRECTIONS: Record<string, Point> = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** The next light in the direction of an arrow key; what lies far aside counts as farther away. */
export function next(lights: readonly Placed[], from: Placed, key: string): Placed | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const [dx, dy] = direction;
  let best: Placed | null = null;
  let least = Infinity;
  for (const one of lights) {
    const [x, y] = [one.x - from.x, one.y - from.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (one === from || along <= 0.5) continue;
    const distance = along + 2 * aside;
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}
