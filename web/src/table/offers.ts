// What may be chosen, as places on the board and as a list. It knows no rule and no verb: only the facts of actions.

import type { Light } from "../board";
import type { Board, Cell, Offer, OfferedAction, Range, Rotation, Spot } from "../wire/types";

interface Facts {
  cell?: Cell;
  spot?: Spot;
  side?: string;
  corner?: string;
  rotation?: Rotation;
  number?: number | Range;
  figure?: string;
  owner?: string;
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
export function targetsOf(offers: Offer[], board: Board, seat: string): { targets: Target[]; others: Offer[] } {
  const targets = new Map<string, Target>();
  const others: Offer[] = [];
  for (const offer of offers) {
    const light = lightOf(offer, board, seat);
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

function lightOf(offer: Offer, board: Board, seat: string): Light | null {
  const { cell, spot, side, corner, rotation, figure, owner } = factsOf(offer.action);
  const label = offer.text;
  if (spot) {
    const id = `spot ${spot.kind} ${spot.sides.join(".")} ${spot.cell}`;
    const light: Light = { id, label, kind: "spot", cell: spot.cell, spot, seat: owner ?? seat };
    if (figure && !owner && !isThere(board, seat, figure, spot)) light.symbol = figure;
    return light;
  }
  if (corner) {
    const newest = board.tiles.at(-1)?.cell;
    return newest ? { id: `corner ${corner} ${newest}`, label, kind: "corner", cell: newest, side: corner } : null;
  }
  if (!cell) return null;
  if (side) return { id: `side ${side} ${cell}`, label, kind: "side", cell, side };
  return { id: `cell ${cell}`, label, kind: "cell", cell, ...(rotation === undefined ? {} : { seat }) };
}

function isThere(board: Board, seat: string, kind: string, spot: Spot): boolean {
  return board.figures.some(
    (one) => one.seat === seat && one.kind === kind && one.spot !== null && sameSpot(one.spot, spot),
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
