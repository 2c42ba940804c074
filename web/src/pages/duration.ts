// How long a game takes, in words.

import { language, word } from "../words/words.svelte";

const LONG = 100; // minutes from which on hours are told

export const duration = (minutes: number) =>
  minutes < LONG ? word("new.minutes", { count: minutes }) : word("new.hours", { count: (Math.round(minutes / 30) / 2).toLocaleString(language.code) });
