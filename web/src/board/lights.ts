// What can be chosen on the board now.

import type { Cell, Spot } from "../wire/types";

export interface Light {
  id: string;
  label: string;
  kind: "cell" | "tile" | "spot" | "figure" | "token" | "side" | "corner" | "word";
  cell: Cell;
  spot?: Spot;
  side?: string;
  word?: string; // of a place that is drawn on a tile
  seat?: string;
  figure?: { kind: string; number: number; seat: string }; // the figure that is meant
  symbol?: string; // the figure or token that would stand there; of a token, the one that is meant
  chosen?: boolean;
}
