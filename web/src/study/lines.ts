// The lines that lay a table, as records have them. This page adds and takes away lines; what they mean the server knows.

import type { Cell, Offer, OfferedAction } from "../wire/types";

const CELL = /^-?\d+,-?\d+$/;

/** What the words of a line say only once: a new line takes the place of the old one. */
const ONCE: Record<string, number> = { turn: 1, points: 2, hold: 3 };

const beginning = (line: string): string => {
  const words = line.split(" ");
  return words.slice(0, ONCE[words[0]!] ?? words.length).join(" ");
};

/** The lines with one more. */
export function withLine(lines: readonly string[], line: string): string[] {
  const once = line.split(" ")[0]! in ONCE;
  return [...(once ? lines.filter((one) => beginning(one) !== beginning(line)) : lines), line];
}

/** The lines without one of them; without a tile, also without what stands there. */
export function withoutLine(lines: readonly string[], gone: string): string[] {
  const left = [...lines];
  left.splice(lines.lastIndexOf(gone), 1);
  const cell = cellOf(gone);
  return cell && isTile(gone) ? left.filter((line) => cellOf(line)?.join() !== cell.join()) : left;
}

/** What was laid by hand and can be taken away, each where it lies. */
export function layingsOf(lines: readonly string[], words: (line: string) => string): (Offer & { line: string })[] {
  return [...new Set(lines)].flatMap((line) => {
    const cell = cellOf(line);
    if (!cell && /^(turn|points)\b/.test(line)) return [];
    return [{ line, text: words(line), action: { verb: "remove", line, ...(cell ? { cell } : {}) } as unknown as OfferedAction }];
  });
}

/** The line that has laid something in a cell, by words that it has in common with it, the most telling last. */
export function lineWith(lines: readonly string[], cell: Cell, words: readonly string[]): string | undefined {
  let found = lines.filter((line) => !isTile(line) && cellOf(line)?.join() === cell.join());
  words.forEach((word, at) => {
    const same = found.filter((line) => line.split(" ").includes(word));
    if (same.length || at === 0) found = same; // without the first word it is something else
  });
  return found.at(-1);
}

function cellOf(line: string): Cell | null {
  const word = line.split(" ").find((one) => CELL.test(one));
  return word ? (word.split(",").map(Number) as Cell) : null;
}

const isTile = (line: string): boolean => /^lay (block )?\S+\//.test(line);
