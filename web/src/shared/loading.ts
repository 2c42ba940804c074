// What a page shows: asked for as long as the server is away, and until the page is left.

import { Problem } from "../wire/http";
import { patiently } from "../wire/patience";
import { word } from "../words/words.svelte";

/** What is told while it waits. */
export const away = () => new Problem("offline", word("shared.waiting"));

/**
 * Ask for something, and hand it over, or tell why it cannot be had; null if nothing is wrong any more. What this gives
 * back ends the asking: an effect returns it.
 */
export function loading<T>(ask: () => Promise<T>, found: (value: T) => void, tell: (problem: unknown) => void): () => void {
  let left = false;
  const waits = (): boolean => {
    if (!left) tell(away());
    return !left;
  };
  const unlessLeft = <V>(then: (value: V) => void) => (value: V) => left || then(value);
  void patiently(ask, waits).then(
    unlessLeft((value: T) => {
      tell(null);
      found(value);
    }),
    unlessLeft(tell),
  );
  return () => {
    left = true;
  };
}
