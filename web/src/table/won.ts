// Who has won, in words.

import { listed, word } from "../words/words.svelte";
import type { Session } from "./session.svelte";

export function wonBy(session: Session): string {
  const winners = session.about?.winners ?? [];
  if (!winners.length) return word("table.over");
  if (session.own.length === 1 && winners.join() === session.own.join()) return word("table.won_yourself");
  const names = listed(winners.map((seat) => session.nameOf(seat)));
  return winners.length > 1 ? word("table.won_together", { names }) : word("table.won", { names });
}
