// What the user is about to choose: the picked cell, the rotation of the tile, the list that is open.

import { Table, type Ghost, type Kit, type Light } from "../board";
import type { Cell, Offer, OfferedAction, Rotation, SeatName } from "../wire/types";
import { factsOf, rangeOf, rotationsOf, targetsOf } from "./offers";
import type { Seated } from "./session.svelte";

export class Choice {
  picked = $state<string | null>(null); // the light that was chosen, if there is more to say
  over = $state<string | null>(null); // the light that something is carried over
  carried = $state(false); // something is carried over the board
  turn = $state(0); // which of the rotations that fit
  number = $state<number | null>(null); // chosen from a range
  pointed = $state.raw<number[]>([]); // features to highlight, pointed at in a list
  private sent: Promise<unknown> = Promise.resolve(); // the last command, until it is answered

  constructor(
    private readonly session: Seated,
    private readonly kit: Kit,
  ) {
    // Once another choice has been made, perhaps by us in another tab, this one would answer a different question.
    $effect(() => {
      void session.position;
      this.drop();
    });
  }

  /** The seat of ours that chooses. */
  seat = $derived.by<SeatName | null>(() => (this.session.question?.confirm ? null : this.session.asked));

  /** The answers to what is asked. */
  offers = $derived.by<Offer[]>(() =>
    this.seat ? (this.session.question?.offers?.[this.seat] ?? []).filter((offer) => !offer.besides) : [],
  );

  /** What seats of ours may do besides. */
  interrupts = $derived.by<{ seat: SeatName; offer: Offer }[]>(() =>
    Object.entries(this.session.question?.offers ?? {}).flatMap(([seat, offers]) =>
      offers.filter((offer) => offer.besides).map((offer) => ({ seat, offer })),
    ),
  );

  private found = $derived.by(() => {
    const board = this.session.board;
    if (!this.seat || !board || !this.offers.length) return { targets: [], others: [] };
    return targetsOf(this.offers, new Table(this.kit, board), this.seat);
  });

  /** The offers without a place on the board. If everything is in one place, its offers too, to save finding it. */
  others = $derived.by<Offer[]>(() => {
    const { targets, others } = this.found;
    const only = targets.length === 1 ? targets[0]!.offers : [];
    return only.length > 1 && !rotationsOf(only).length ? [...only, ...others] : others;
  });

  private target = $derived.by(() => this.found.targets.find((one) => one.light.id === this.picked) ?? null);

  /** The ways in which the tile may lie in the picked cell. */
  rotations = $derived.by<Offer[]>(() => (this.target ? rotationsOf(this.target.offers) : []));

  /** Whether a tile is to be laid, so that it can be carried to its place. */
  rotatable = $derived.by<boolean>(() => this.offers.some((offer) => factsOf(offer.action).rotation !== undefined));

  /** The offers of the picked place, if there are several to choose from. */
  open = $derived.by<Offer[]>(() => (this.target && !this.rotations.length ? this.target.offers : []));

  /** The placement that is shown, and made when it is confirmed. */
  laid = $derived.by<Offer | null>(() => this.rotations[this.turn % Math.max(1, this.rotations.length)] ?? null);

  /** Whether the rotations mean different actions, so that the button has to name the action. */
  differ = $derived.by<boolean>(() => new Set(this.rotations.map(({ action }) => action.verb)).size > 1);

  lights = $derived.by<Light[]>(() =>
    this.session.busy ? [] : this.found.targets.map(({ light }) => (light.id === this.picked || light.id === this.over ? { ...light, chosen: true } : light)),
  );

  ghost = $derived.by<Ghost | null>(() => {
    if (!this.laid) return null;
    const facts = factsOf(this.laid.action) as { cell: Cell; rotation: Rotation; tile?: string };
    const tile = facts.tile ?? this.session.board?.tile;
    return tile ? { tile, cell: facts.cell, rotation: facts.rotation } : null;
  });

  /** The cells that have to be seen well: where the tile would lie, or all places where something small can be chosen. */
  near = $derived.by<Cell[]>(() => {
    if (this.session.busy || this.carried) return this.seenWell; // the board stays as it is
    const lights = this.found.targets.map(({ light }) => light);
    const isSmall = lights.some(({ kind }) => kind !== "cell" && kind !== "tile");
    return (this.seenWell = this.ghost ? [this.ghost.cell] : isSmall ? lights.map(({ cell }) => cell) : []);
  });
  private seenWell: Cell[] = [];

  /** Pick a place. Picking it again turns the tile; if the place has a single answer, that is chosen at once. */
  pick(id: string): void {
    if (this.picked === id && this.rotations.length) {
      this.turn++;
      return;
    }
    const target = this.found.targets.find((one) => one.light.id === id);
    if (!target) return;
    const only = target.offers.length === 1 ? target.offers[0]! : null;
    if (only && !rotationsOf([only]).length && !rangeOf(only.action)) return void this.take(only);
    const before = this.ghost?.rotation;
    this.picked = id;
    const same = rotationsOf(target.offers).findIndex((one) => factsOf(one.action).rotation === before);
    this.turn = Math.max(0, same);
  }

  /** Hold the tile in hand over a cell: it is shown there if it fits. */
  hold(cell: Cell | null): void {
    const id = cell && `cell ${cell}`;
    if (id === this.picked) return;
    if (this.found.targets.some(({ light }) => light.id === id)) this.pick(id!);
    else this.drop();
  }

  /** Send a choice to the server. */
  async take(offer: Offer, seat: SeatName | null = this.seat): Promise<void> {
    if (!seat || this.session.busy) return;
    const range = rangeOf(offer.action);
    const action = (range ? { ...offer.action, number: this.number ?? range.low } : offer.action) as OfferedAction;
    this.drop();
    await (this.sent = this.session.send({ do: "act", seat, action: action as never, seen: this.session.position }));
  }

  /** Confirm what is shown: the tile as it lies, or the end of the turn. */
  confirm(): void {
    if (this.laid) return void this.take(this.laid);
    const seat = this.session.question?.confirm;
    if (seat && this.session.own.includes(seat) && !this.session.busy)
      void this.session.send({ do: "confirm", seat, seen: this.session.position });
  }

  async undo(): Promise<void> {
    if (this.picked) return this.drop();
    await this.sent; // the next question may be shown before the answer to the last one is acknowledged
    const seat = this.session.question?.undo;
    if (seat && !this.session.busy) await this.session.send({ do: "undo", seat, seen: this.session.position });
  }

  rotate(by: number): void {
    if (this.rotations.length) this.turn = (this.turn + by + this.rotations.length) % this.rotations.length;
  }

  /** Forget what was about to be chosen. */
  drop(): void {
    this.picked = null;
    this.turn = 0;
    this.number = null;
  }

  /** Keys that work everywhere on the page: r turns the tile, Enter confirms what is shown, u or Escape takes back. */
  key(event: KeyboardEvent): void {
    const at = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea, dialog")) return;
    if (event.key === "r" || event.key === "R") this.rotate(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") this.drop();
    else if (event.key === "u") void this.undo();
    else if (event.key === "Enter" && (at.closest("[data-light][aria-pressed=true]") || !at.closest("button, a, summary")))
      this.confirm();
    else return;
    event.preventDefault();
  }
}
