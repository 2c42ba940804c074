// What may be chosen, as places on the board and as a list. It knows no rule and no verb: only the facts of actions.

import type { Light, Table } from "../board";
import type { Cell, Figure, Offer, OfferedAction, Range, Rotation, Spot } from "../wire/types";

interface Facts {
  cell?: Cell;
  spot?: Spot;
  side?: string;
  corner?: string;
  rotation?: Rotation;
  number?: number | Range;
  figure?: string;
  owner?: string;
  tile?: string;
}

/** The facts of an action, whatever its verb. */
export function factsOf(action: OfferedAction): Facts {
  return action as Facts;
}

/** A place on the board, and everything that may be chosen there. */
export interface Target {
  light: Light;
  offers: Offer[];
}

/** The offers that have a place, by place; the rest can only be told in words. */
export function targetsOf(offers: Offer[], table: Table, seat: string): { targets: Target[]; others: Offer[] } {
  const targets = new Map<string, Target>();
  const others: Offer[] = [];
  for (const offer of offers) {
    const light = lightOf(offer, table, seat);
    if (light === null) {
      others.push(offer);
      continue;
    }
    const target = targets.get(light.id);
    if (target) target.offers.push(offer);
    else targets.set(light.id, { light, offers: [offer] });
  }
  for (const { light, offers } of targets.values()) {
    const kinds = new Set(offers.map((offer) => factsOf(offer.action).figure));
    if (kinds.size > 1 && offers.length > 1) delete light.symbol; // which figure is not known yet
    light.label = [...new Set(offers.map((offer) => offer.text))].slice(0, 4).join("; ");
  }
  return { targets: [...targets.values()], others };
}

function lightOf(offer: Offer, table: Table, seat: string): Light | null {
  const { cell, spot, side, corner, rotation, figure, owner } = factsOf(offer.action);
  const label = offer.text;
  const there = figure ? standing(table, owner ?? seat, figure, spot, cell) : undefined;
  if (there) {
    const at = (there.spot?.cell ?? there.place?.cell)!;
    const id = `figure ${there.seat} ${there.kind} ${there.number}`;
    return { id, label, kind: "figure", cell: at, seat: there.seat, figure: there, ...(spot ? { spot } : {}) };
  }
  if (spot) {
    const id = `spot ${spot.kind} ${spot.sides.join(".")} ${spot.cell}`;
    return { id, label, kind: "spot", cell: spot.cell, spot, seat: owner ?? seat, ...(figure ? { symbol: figure } : {}) };
  }
  if (corner) {
    const newest = cell ?? table.board.tiles.at(-1)?.cell;
    const symbol = figure ? { symbol: figure } : {};
    return newest ? { id: `corner ${corner} ${newest}`, label, kind: "corner", cell: newest, side: corner, seat: owner ?? seat, ...symbol } : null;
  }
  if (cell && side) return { id: `side ${side} ${cell}`, label, kind: "side", cell, side };
  if (cell) return { id: `cell ${cell}`, label, kind: table.tileAt(cell) ? "tile" : "cell", cell, ...(rotation === undefined ? {} : { seat }) };
  return wordLight(offer, table, seat);
}

/** A word that names a place which is drawn on a tile: a quarter, a space of the wheel. */
function wordLight({ action, text }: Offer, table: Table, seat: string): Light | null {
  const { figure } = factsOf(action);
  for (const value of Object.values(action)) {
    if (typeof value !== "string" || value === action.verb) continue;
    for (const word of [`${action.verb}_${value}`, value]) {
      const cell = table.cellOfWord(word);
      if (cell) return { id: `word ${word}`, label: text, kind: "word", cell, word, seat, ...(figure ? { symbol: figure } : {}) };
    }
  }
  return null;
}

/** The figure that an offer is about, if it stands where the offer says. */
function standing(table: Table, seat: string, kind: string, spot?: Spot, cell?: Cell): Figure | undefined {
  return table.board.figures.find(
    (one) =>
      one.seat === seat &&
      one.kind === kind &&
      (spot ? one.spot !== null && sameSpot(one.spot, spot) : cell && one.place?.cell && sameCell(one.place.cell, cell)),
  );
}

export function sameSpot(a: Spot, b: Spot): boolean {
  return a.kind === b.kind && sameCell(a.cell, b.cell) && a.sides.join() === b.sides.join();
}

export function sameCell(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** The offers of a target that only differ by how a tile lies, in the order of turning; none if they differ otherwise. */
export function rotationsOf(offers: Offer[]): Offer[] {
  if (!offers.every((offer) => factsOf(offer.action).rotation !== undefined)) return [];
  return [...offers].sort((a, b) => factsOf(a.action).rotation! - factsOf(b.action).rotation!);
}

/** The numbers from which one may be chosen; null if the offer is complete as it is. */
export function rangeOf(action: OfferedAction): Range | null {
  const { number } = factsOf(action);
  return typeof number === "object" ? number : null;
}
