// Who plays a seat, and what stands for it.

import type { About, Board, SeatName } from "../wire/types";

/** What people and bots at a table are called: `colours` of seats and `bots` in the language of the page. */
export function playerOf(about: About | null, seat: SeatName, colours: Record<string, string>, bots: Record<string, string>): string {
  const seats = about?.seats ?? [];
  const found = seats.find((one) => one.name === seat);
  if (found?.bot) return bots[found.bot] ?? found.bot;
  const colour = colours[seat] ?? seat;
  const person = about?.people.find((one) => one.id === found?.person);
  if (!person) return colour;
  // The seats of a person who plays several are told apart by colour.
  return seats.filter((one) => one.person === person.id).length > 1 ? `${person.name} (${colour})` : person.name;
}

/** The figure that stands for a seat: the first of those it plays with. */
export function firstFigure(board: Board | null, seat: SeatName): string {
  return Object.keys(board?.supply[seat] ?? {})[0] ?? "meeple";
}
