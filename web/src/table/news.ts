// What has happened at a table, in sentences, for those who listen or have just come back.

import type { MoveTold, SeatName } from "../wire/types";

export interface News {
  key: string;
  seat: SeatName | null; // who did it; nobody for what followed from it
  text: string;
}

/** A move and what happened then. */
export function newsOf(move: MoveTold, number: number): News[] {
  const seat = move.seat === "chance" ? null : move.seat;
  return [
    { key: `${number}`, seat, text: move.text },
    ...(move.events ?? []).map(({ text }, at) => ({ key: `${number} ${at}`, seat: null, text })),
  ];
}

/** All that happened since these seats chose last, and what came of that. */
export function newsSince(moves: readonly MoveTold[], own: readonly SeatName[]): News[] {
  const last = moves.findLastIndex(({ seat }) => own.includes(seat));
  return moves.flatMap((move, at) => {
    if (at < last) return [];
    const news = newsOf(move, at);
    return at === last ? news.slice(1) : news;
  });
}
