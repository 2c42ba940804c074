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
  symbol?: string; // the figure that would stand there
  chosen?: boolean;
}
