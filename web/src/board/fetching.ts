// Fetching what boards are drawn with, once for each game and language.

import { language } from "../words/words.svelte";
import { ask } from "../wire/http";
import { install, type Kit } from "./kit";

const known = new Map<string, Promise<Kit>>();

/** The kit of a table's game, ready to be drawn with. */
export const kitOfTable = (table: string): Promise<Kit> => fetched(`/api/tables/${table}/kit`);

/** The kit of a game with these boxes. */
export const kitOf = (game: string, boxes: string[] = []): Promise<Kit> =>
  fetched(`/api/kit?game=${game}&boxes=${boxes.join(",")}`);

function fetched(path: string): Promise<Kit> {
  const name = `${language.code} ${path}`;
  const kept = known.get(name);
  if (kept) return kept;
  const coming = ask<Kit>(path).then(install);
  known.set(name, coming);
  coming.catch(() => known.delete(name));
  return coming;
}
