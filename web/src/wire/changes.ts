// A board and what has changed on it: the next board (docs/server.md).

import type { Board, BoardChange } from "./types";

interface ListChange {
  gone: number[];
  came: [number, unknown][];
}

function isListChange(value: unknown): value is ListChange {
  return typeof value === "object" && value !== null && "gone" in value && "came" in value;
}

/** The new board. Entries of lists that have not changed are the same objects, so that nothing is drawn twice. */
export function applied(old: Board, change: BoardChange): Board {
  const board: Record<string, unknown> = { ...old };
  for (const [name, value] of Object.entries(change)) {
    if (!isListChange(value)) {
      board[name] = value;
      continue;
    }
    const gone = new Set(value.gone);
    const items = (board[name] as unknown[]).filter((_, at) => !gone.has(at));
    for (const [at, item] of value.came) items.splice(at, 0, item);
    board[name] = items;
  }
  return board as unknown as Board;
}
