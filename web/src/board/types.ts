// What a board is told to show, and what it reports.

import type { Cell, Figure, Spot, Token } from "../wire/types";

/** The tile that is about to be laid. */
export interface Ghost {
  tile: string;
  cell: Cell;
  rotation: number;
}

/** A cell that was played last, and by whom. */
export interface Marked {
  cell: Cell;
  seat: string | null;
}

/** A feature that lights up, with something said about it. */
export type Shown = number | { id: number; label: string };

export type Overlay = "none" | "fields" | "owners" | "hopeless";

/** What the user points at; `x` and `y` are page coordinates. */
export interface Looked {
  cell: Cell;
  tile: string;
  spot: Spot | null;
  feature: number | null;
  figure: Figure | null;
  token: Token | null;
  x: number;
  y: number;
  tapped: boolean;
}
