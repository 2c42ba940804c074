// What somebody wishes for a new table, and the messages that it becomes.

import type { BoxTold, Catalog, Clock, NewTable, PresetTold, SeatName, Setup } from "../wire/types";

/** Who takes a seat: us, somebody at this screen, a friend who comes by the link, or a bot by its name. */
export type Taker = "me" | "here" | "friend" | `bot:${string}`;

export const FIRST_GAME = "first_game";

export class Wish {
  preset = $state(FIRST_GAME);
  game = $state("carcassonne");
  boxes = $state<string[]>([]);
  without = $state<string[]>([]);
  options = $state<Record<string, string>>({});
  seats = $state<Taker[]>(["me", "bot:friendly"]);
  clock = $state<Required<Clock>>({ kind: "none", minutes: 15, increment: 10, days: 3 });
  listed = $state(false);
  confirm = $state(true);
  purist = $state(false);
  private rest = $state.raw<Setup>({}); // what only set-ups with a name have: copies of tiles, numbers of figures

  constructor(private readonly catalog: Catalog) {
    this.take(catalog.presets.find((preset) => preset.name === FIRST_GAME) ?? catalog.presets[0]!);
  }

  /** Take everything from a set-up that has a name. */
  take(preset: PresetTold): void {
    const { game, boxes, without, options, ...rest } = preset.setup;
    this.preset = preset.name;
    this.game = game ?? "carcassonne";
    this.boxes = Array.isArray(boxes) ? [...boxes] : [];
    this.without = [...(without ?? [])];
    this.options = { ...options };
    this.rest = rest;
  }

  /** Put a box into the game, or take it out with all that was chosen for it. */
  toggle(box: BoxTold): void {
    const taken = this.boxes.includes(box.id);
    this.preset = "";
    this.boxes = taken ? this.boxes.filter((id) => id !== box.id) : [...this.boxes, box.id];
    const left = this.inPlay;
    const elements = new Set(left.flatMap((one) => one.elements.map((element) => element.id)));
    const options = new Set(left.flatMap((one) => one.options.map((option) => option.name)));
    this.without = this.without.filter((element) => elements.has(element));
    this.options = Object.fromEntries(Object.entries(this.options).filter(([name]) => options.has(name)));
  }

  setOption(name: string, value: string, usual: string): void {
    const { [name]: _, ...others } = this.options;
    this.options = value === usual ? others : { ...others, [name]: value };
    this.preset = "";
  }

  /** The game and its boxes. */
  get inPlay(): BoxTold[] {
    return this.catalog.boxes.filter((box) => box.id === this.game || this.boxes.includes(box.id));
  }

  /** The chosen box that keeps this one out; null if it may be taken. */
  keptOutBy(box: BoxTold): BoxTold | null {
    const other = this.boxes.find((id) => box.excludes.includes(id));
    return this.catalog.boxes.find((one) => one.id === other) ?? null;
  }

  get colours(): SeatName[] {
    return this.catalog.colours.slice(0, this.seats.length).map((colour) => colour.id);
  }

  get setup(): Setup {
    return {
      ...this.rest,
      version: 1,
      game: this.game,
      boxes: this.boxes,
      without: this.without,
      options: this.options,
      players: this.colours,
    };
  }

  /** The seats that we take ourselves. */
  get own(): SeatName[] {
    return this.colours.filter((_, at) => this.seats[at] === "me" || this.seats[at] === "here");
  }

  /** Whether nobody is missing, so that the game can begin at once. */
  get complete(): boolean {
    return !this.seats.includes("friend");
  }

  get message(): NewTable {
    const bots = this.colours.flatMap((colour, at) => {
      const taker = this.seats[at]!;
      return taker.startsWith("bot:") ? [[colour, taker.slice(4)] as const] : [];
    });
    const { kind, minutes, increment, days } = this.clock;
    return {
      setup: this.setup,
      bots: Object.fromEntries(bots),
      clock: kind === "chess" ? { kind, minutes, increment } : kind === "days" ? { kind, days } : { kind },
      listed: this.listed,
      confirm: this.confirm,
      purist: this.purist,
    };
  }
}
