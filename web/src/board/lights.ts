// What can be chosen on the board now.

import type { Cell, Spot } from "../wire/types";

export interface Light {
  id: string;
  label: string;
  kind: "cell" | "spot" | "figure" | "token" | "side" | "corner";
  cell: Cell;
  spot?: Spot;
  side?: string;
  seat?: string;
  figure?: { kind: string; number: number; seat: string }; // the figure that is meant
  symbol?: string; // the figure or token that would stand there; of a token, the one that is meant
  chosen?: boolean;
}
