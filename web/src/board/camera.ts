// The visible part of the board: a point of the board at [x, y] is shown at [x * scale + left, y * scale + top].

import { CELL } from "./drawing";
import type { Cell } from "../wire/types";
import type { Point } from "./kit";

export interface Camera {
  left: number;
  top: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The cells farthest west, north, east and south. */
export type Extent = [west: number, north: number, east: number, south: number];

export const SMALLEST = 0.1;
export const LARGEST = 4;
const COMFORTABLE = 1.5; // nothing is shown larger than this, except by zooming in
const KEPT = 60; // pixels of the board that stay in sight
const LEGIBLE = 44; // pixels: on smaller cells places can hardly be told apart,
const NEAR = 76; // so they are enlarged to this size,
const WORTH = 1.4; // if that is at least so many times as large

export function extentOf(cells: readonly Cell[]): Extent {
  if (!cells.length) return [0, 0, 0, 0];
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The whole board in the middle, as large as there is room. */
export function fitted([west, north, east, south]: Extent, size: Size, margin = 40): Camera {
  const [wide, high] = [CELL * (east - west + 1) + 2 * margin, CELL * (south - north + 1) + 2 * margin];
  const scale = clamped(Math.min(size.width / wide, size.height / high, COMFORTABLE), SMALLEST, LARGEST);
  return centred({ left: 0, top: 0, scale }, [(CELL * (west + east + 1)) / 2, (CELL * (north + south + 1)) / 2], size);
}

/** Closer to some cells, if they are too small to see what is on them, and close enough together. */
export function approached(camera: Camera, cells: readonly Cell[], size: Size): Camera {
  if (!cells.length || CELL * camera.scale >= LEGIBLE) return camera;
  const near = fitted(extentOf(cells), size, CELL);
  const scale = Math.min(near.scale, NEAR / CELL);
  const middle = shownAt(near, [size.width / 2, size.height / 2]);
  return scale > WORTH * camera.scale ? centred({ ...near, scale }, middle, size) : camera;
}

/** The same scale, with a point of the board in the middle. */
export function centred({ scale }: Camera, [x, y]: Point, size: Size): Camera {
  return { left: size.width / 2 - x * scale, top: size.height / 2 - y * scale, scale };
}

/** Larger or smaller by a factor; what is shown at a point stays there. */
export function zoomed(camera: Camera, factor: number, [x, y]: Point): Camera {
  const scale = clamped(camera.scale * factor, SMALLEST, LARGEST);
  const change = scale / camera.scale;
  return { left: x - (x - camera.left) * change, top: y - (y - camera.top) * change, scale };
}

export function moved(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, left: camera.left + dx, top: camera.top + dy };
}

/** Moved back so that some of the board stays in sight. */
export function kept(camera: Camera, [west, north, east, south]: Extent, size: Size): Camera {
  const { scale } = camera;
  const left = clamped(camera.left, KEPT - CELL * (east + 1) * scale, size.width - KEPT - CELL * west * scale);
  const top = clamped(camera.top, KEPT - CELL * (south + 1) * scale, size.height - KEPT - CELL * north * scale);
  return { left, top, scale };
}

/** Moved as little as needed for a point of the board to be seen, so many pixels from the edge. */
export function showing(camera: Camera, [x, y]: Point, size: Size, room = 60): Camera {
  const [px, py] = [x * camera.scale + camera.left, y * camera.scale + camera.top];
  return moved(camera, clamped(px, room, Math.max(room, size.width - room)) - px, clamped(py, room, Math.max(room, size.height - room)) - py);
}

/** The point of the board that is shown at a point. */
export const shownAt = ({ left, top, scale }: Camera, [x, y]: Point): Point => [(x - left) / scale, (y - top) / scale];

function clamped(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
