// Where points are shown so that each can be read: near what they come from, beside one another, and not below what lies
// over the board. All in pixels of what is seen.

import type { Size } from "./camera";
import type { Point } from "./kit";

/** A box by its middle. */
export interface Box extends Size {
  x: number;
  y: number;
}

const GAP = 6; // between two boxes
const FAR = 5; // how many boxes away from its place one may still be shown
const LETTERS: [least: number, share: number, most: number] = [15, 0.26, 22]; // of the width of a cell, in pixels

/** How large letters are where cells are so wide: on a small board they hide less of it. */
export function lettersOn(cell: number): number {
  const [least, share, most] = LETTERS;
  return Math.min(most, Math.max(least, share * cell));
}

/** The size of what shows a text, perhaps with a mark. */
export function sizeOf(text: string, isMarked: boolean, letters: number): Size {
  return { width: Math.round(letters * (0.58 * text.length + (isMarked ? 1.2 : 0) + 1.3)), height: Math.round(letters * 1.6) };
}

/** Steps away from where something should be, the nearest first; up comes before down. */
const STEPS: Point[] = [];
for (let down = -FAR; down <= FAR; down++) for (let right = -FAR; right <= FAR; right++) STEPS.push([right / 2, down]);
STEPS.sort(([x1, y1], [x2, y2]) => Math.hypot(x1, y1) - Math.hypot(x2, y2) || y1 - y2 || x1 - x2);

const hit = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 + GAP && Math.abs(one.y - other.y) < (one.height + other.height) / 2 + GAP;

const isWithin = ({ x, y, width, height }: Box, room: Size): boolean =>
  x >= width / 2 && y >= height / 2 && x <= room.width - width / 2 && y <= room.height - height / 2;

/** The free place nearest to where a box should be; null if there is none, so that it has to wait. */
export function placeFor(wanted: Box, taken: readonly Box[], room: Size): Box | null {
  // What would be outside comes to the edge first.
  const within = (value: number, half: number, all: number): number => Math.min(Math.max(value, half), Math.max(half, all - half));
  const x = within(wanted.x, wanted.width / 2, room.width);
  const y = within(wanted.y, wanted.height / 2, room.height);
  for (const [right, down] of STEPS) {
    const box = { ...wanted, x: x + right * (wanted.width + GAP), y: y + down * (wanted.height + GAP) };
    if (isWithin(box, room) && !taken.some((other) => hit(box, other))) return box;
  }
  return null;
}
