// What there is to play, as the server tells it, in the language of the page.

import { language, type Language } from "../words/words.svelte";
import { ask } from "./http";
import type { Catalog, NewTable, RulesTold, Setup, SetupChecked } from "./types";

const asked = new Map<Language, Promise<Catalog>>();

/** Everything that can be chosen for a new table; asked once for each language. */
export function catalog(): Promise<Catalog> {
  const code = language.code;
  let found = asked.get(code);
  if (!found) {
    found = ask<Catalog>("/api/catalog");
    found.catch(() => asked.delete(code));
    asked.set(code, found);
  }
  return found;
}

export const checkSetup = (setup: Partial<Setup>) => ask<SetupChecked>("/api/catalog/check", { setup });
export const makeTable = (wish: Partial<NewTable>) => ask<{ table: string }>("/api/tables", wish);

/** The rules of the boxes in play. */
export function rulesOf(setup: Partial<Setup>): Promise<RulesTold> {
  const options = Object.entries(setup.options ?? {}).map(([name, value]) => `${name}:${value}`);
  const boxes = Array.isArray(setup.boxes) ? setup.boxes : [];
  const query = new URLSearchParams({
    game: setup.game ?? "carcassonne",
    boxes: boxes.join(","),
    without: (setup.without ?? []).join(","),
    options: options.join(","),
  });
  return ask<RulesTold>(`/api/rules?${query}`);
}
