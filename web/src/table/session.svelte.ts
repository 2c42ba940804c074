// A table as this browser knows it: the one store that applies what the server says.

import { noteCommitment, noteContribution } from "../shared/noted";
import { Connection, type Status } from "../wire/connection";
import { playerOf } from "./names";
import { applied } from "../wire/changes";
import type { About, AnyCommand, Board, Changed, Closing, Done, MoveTold, Question, Refused, Said, SeatName, Whole } from "../wire/types";

export interface Notice {
  text: string;
  rule: string;
}

/** What the parts of a table need to know of it: also a board that is studied without a table on the server. */
export type Seated = Pick<
  Session,
  "about" | "board" | "question" | "moves" | "position" | "notice" | "busy" | "me" | "own" | "asked" | "nameOf" | "send"
>;

export class Session {
  about = $state.raw<About | null>(null);
  board = $state.raw<Board | null>(null);
  question = $state.raw<Question | null>(null);
  moves = $state.raw<MoveTold[]>([]); // the last ones: the newest is number `position`
  said = $state.raw<(Said & { id: number })[]>([]);
  position = $state(0);
  status = $state<Status>("connecting");
  ended = $state.raw<Closing | null>(null);
  notice = $state.raw<Notice | null>(null); // why the last command was refused
  busy = $state(false); // a command is on its way
  words = $state.raw<Record<string, string>>({}); // what the colours of seats are called
  missed = $state<number | null>(null); // how many choices were made while the connection was lost; null before it was, or later
  bots = $state.raw<Record<string, string>>({}); // what bots are called, in the language of the page,
  game = $state(""); // and the game
  private n = 0;
  private lostAt: number | null = null; // the position that was known when the connection was lost
  private readonly connection: Connection;

  constructor(
    readonly table: string,
    readonly me: string,
    language: string,
  ) {
    this.connection = new Connection(table, language, {
      whole: (message) => this.takeWhole(message),
      changed: (message) => this.takeChanged(message),
      status: (status, why) => {
        if (status === "lost" && this.status === "open") this.lostAt = this.position;
        this.status = status;
        this.ended = why ?? null;
      },
    });
  }

  /** The seats that this browser plays. */
  get own(): SeatName[] {
    return this.about?.seats.filter((seat) => seat.person === this.me && !seat.bot).map((seat) => seat.name) ?? [];
  }

  /** The seat of ours that has to answer now. */
  get asked(): SeatName | null {
    const waiting = this.question?.confirm ?? this.question?.actor ?? null;
    return waiting !== null && this.own.includes(waiting) ? waiting : null;
  }

  /** Who plays a seat. */
  nameOf(seat: SeatName): string {
    return playerOf(this.about, seat, this.words, this.bots);
  }

  async send(command: AnyCommand): Promise<Done | Refused> {
    this.busy = true;
    if (command.do === "sit") noteContribution(this.table, command.seat, command.contribution);
    const answer = await this.connection.send(command);
    this.busy = false;
    this.notice = answer.type === "refused" ? { text: answer.text, rule: answer.rule ?? "" } : null;
    return answer;
  }

  speak(language: string): void {
    this.connection.again(language);
  }

  close(): void {
    this.connection.close();
  }

  private takeWhole(message: Whole): void {
    this.n = message.n;
    this.about = message.about;
    if (message.about.state === "open") noteCommitment(this.table, message.about.shuffle.commitment);
    this.board = message.board ?? null;
    this.question = message.question ?? null;
    this.moves = message.moves ?? [];
    this.position = message.position ?? 0;
    if (this.lostAt !== null) this.missed = Math.max(0, this.position - this.lostAt);
    this.lostAt = null;
  }

  private takeChanged(message: Changed): void {
    if (message.n <= this.n) return;
    if (message.after !== this.n) return this.connection.again(); // something is missing: ask for everything
    this.n = message.n;
    if (message.about) this.about = message.about;
    if (message.board) this.board = this.board ? applied(this.board, message.board) : (message.board as Board);
    this.question = message.question ?? null;
    const first = this.position - this.moves.length; // the number of the oldest move that we know
    this.moves = [...this.moves.slice(0, Math.max(0, (message.kept ?? 0) - first)), ...(message.moves ?? [])];
    this.position = message.position ?? 0;
    if (message.said) this.said = [...this.said, ...message.said.map((one) => ({ ...one, id: Math.random() }))].slice(-20);
    this.notice = null;
  }
}
