// A board that is studied: how its table was laid, and the lines that are tried from there. For the parts of the page that
// choose and explain it looks like a table at which we play every seat; the server is asked anew for each moment.

import { ask, Problem } from "../wire/http";
import type {
  AnyCommand,
  Board,
  Done,
  MoveTold,
  Offer,
  OfferedAction,
  Question,
  Refused,
  SeatName,
  Setup,
  Studied,
  Study as Wish,
  StudyAdvice,
  StudyMove,
  StudyRead,
  StudyWritten,
} from "../wire/types";
import { word } from "../words/words.svelte";
import type { Piece } from "../board";
import type { Notice, Seated } from "../table/session.svelte";
import { layingsOf, lineWith, withLine, withoutLine } from "./lines";
import type { Shared } from "./link";
import { lineThrough, packed, pathTo, promoted, ROOT, seed, takenBack, tried, unpacked, type Tree } from "./tree";

/** What somebody is about to lay by hand, or `away` to take things away. */
export type Hand = { kind: "tile" | "figure" | "piece" | "away"; name: string };

export const PLAIN: Setup = { version: 1, game: "carcassonne", boxes: [], players: ["red", "blue"], options: { first_player: "seat1" } };
const CHANCE = "chance";

export class Study implements Seated {
  setup = $state.raw<Setup>(PLAIN);
  lines = $state.raw<string[]>([]); // those that lay the table
  tree = $state.raw<Tree>(seed());
  at = $state(ROOT); // the node that is shown
  laying = $state(true);
  hand = $state.raw<Hand | null>(null);
  seat = $state<SeatName>("red"); // whose figures are laid by hand
  told = $state.raw<Studied | null>(null); // what the server says about what is shown
  notice = $state.raw<Notice | null>(null); // why the last wish was refused
  busy = $state(false);
  private before = $state.raw<Pick<Study, "lines" | "tree" | "at">[]>([]); // each change of the table
  private lifted = false; // something that was laid is carried elsewhere
  private readonly known = new Map<number, Studied>(); // by node

  // -- as a table ---------------------------------------------------------------------------------------------------
  readonly about = null;
  readonly me = "";
  board = $derived<Board | null>(this.told?.board ?? null);
  seats = $derived<SeatName[]>(this.board?.seats ?? []);
  own = $derived<SeatName[]>(this.seats);
  line = $derived(lineThrough(this.tree, this.at));
  position = $derived(pathTo(this.tree, this.at).length);
  moves = $derived<MoveTold[]>(pathTo(this.tree, this.at).flatMap((node) => this.tree[node]!.told ?? []));

  /** What may be laid, or what is asked. */
  question = $derived.by<Question | null>(() => {
    if (!this.laying) return this.told?.question ?? null;
    if (!this.hand) return null;
    return { actor: this.seat, step: "", text: word(`study.where_${this.hand.kind}`), offers: { [this.seat]: this.places }, undo: null };
  });

  asked = $derived<SeatName | null>(this.question?.actor && this.question.actor !== CHANCE ? this.question.actor : null);

  private places = $derived.by<(Offer & { line: string })[]>(() =>
    this.hand?.kind === "away"
      ? layingsOf(this.lines, (line) => word("study.take_away_line", { line }))
      : (this.told?.layings ?? []).map(({ line, action, text }) => ({ line, text, action: action as OfferedAction })),
  );

  /** What chance may do: draw one of these tiles, or something else. */
  chances = $derived<Offer[]>(this.laying ? [] : (this.told?.question?.offers?.[CHANCE] ?? []));

  nameOf(seat: SeatName): string {
    return seat === CHANCE ? word("study.chance") : this.called(seat);
  }

  /** What a seat, a figure or a piece is called. */
  called(name: string): string {
    return this.told?.words?.[name] ?? name;
  }

  /** Choose, as at a table; or lay what is in hand. */
  async send(command: AnyCommand): Promise<Done | Refused> {
    if (command.do === "undo") this.back();
    if (command.do !== "act") return done;
    if (!this.laying) return this.play(command.seat, command.action as OfferedAction);
    const wished = JSON.stringify(command.action);
    const place = this.places.find(({ action }) => JSON.stringify(action) === wished);
    if (!place) return done;
    const lines = this.hand?.kind === "away" ? withoutLine(this.lines, place.line) : withLine(this.lines, place.line);
    return this.lay(lines);
  }

  // -- laying -------------------------------------------------------------------------------------------------------
  /** Lay the table so; what was tried is kept only as long as the table stays. */
  async lay(lines: string[], setup = this.setup): Promise<Done | Refused> {
    const answer = await this.wish({ setup, position: lines, laying: true, ...this.inHand() });
    if (answer instanceof Problem) return refused(answer);
    const { lines: before, tree, at } = this;
    // Lifting something and laying it elsewhere is one change.
    if (setup !== this.setup) this.before = [];
    else if (!this.lifted) this.before = [...this.before, { lines: before, tree, at }];
    if (this.lifted) this.hand = null;
    this.lifted = false;
    [this.setup, this.lines, this.tree, this.at, this.laying, this.told] = [setup, lines, seed(), ROOT, true, answer];
    if (!answer.board.seats.includes(this.seat)) this.seat = answer.board.seats[0]!;
    this.known.clear();
    return done;
  }

  say(line: string): Promise<Done | Refused> {
    return this.lay(withLine(this.lines, line));
  }

  get canUnlay(): boolean {
    return this.before.length > 0;
  }

  /** The table as it was before the last change, with what was tried on it. */
  async unlay(): Promise<void> {
    const last = this.before.at(-1);
    if (!last) return;
    this.before = this.before.slice(0, -1);
    [this.lines, this.tree, this.at] = [last.lines, last.tree, last.at];
    this.known.clear();
    await this.look();
  }

  /** Take something in hand; again, and it is put down. */
  async take(hand: Hand | null): Promise<void> {
    const same = hand && this.hand?.kind === hand.kind && this.hand.name === hand.name;
    this.hand = same ? null : hand;
    await this.look();
  }

  /** Have something in hand, whether or not it was there already. */
  async have(hand: Hand): Promise<void> {
    if (this.hand?.kind !== hand.kind || this.hand.name !== hand.name) await this.take(hand);
  }

  /** The line that has laid a figure or token, if it was laid by hand. */
  lineOf({ cell, spot, figure, token }: Pick<Piece, "cell" | "spot" | "figure" | "token">): string | undefined {
    if (!this.laying) return undefined;
    const place = spot ? [spot.kind, spot.sides.join(".")] : [];
    return lineWith(this.lines, cell, figure ? [figure.kind, figure.seat, ...place] : [token?.name ?? ""]);
  }

  /** Lift what a line has laid, so that it can be laid elsewhere. */
  async lift(line: string, hand: Hand, seat: SeatName | null): Promise<void> {
    if (seat) this.seat = seat;
    const answer = await this.lay(withoutLine(this.lines, line));
    if (answer.type === "refused") return;
    this.lifted = true;
    this.hand = hand;
    await this.look();
  }

  /** Put what was lifted back where it was. */
  async putBack(): Promise<void> {
    if (!this.lifted) return;
    [this.lifted, this.hand] = [false, null];
    await this.unlay();
  }

  private inHand(): Partial<Wish> {
    return this.hand && this.hand.kind !== "away" ? { [this.hand.kind]: this.hand.name, seat: this.seat } : {};
  }

  // -- playing on ---------------------------------------------------------------------------------------------------
  private async play(seat: SeatName, action: OfferedAction): Promise<Done | Refused> {
    const [tree, at] = tried(this.tree, this.at, seat, action as StudyMove["action"]);
    const before = [this.tree, this.at] as const;
    [this.tree, this.at] = [tree, at];
    if (await this.look()) return done;
    [this.tree, this.at] = before;
    return refused(null);
  }

  chance(offer: Offer): Promise<Done | Refused> {
    return this.play(CHANCE, offer.action);
  }

  /** Show another moment. */
  async go(node: number): Promise<void> {
    const before = this.at;
    this.at = node;
    if (!(await this.look())) this.at = before;
  }

  back(): void {
    if (this.at !== ROOT) void this.go(this.tree[this.at]!.parent);
  }

  on(): void {
    const next = this.tree[this.at]!.next[0];
    if (next !== undefined) void this.go(next);
  }

  /** Take back what was tried, from a node on. */
  async takeBack(node: number): Promise<void> {
    [this.tree, this.at] = takenBack(this.tree, node);
    this.known.clear(); // the nodes have other numbers
    await this.look();
  }

  /** Whether what is shown belongs to the main line. */
  get isMain(): boolean {
    return pathTo(this.tree, this.at).every((node) => this.tree[this.tree[node]!.parent]!.next[0] === node);
  }

  promote(): void {
    this.tree = promoted(this.tree, this.at);
  }

  /** Lay the table by hand as it is shown, if no turn is under way. */
  async layOn(): Promise<void> {
    if (this.at !== ROOT) {
      const { position } = await this.write();
      if (position) await this.lay(position);
      else this.notice = { text: word("study.under_way"), rule: "" };
      return;
    }
    this.laying = true;
    await this.look();
  }

  /** Play on from the table that was laid. */
  async playOn(): Promise<void> {
    [this.laying, this.hand] = [false, null];
    if (!(await this.look())) this.laying = true;
  }

  // -- the server ---------------------------------------------------------------------------------------------------
  /** Ask what is to be seen now; false if that cannot be. */
  async look(): Promise<boolean> {
    const { at, laying } = this;
    const found = laying ? undefined : this.known.get(at);
    if (found) {
      [this.told, this.notice] = [found, null];
      return true;
    }
    const answer = await (laying ? this.wish({ laying, ...this.inHand() }) : this.follow(pathTo(this.tree, at)));
    if (answer instanceof Problem) return false;
    if (this.at === at && this.laying === laying) this.told = answer;
    return true;
  }

  /** The moment after these nodes; what each of them was, in words, is kept. */
  private async follow(path: number[]): Promise<Studied | Problem> {
    const { tree } = this;
    const untold = path.findIndex((node) => !tree[node]!.told);
    const known = untold < 0 ? path.length : untold;
    const answer = await this.wish({ moves: this.movesTo(path), known });
    if (answer instanceof Problem || this.tree !== tree) return answer;
    const grown = [...tree];
    answer.moves?.forEach((told, number) => {
      const node = path[known + number]!;
      grown[node] = { ...grown[node]!, told };
    });
    this.tree = grown;
    this.known.set(path.at(-1) ?? ROOT, answer);
    return answer;
  }

  /** The line in words to its end, also what has not been looked at yet. */
  private async tellLine(): Promise<void> {
    if (this.line.some((node) => !this.tree[node]!.told)) await this.follow(this.line);
  }

  private movesTo(path: number[]): StudyMove[] {
    return path.map((node) => ({ seat: this.tree[node]!.seat, action: this.tree[node]!.action }));
  }

  private async wish(more: Partial<Wish>): Promise<Studied | Problem> {
    this.busy = true;
    try {
      const answer = await ask<Studied>("/api/study", { setup: this.setup, position: this.lines, ...more });
      this.notice = null;
      return answer;
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem("offline", "");
      this.notice = { text: problem.message || word("table.offline"), rule: problem.rule };
      return problem;
    } finally {
      this.busy = false;
    }
  }

  private get wished(): Partial<Wish> {
    const { setup, lines, laying } = this;
    return { setup, position: lines, laying, moves: laying ? [] : this.movesTo(pathTo(this.tree, this.at)) };
  }

  /** The record of what is shown, and its table as lines, if no turn is under way. */
  write(): Promise<StudyWritten> {
    return ask<StudyWritten>("/api/study/write", this.wished);
  }

  advice(): Promise<StudyAdvice> {
    return ask<StudyAdvice>("/api/study/advice", this.wished);
  }

  /** A table, and what was tried on it. Shows it at a node, or at the end of its line. */
  async open({ setup, position, tried, at }: Shared): Promise<boolean> {
    const kept = [this.setup, this.lines, this.tree, this.at, this.laying] as const;
    const tree = unpacked(tried);
    [this.setup, this.lines, this.tree, this.at] = [setup, position, tree, tree[at] ? at : ROOT];
    [this.laying, this.hand, this.before] = [!tried.length, null, []];
    this.known.clear();
    if (await this.look()) {
      this.seat = this.seats[0]!;
      void this.tellLine();
      return true;
    }
    [this.setup, this.lines, this.tree, this.at, this.laying] = kept;
    return false;
  }

  /** A record, or a save of another program. */
  async read(text: string, at?: number): Promise<string[]> {
    const found = await ask<StudyRead>("/api/study/read", { text });
    const tried = found.moves.map((move, number) => [number, move.seat, move.action] as [number, string, StudyMove["action"]]);
    await this.open({ setup: found.setup, position: found.position, tried, at: at ?? tried.length });
    return found.remarks ?? [];
  }

  get shared(): Shared {
    const [tried, at] = packed(this.tree, this.at);
    return { setup: this.setup, position: this.lines, tried, at };
  }

  /** Everything in words again: another language was chosen. */
  async again(): Promise<void> {
    this.known.clear();
    this.tree = this.tree.map((one) => ({ ...one, told: null }));
    await this.look();
    await this.tellLine();
  }
}

const done: Done = { type: "done", key: "", n: 0 };

function refused(problem: Problem | null): Refused {
  return { type: "refused", key: "", code: problem?.code ?? "", text: problem?.message ?? "" };
}
