// Who has won, in words.

import { listed, word } from "../words/words.svelte";

export function wonBy(names: string[]): string {
  if (!names.length) return word("table.over");
  return names.length > 1 ? word("table.won_together", { names: listed(names) }) : word("table.won", { names: names[0]! });
}
