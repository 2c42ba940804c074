// What has happened, for the page to show: turns, points, discarded tiles. It reads the facts of events and knows no rule.

import { Table } from "../board/drawing";
import { nameOf, type Kit } from "../board/kit";
import type { Marked, Shown } from "../board/types";
import type { Board, Cell, Event, Figure, MoveTold, Rotation, ScoreLine, SeatName, Spot } from "../wire/types";

interface Facts {
  event?: string;
  seat?: SeatName;
  tile?: string;
  cell?: Cell;
  rotation?: Rotation;
  figure?: string;
  spot?: Spot;
  feature?: Spot;
  points?: number;
  lines?: ScoreLine[];
}

/** Something that has happened, in words, and where. */
export interface Line {
  text: string;
  cell: Cell | null;
  tile: { id: string; rotation: Rotation } | null; // that was laid
  scored: Scored | null;
}

/** Points, how they add up, and the feature that they come from. */
export interface Scored {
  key: string;
  seat: SeatName;
  points: number;
  feature: Spot | null;
  lines: ScoreLine[];
  text: string;
}

/** What happened between two draws. */
export interface Turn {
  first: number; // the place in the game of its first choice
  seat: SeatName;
  lines: Line[];
  own: number | null; // the place of the first choice of the seat whose turn it is
}

const CHANCE = "chance";
const factsOf = (event: Event | MoveTold["action"]): Facts => event as Facts;

/** The turns of these moves, the first of which has this place in the game. */
export function turnsOf(moves: MoveTold[], first: number): Turn[] {
  const turns: Turn[] = [];
  moves.forEach((move, at) => {
    const drawn = move.events?.map(({ event }) => factsOf(event)).find(({ event }) => event === "drawn");
    let turn = turns.at(-1);
    if (!turn || drawn) {
      turn = { first: first + at, seat: drawn?.seat ?? move.seat, lines: [], own: null };
      turns.push(turn);
    }
    if (turn.seat === CHANCE) turn.seat = move.seat;
    if (move.seat === turn.seat) turn.own ??= first + at;
    turn.lines.push(...linesOf(move, first + at));
  });
  return turns.filter(({ lines }) => lines.length);
}

/** The consequences of a move, line by line, without what was drawn. */
export function linesOf(move: MoveTold, number: number): Line[] {
  const events = (move.events ?? []).filter(({ event }) => event.event !== "drawn");
  const saysNothing = move.seat === CHANCE || Object.keys(move.action).length === 1; // a verb alone: a pass
  if (!events.length) return saysNothing ? [] : [lineOf(move.text, factsOf(move.action), null)];
  return events.map(({ event, text }, at) => lineOf(text, factsOf(event), scoredBy(event, text, `${number}.${at}`)));
}

function lineOf(text: string, facts: Facts, scored: Scored | null): Line {
  const { cell, spot, feature, tile, rotation } = facts;
  const laid = facts.event === "placed" && tile && rotation !== undefined ? { id: tile, rotation } : null;
  return { text, cell: cell ?? spot?.cell ?? feature?.cell ?? null, tile: laid, scored };
}

function scoredBy(event: Event, text: string, key: string): Scored | null {
  const { seat, points, feature = null, lines = [] } = factsOf(event);
  return points !== undefined && seat !== undefined ? { key, seat, points, feature, lines, text } : null;
}

/** All points that these moves have brought. */
export function scoredIn(moves: MoveTold[], first: number): Scored[] {
  return moves.flatMap((move, at) => linesOf(move, first + at).flatMap(({ scored }) => scored ?? []));
}

/** What happened since one of these seats chose last; everything that is known if none of them did. */
export function since(moves: MoveTold[], seats: SeatName[]): MoveTold[] {
  const last = moves.findLastIndex((move) => seats.includes(move.seat));
  return moves.slice(last + 1);
}

/** The tiles that were laid by these moves, and by whom; one after the other, double turns too. */
export function laidIn(moves: MoveTold[]): Marked[] {
  const laid = new Map<string, Marked>();
  for (const { seat, action } of moves) {
    const { cell, rotation } = factsOf(action);
    if (cell && rotation !== undefined) laid.set(cell.join(), { cell, seat });
  }
  return [...laid.values()];
}

/** The tiles that fitted nowhere. */
export function discardedIn(moves: MoveTold[]): { tile: string; text: string }[] {
  return moves
    .flatMap((move) => move.events ?? [])
    .flatMap(({ event, text }) => (event.event === "discarded" ? [{ tile: factsOf(event).tile ?? "", text }] : []));
}

/** The figures that these moves returned to their players, where they stood. */
export function returnedIn(moves: MoveTold[]): Figure[] {
  const facts = moves.flatMap(({ events }) => events ?? []).map(({ event }) => factsOf(event));
  return facts.flatMap(({ event, seat, figure, spot }, number) =>
    event === "returned" && seat && figure && spot
      ? [{ seat, kind: figure, number: -number, spot, place: null, feature: null, weight: 1 }]
      : [],
  );
}

/** A sum in words: "tiles 6 + pennants 2 = 8". */
export function sumOf(points: number, lines: ScoreLine[], kit: Kit): string {
  const parts = lines.map((line) => `${kit.lines[line.label] ?? nameOf(kit, line.label)} ${line.points}`);
  return parts.length > 1 ? `${parts.join(" + ")} = ${points}` : (parts[0] ?? String(points));
}

/** The feature that points come from, lit up with their sum. */
export function litBy(scored: Scored, kit: Kit, board: Board): Shown[] {
  const feature = scored.feature && new Table(kit, board).featureAt(scored.feature);
  return feature ? [{ id: feature.id, label: sumOf(scored.points, scored.lines, kit) }] : [];
}

/** Who is ahead after each choice: the seats with the most points, or none while all have 0. */
export function leadersOf(scores: number[][]): number[][] {
  return scores.map((row) => {
    const most = Math.max(...row);
    return most > 0 ? row.flatMap((points, seat) => (points === most ? [seat] : [])) : [];
  });
}
