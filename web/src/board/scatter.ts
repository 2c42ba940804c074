// What is strewn over a laid tile: other houses, trees and cows in each cell, and always the same there.

import type { Kit, Point, TileArt } from "./kit";

const SIZE = 100;
const SWAY = 0.16; // how far something strewn may stand off its place, in parts of the spacing

/** Numbers from 0 to 1 that look like chance and depend on a text alone (mulberry32, from an FNV hash). */
export function chanceOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The ornaments strewn over a tile, on the unturned tile: as `scattered` of aude/draw/scatter.py, with other chance. */
export function* strewn(kit: Kit, art: TileArt, place: string): Generator<[name: string, at: Point]> {
  const chance = chanceOf(place);
  for (const [kind, numbers] of Object.entries(art.strewn)) {
    const { scatter, spacing, share } = kit.kinds[kind]!;
    for (let at = 0; at < numbers.length; at += 3) {
      const [x, y, room] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
      const [which, dx, dy, taken] = [chance(), chance(), chance(), chance()];
      const name = share > taken ? chosen(kit, scatter, room, which) : undefined;
      if (name === undefined) continue;
      const { half } = kit.ornaments[name]!;
      const sway = Math.min(SWAY * spacing, room - half);
      const within = (value: number): number => Math.min(Math.max(value, half + 1), SIZE - half - 1);
      yield [name, [within(x + (2 * dx - 1) * sway), within(y + (2 * dy - 1) * sway)]];
    }
  }
}

/** One of the ornaments for which there is room, each as often as its weight says. */
function chosen(kit: Kit, scatter: Record<string, number>, room: number, which: number): string | undefined {
  const names = Object.keys(scatter).filter((name) => kit.ornaments[name]!.half <= room);
  let left = which * names.reduce((sum, name) => sum + scatter[name]!, 0);
  return names.find((name) => (left -= scatter[name]!) < 0);
}
