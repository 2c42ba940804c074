// Who we are: a name is enough, and nobody needs one to look around.

import { callMe, whoAmI } from "../wire/http";
import type { Me } from "../wire/types";
import { word } from "../words/words.svelte";

export const me = $state<{ known: Me | null }>({ known: null });

let asking: Promise<Me> | null = null;

/** Who we are, asked once. */
export async function known(): Promise<Me> {
  asking ??= whoAmI();
  try {
    return (me.known = await asking);
  } catch (problem) {
    asking = null;
    throw problem;
  }
}

/** Be called something. */
export async function rename(name: string): Promise<Me> {
  await known();
  me.known = await callMe(name);
  asking = Promise.resolve(me.known);
  return me.known;
}

/** The server wants a name of everybody who plays: whoever is in a hurry is a guest. */
export async function knownByName(): Promise<Me> {
  const found = await known();
  return found.name ? found : rename(word("start.guest"));
}
