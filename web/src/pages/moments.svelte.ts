// The moments of a game, fetched one at a time: whoever drags the slider gets the moment where it rests.

import { ask } from "../wire/http";
import { patiently } from "../wire/patience";
import type { Moment } from "../wire/types";

const KEPT = 40; // moments, so that a few steps back cost nothing

export class Moments {
  now = $state.raw<Moment | null>(null);
  private readonly known = new Map<string, Moment>();
  private wanted = "";
  private busy = false;

  constructor(
    private readonly table: string,
    private readonly tell: (problem: unknown) => void, // null: nothing is wrong any more
    private readonly waits: () => boolean, // the server is away: whether anybody still waits
  ) {}

  /** Show the moment after so many choices, in a language, as soon as it is here. */
  show(position: number, language: string): void {
    this.wanted = `${position} ${language}`;
    if (!this.busy) void this.fetch();
  }

  private async fetch(): Promise<void> {
    this.busy = true;
    while (!this.known.has(this.wanted)) {
      const wanted = this.wanted;
      try {
        const address = `/api/tables/${this.table}/moments/${wanted.split(" ")[0]}`;
        this.known.set(wanted, await patiently(() => ask<Moment>(address), this.waits));
        this.tell(null);
      } catch (error) {
        this.busy = false;
        return this.tell(error);
      }
      for (const old of [...this.known.keys()].slice(0, -KEPT)) this.known.delete(old);
    }
    this.now = this.known.get(this.wanted)!;
    this.busy = false;
  }
}
