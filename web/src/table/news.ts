// What has happened at a table, in sentences, for those who listen or have just come back.

import type { MoveTold, SeatName } from "../wire/types";

export interface News {
  key: string;
  seat: SeatName | null; // who did it; null for consequences
  text: string;
}

/** A move and what happened then. What chance has drawn is told by what happened. */
export function newsOf(move: MoveTold, number: number): News[] {
  const isChance = move.seat === "chance";
  return [
    ...(isChance && move.events?.length ? [] : [{ key: `${number}`, seat: isChance ? null : move.seat, text: move.text }]),
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
