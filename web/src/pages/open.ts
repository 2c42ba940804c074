// Opening tables in one go: make one, sit down, begin.

import { randomHex } from "../shared/random";
import { go } from "../shared/route.svelte";
import { knownByName } from "../shared/me.svelte";
import { makeTable } from "../wire/catalog.svelte";
import { doAt, sit } from "../wire/once";
import type { AnyCommand, NewTable, SeatName } from "../wire/types";

/** Make a table, sit down in these seats, begin if nobody is missing, and go there. */
export async function open(wish: NewTable, own: SeatName[], begin: boolean): Promise<void> {
  await knownByName();
  const { table } = await makeTable({ ...wish, key: randomHex(16) });
  const commands: AnyCommand[] = own.map(sit);
  if (begin) commands.push({ do: "start" });
  if (commands.length) await doAt(table, commands);
  go(`/t/${table}`);
}

/** The usual first game: two seats, no farmers, a friendly bot. */
export function playNow(): Promise<void> {
  const setup = { version: 1 as const, without: ["farmers"], players: ["red", "blue"] };
  return open({ setup, bots: { blue: "friendly" } }, ["red"], true);
}

/** The two strongest bots play with the first two expansions: they think, so that one can follow. */
export function watchBots(): Promise<void> {
  const setup = {
    version: 1 as const,
    boxes: ["inns_and_cathedrals", "traders_and_builders"],
    players: ["red", "blue"],
  };
  return open({ setup, bots: { red: "master", blue: "expert" } }, [], true);
}

/** The id of a table in a link, a path or a code; null if there is none. */
export function tableIn(text: string): string | null {
  return /(?:^|\/t\/)([0-9a-f]{24})\/?(?:[?#].*)?$/.exec(text.trim().toLowerCase())?.[1] ?? null;
}
