// What goes over the wire between a client and the server of Aude (docs/server.md), and the JSON of boards
// (docs/board.md), actions (docs/actions.md) and set-ups (docs/setups.md) in it.
//
// Written by tools/make_types.py from src/aude/wire.py: do not edit, run `make types`.
//
// A field that the server leaves out is at its default.

/** The version of this protocol. */
export const VERSION = 1;

/** What can be said at a table. */
export const PHRASES = ["hello", "good_luck", "well_played", "thanks", "sorry", "wow", "one_moment", "take_your_time", "good_game"] as const;

/** A cell: x to the east, y to the south. */
export type Cell = [number, number];

/** Degrees, clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** A side of a tile. */
export type Side = "N" | "E" | "S" | "W";

/** A segment of a laid tile. */
export interface Spot {
  kind: string;
  sides: string[];
  cell: Cell;
}

/** A line of the sum that explains points. */
export interface ScoreLine {
  label: string;
  count: number;
  points: number;
}

/** Points, and the sum that explains them. */
export interface Value {
  points: number;
  lines: ScoreLine[];
}

/** What a laid tile shows, or what was laid over it. */
export interface Segment {
  spot: Spot;
  traits: string[];
  printed: number | null;
  feature: number;
}

/** A tile on the table. */
export interface LaidTile {
  id: string;
  cell: Cell;
  rotation: Rotation;
  segments: Segment[];
  symbols: string[];
}

/** A place for figures that is not a segment. */
export interface Place {
  name: string;
  cell: Cell | null;
  number: number;
  seat: string | null;
}

/** A figure that is not in a supply. */
export interface Figure {
  seat: string;
  kind: string;
  number: number;
  spot: Spot | null;
  place: Place | null;
  feature: number | null;
  weight: number;
}

/** What lies on tiles or stands at their sides. */
export interface Token {
  name: string;
  seat: string | null;
  cell: Cell;
  spot: Spot | null;
  side: Side | null;
}

/** Where a feature goes on, with the empty cell in front. */
export interface OpenEnd {
  spot: Spot;
  side: string | null;
  cell: Cell;
}

/** A city, road, field … on the table. */
export interface Feature {
  id: number;
  kind: string;
  spots: Spot[];
  cells: Cell[];
  open_ends: OpenEnd[];
  other_ends: number;
  completes: boolean;
  complete: boolean;
  scored: boolean;
  settled: boolean;
  weights: Record<string, number>;
  owners: string[];
  value: Value;
  value_when_complete: Value | null;
  beside: number[];
}

/** Where a tile fits. */
export interface Fit {
  cell: Cell;
  rotation: Rotation;
}

/** What a person at the table can see (docs/board.md). */
export interface Board {
  seats: string[];
  player: string;
  over: boolean;
  tile: string | null;
  tiles: LaidTile[];
  figures: Figure[];
  tokens: Token[];
  features: Feature[];
  empty_cells: Cell[];
  scores: Record<string, number>;
  supply: Record<string, Record<string, number>>;
  holdings: Record<string, Record<string, number>>;
  tiles_left: Record<string, number>;
  stacks: number[];
  fits?: Record<string, Fit[]>;
}

/**
 * What has changed on a board: the fields that changed, as they are now. Of a list of objects, what went (places in
 * the old list) and what came (places in the new list), in this order.
 */
export interface BoardChange {
  seats?: string[];
  player?: string;
  over?: boolean;
  tile?: string | null;
  tiles?: LaidTile[] | { gone: number[]; came: [number, LaidTile][] };
  figures?: Figure[] | { gone: number[]; came: [number, Figure][] };
  tokens?: Token[] | { gone: number[]; came: [number, Token][] };
  features?: Feature[] | { gone: number[]; came: [number, Feature][] };
  empty_cells?: Cell[];
  scores?: Record<string, number>;
  supply?: Record<string, Record<string, number>>;
  holdings?: Record<string, Record<string, number>>;
  tiles_left?: Record<string, number>;
  stacks?: number[];
  fits?: Record<string, Fit[]>;
}

/** A number that is left open, in an offer. */
export interface Range {
  low: number;
  high: number;
}

/**
 * Something that can be done: a verb and its facts (docs/actions.md). `which` tells apart what would be equal
 * otherwise, such as two castles on one tile.
 */
export type Action =
  | { verb: "abbey"; cell: Cell; which?: number }
  | { verb: "activate"; symbol: "add" | "anywhere" | "extra"; which?: number }
  | { verb: "activate"; symbol: "add" | "anywhere" | "extra"; cell: Cell; which?: number }
  | { verb: "add"; figure: string; spot: Spot; which?: number }
  | { verb: "aim"; cell: Cell; which?: number }
  | { verb: "all-add"; feature: "field" | "city" | "road"; which?: number }
  | { verb: "all-remove"; feature: "field" | "city" | "road"; which?: number }
  | { verb: "bid"; number: number; which?: number }
  | { verb: "block"; tile: string; cell: Cell; rotation: Rotation; which?: number }
  | { verb: "bridge"; axis: "N.S" | "E.W"; cell: Cell; which?: number }
  | { verb: "build"; which?: number }
  | { verb: "buy"; number: number; which?: number }
  | { verb: "capture"; owner: SeatName; figure: string; cell: Cell; which?: number }
  | { verb: "capture"; owner: SeatName; figure: string; spot: Spot; which?: number }
  | { verb: "capture"; owner: SeatName; figure: string; place: "tower"; cell: Cell; which?: number }
  | { verb: "castle"; spot: Spot; which?: number }
  | { verb: "catch"; which?: number }
  | { verb: "choose"; tile: string; which?: number }
  | { verb: "close"; figure: string; cell: Cell; which?: number }
  | { verb: "count"; quarter: "castle_quarter" | "market_quarter" | "blacksmith_quarter" | "cathedral_quarter"; which?: number }
  | { verb: "crown"; figure: string; sector: "fortune" | "taxes" | "famine" | "storm" | "inquisition" | "plague"; which?: number }
  | { verb: "deploy"; figure: string; corner: "NW" | "NE" | "SE" | "SW"; which?: number }
  | { verb: "deploy"; figure: string; spot: Spot; which?: number }
  | { verb: "discard"; which?: number }
  | { verb: "dismiss"; owner: SeatName; figure: string; spot: Spot; which?: number }
  | { verb: "done"; which?: number }
  | { verb: "dragon"; cell: Cell; which?: number }
  | { verb: "draw"; tile: string; which?: number }
  | { verb: "drive"; spot: Spot; which?: number }
  | { verb: "escape"; figure: string; spot: Spot; which?: number }
  | { verb: "exchange"; figure: string; which?: number }
  | { verb: "fairy"; figure: string; cell: Cell; which?: number }
  | { verb: "fairy"; figure: string; spot: Spot; which?: number }
  | { verb: "fairy"; cell: Cell; which?: number }
  | { verb: "fall"; where: "short" | "beyond"; which?: number }
  | { verb: "farther"; which?: number }
  | { verb: "fly"; power: "short" | "medium" | "long"; which?: number }
  | { verb: "gate"; side: Side; cell: Cell; which?: number }
  | { verb: "grab"; result: "caught" | "touched" | "nothing"; which?: number }
  | { verb: "guard"; which?: number }
  | { verb: "hit"; owner: SeatName; figure: string; cell: Cell; which?: number }
  | { verb: "hit"; owner: SeatName; figure: string; spot: Spot; which?: number }
  | { verb: "home"; which?: number }
  | { verb: "join"; figure: string; spot: Spot; which?: number }
  | { verb: "keep"; which?: number }
  | { verb: "land"; cell: Cell; which?: number }
  | { verb: "leave"; which?: number }
  | { verb: "level"; which?: number }
  | { verb: "miss"; which?: number }
  | { verb: "nearer"; which?: number }
  | { verb: "nearest"; owner: SeatName; figure: string; spot: Spot; which?: number }
  | { verb: "pass"; which?: number }
  | { verb: "place"; cell: Cell; rotation: Rotation; which?: number }
  | { verb: "plague"; figure: string; cell: Cell; which?: number }
  | { verb: "plague"; figure: string; cell: Cell; number: number; which?: number }
  | { verb: "plague"; figure: string; spot: Spot; which?: number }
  | { verb: "plague"; figure: string; sector: "fortune" | "taxes" | "famine" | "storm" | "inquisition" | "plague"; which?: number }
  | { verb: "power"; power: "short" | "medium" | "long"; which?: number }
  | { verb: "quarter"; figure: string; quarter: "castle_quarter" | "market_quarter" | "blacksmith_quarter" | "cathedral_quarter"; which?: number }
  | { verb: "ransom"; figure: string; captor: SeatName; which?: number }
  | { verb: "recall"; figure: string; spot: Spot; which?: number }
  | { verb: "remove"; figure: string; spot: Spot; which?: number }
  | { verb: "report"; result: "caught" | "beyond" | "short" | "touched"; which?: number }
  | { verb: "rest"; which?: number }
  | { verb: "score"; spot: Spot; which?: number }
  | { verb: "second"; which?: number }
  | { verb: "seduce"; seducer: string; owner: SeatName; figure: string; spot: Spot; which?: number }
  | { verb: "sell"; number: number; which?: number }
  | { verb: "span"; cell: Cell; rotation: Rotation; which?: number }
  | { verb: "spare"; owner: SeatName; figure: string; cell: Cell; which?: number }
  | { verb: "spare"; owner: SeatName; figure: string; spot: Spot; which?: number }
  | { verb: "start"; seat: SeatName; which?: number }
  | { verb: "stop"; which?: number }
  | { verb: "strength"; number: number; which?: number }
  | { verb: "take"; points: number; spot: Spot; which?: number }
  | { verb: "token"; token: "knock-out" | "seduction" | "target" | "catch"; which?: number }
  | { verb: "tower"; side: Side; cell: Cell; which?: number }
  | { verb: "tower"; cell: Cell; which?: number }
  | { verb: "tunnel"; spot: Spot; which?: number }
  | { verb: "tunnel"; spot: Spot; first: Spot; which?: number }
  | { verb: "wall"; side: Side; cell: Cell; which?: number }
  | { verb: "wobble"; number: number; which?: number };

/**
 * An action as it is offered: one number may be left open, as a range. Whoever sends the action puts a number in
 * its place.
 */
export type OfferedAction =
  | Action
  | { verb: "bid"; number: Range; which?: number }
  | { verb: "buy"; number: Range; which?: number }
  | { verb: "plague"; figure: string; cell: Cell; number: Range; which?: number }
  | { verb: "sell"; number: Range; which?: number }
  | { verb: "strength"; number: Range; which?: number }
  | { verb: "wobble"; number: Range; which?: number };

/** Something that has happened: its name and its facts. */
export type Event =
  | { event: "acquired"; seat: SeatName; tile: string }
  | { event: "activated_add"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation }
  | { event: "activated_anywhere"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation }
  | { event: "activated_extra"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation }
  | { event: "all_add"; seat: SeatName }
  | { event: "all_remove"; seat: SeatName }
  | { event: "auctioned"; tile: string }
  | { event: "barn_laid"; seat: SeatName; spot: Spot }
  | { event: "bid"; seat: SeatName; number: number }
  | { event: "bridge_built"; seat: SeatName; spot: Spot }
  | { event: "brings"; seat: SeatName; tile: string }
  | { event: "captured"; seat: SeatName; prisoner_seat: SeatName; prisoner: string; tile: string; cell: Cell; rotation: Rotation }
  | { event: "castle_completed"; spot: Spot }
  | { event: "castle_founded"; seat: SeatName; spot: Spot }
  | { event: "catch_round"; seat: SeatName }
  | { event: "city_tower_built"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation; side: Side }
  | { event: "cloth"; seat: SeatName; number: number }
  | { event: "count_to_blacksmith_quarter" }
  | { event: "count_to_castle_quarter" }
  | { event: "count_to_cathedral_quarter" }
  | { event: "count_to_market_quarter" }
  | { event: "crown_famine"; seat: SeatName; figure: string }
  | { event: "crown_fortune"; seat: SeatName; figure: string }
  | { event: "crown_inquisition"; seat: SeatName; figure: string }
  | { event: "crown_plague"; seat: SeatName; figure: string }
  | { event: "crown_storm"; seat: SeatName; figure: string }
  | { event: "crown_taxes"; seat: SeatName; figure: string }
  | { event: "deployed"; seat: SeatName; figure: string; spot: Spot }
  | { event: "discarded"; tile: string }
  | { event: "dragon_moved"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation }
  | { event: "dragon_placed"; tile: string; cell: Cell; rotation: Rotation }
  | { event: "drawn"; seat: SeatName; tile: string }
  | { event: "extra_turn"; seat: SeatName }
  | { event: "fairy_moved"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation }
  | { event: "freed"; seat: SeatName; figure: string }
  | { event: "gate_built"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation; side: Side }
  | { event: "grain"; seat: SeatName; number: number }
  | { event: "guard_posted"; seat: SeatName; figure: string; tile: string; cell: Cell; rotation: Rotation; side: Side }
  | { event: "hand_wobbled"; seat: SeatName }
  | { event: "highest_bid"; seat: SeatName; number: number }
  | { event: "joined"; seat: SeatName; figure: string; spot: Spot }
  | { event: "king_taken"; seat: SeatName; tiles: number }
  | { event: "knock_out_round"; seat: SeatName }
  | { event: "knocked_out"; seat: SeatName; owner_seat: SeatName; owner: string; tile: string; cell: Cell; rotation: Rotation }
  | { event: "no_auction" }
  | { event: "no_bid"; seat: SeatName }
  | { event: "no_physics" }
  | { event: "offered"; tile: string }
  | { event: "outdone"; seat: SeatName; figure: string; spot: Spot }
  | { event: "placed"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation }
  | { event: "put_back"; number: number }
  | { event: "put_up"; seat: SeatName; tile: string }
  | { event: "ransomed"; seat: SeatName; figure: string; captor: SeatName }
  | { event: "returned"; seat: SeatName; figure: string; spot: Spot }
  | { event: "river_ended"; seat: SeatName }
  | { event: "robber_taken"; seat: SeatName; tiles: number }
  | { event: "scored"; seat: SeatName; points: number; feature?: Spot; complete?: boolean; lines?: ScoreLine[] }
  | { event: "second"; seat: SeatName }
  | { event: "seduced"; seat: SeatName; owner_seat: SeatName; owner: string; spot: Spot }
  | { event: "seduction_round"; seat: SeatName }
  | { event: "sent_away"; seat: SeatName; owner_seat: SeatName; owner: string; spot: Spot }
  | { event: "set_aside"; tile: string }
  | { event: "shuffled_in"; number: number }
  | { event: "stricken"; seat: SeatName; figure: string }
  | { event: "target_round"; seat: SeatName }
  | { event: "to_blacksmith_quarter"; seat: SeatName; figure: string }
  | { event: "to_castle_quarter"; seat: SeatName; figure: string }
  | { event: "to_cathedral_quarter"; seat: SeatName; figure: string }
  | { event: "to_market_quarter"; seat: SeatName; figure: string }
  | { event: "token_landed"; seat: SeatName; x: number; y: number }
  | { event: "tower_built"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation; number: number }
  | { event: "tower_closed"; seat: SeatName; figure: string; tile: string; cell: Cell; rotation: Rotation }
  | { event: "tunnel_joined"; seat: SeatName; spot: Spot; other: Spot }
  | { event: "tunnel_token"; seat: SeatName; spot: Spot }
  | { event: "uncrowned"; seat: SeatName; figure: string }
  | { event: "wall_built"; seat: SeatName; tile: string; cell: Cell; rotation: Rotation; side: Side }
  | { event: "wall_closed"; number: number }
  | { event: "wheel_famine"; seat: SeatName }
  | { event: "wheel_fortune"; seat: SeatName }
  | { event: "wheel_inquisition"; seat: SeatName }
  | { event: "wheel_plague"; seat: SeatName }
  | { event: "wheel_storm"; seat: SeatName }
  | { event: "wheel_taxes"; seat: SeatName }
  | { event: "wine"; seat: SeatName; number: number }
  | { event: "wobbled_left_far"; seat: SeatName; aside: number; along: number }
  | { event: "wobbled_left_short"; seat: SeatName; aside: number; along: number }
  | { event: "wobbled_right_far"; seat: SeatName; aside: number; along: number }
  | { event: "wobbled_right_short"; seat: SeatName; aside: number; along: number };

/** What is decided before the first tile (docs/setups.md). Fields at their default are not sent. */
export interface Setup {
  version?: 1;
  title?: string | Record<string, string>;
  game?: string;
  boxes?: string[] | "all";
  players?: string[] | number;
  without?: string[];
  start?: string[];
  order?: string[];
  rest?: "random" | "none";
  seed?: number;
  position?: string;
  options?: Record<string, string>;
  figures?: Record<string, number>;
  tiles?: Record<string, number>;
  bots?: Record<string, string>;
}

/** The name of a seat. */
export type SeatName = string;

/** How many choices have been made, those of chance included. */
export type Position = number;

/** Answer the open question, or interrupt, for a seat of yours. `seen` is the `position` that you are acting on. */
export interface Act {
  do: "act";
  seat: SeatName;
  action: Action;
  seen: Position;
}

/** End your turn: the next tile is drawn. */
export interface Confirm {
  do: "confirm";
  seat: SeatName;
  seen: Position;
}

/** Take back your last choice. Draws cannot be taken back. */
export interface Undo {
  do: "undo";
  seat: SeatName;
  seen: Position;
}

/** Ask all players to go back to an earlier position. What was drawn since then will be drawn again. */
export interface AskTakeBack {
  do: "ask_take_back";
  seat: SeatName;
  position: Position;
}

/** Agree to going back, or not. */
export interface AnswerTakeBack {
  do: "answer_take_back";
  agree: boolean;
}

/** Random bytes in hex, which enter the shuffle (docs/fairness.md). */
export type Contribution = string;

/** Take a free seat, with random bytes of your own for the shuffle. */
export interface Sit {
  do: "sit";
  seat: SeatName;
  contribution: Contribution;
}

/** Leave a seat before the game begins. The host may free any seat. */
export interface Stand {
  do: "stand";
  seat: SeatName;
}

/** A bot, as docs/bots.md names it. */
export type BotName = string;

/** The host puts a bot into a free seat. */
export interface SeatBot {
  do: "seat_bot";
  seat: SeatName;
  bot: BotName;
}

/** The host begins the game. */
export interface Start {
  do: "start";
}

/** A person at a table. */
export type PersonId = string;

/** The host removes somebody from the table. A seat of theirs is played on by a bot. */
export interface Remove {
  do: "remove";
  person: PersonId;
}

/** The host makes somebody else the host. */
export interface HandOver {
  do: "hand_over";
  person: PersonId;
}

/** Leave the table. Players of a running game give up their seats. */
export interface Leave {
  do: "leave";
}

/** Give up the game for a seat of yours. */
export interface Resign {
  do: "resign";
  seat: SeatName;
}

/** Stop the clocks, or let them run again. */
export interface Pause {
  do: "pause";
  paused: boolean;
}

export type Phrase = "good_game" | "good_luck" | "hello" | "one_moment" | "sorry" | "take_your_time" | "thanks" | "well_played" | "wow";

/** Say one of the fixed phrases. */
export interface Say {
  do: "say";
  phrase: Phrase;
}

/** After the game: make a new table with the same set-up, people and bots. */
export interface Rematch {
  do: "rematch";
}

/** An id that the client gives a command. */
export type Key = string;

/** Carry out a command. A key counts once, so a client that got no answer sends the same message again. */
export interface Do {
  type: "do";
  key: Key;
  command: AnyCommand;
}

/** Is the connection alive? Answered by `pong`. */
export interface Ping {
  type: "ping";
}

/** How time is kept: not at all, with a chess clock, or in days for each move. */
export interface Clock {
  /** Default: "none". */
  kind?: "chess" | "days" | "none";
  /** Default: 15. */
  minutes?: number;
  /** Seconds that a turn adds. Default: 10. */
  increment?: number;
  /** Default: 3. */
  days?: number;
}

/** POST /api/tables: make a table. `bots` says which seats bots take. */
export interface NewTable {
  /** Default: {}. */
  setup?: Setup;
  /** Default: {}. */
  bots?: Record<SeatName, BotName>;
  /** Default: {}. */
  clock?: Clock;
  /** Default: false. */
  listed?: boolean;
  /** People end their turns themselves, so that they can take back their last choice. Default: true. */
  confirm?: boolean;
  /** No aids at this table. Default: false. */
  purist?: boolean;
  /** The same key makes the same table. Default: "". */
  key?: string;
}

/** POST /api/tables/ID/join: come to a table. */
export type Join = Record<string, never>;

/** What a person is called. */
export type Name = string;

/** POST /api/me: say what you are called. */
export interface Rename {
  name: Name;
}

/** Every answer that is not a success: what is wrong, for programs (`code`) and for people (`text`). */
export interface Problem {
  code: string;
  text: string;
  /** The numbered rule that forbids it. Default: "". */
  rule?: string;
}

/** GET /health: the server serves. `protocol` is the version of this protocol. */
export interface Health {
  status: "ok";
  version: string;
  protocol: number;
}

/** A table. Whoever knows the id of a private table can come to it. */
export type TableId = string;

/** POST /api/tables and /api/tables/ID/join: the table that was made or joined. */
export interface TableMade {
  table: TableId;
}

/** A seat of a table in the list. */
export interface ListedSeat {
  name: SeatName;
  free: boolean;
  /** Default: null. */
  bot?: BotName | null;
}

/** A time, or the server's clock. */
export type Milliseconds = number;

/** A table in the list. `changed` is when something happened there last. */
export interface ListedTable {
  table: TableId;
  state: "open" | "over" | "running";
  changed: Milliseconds;
  host: Name;
  game: string;
  boxes: string[];
  seats: ListedSeat[];
  /** Whether it is your turn there; only at /api/me/tables. Default: false. */
  your_turn?: boolean;
}

/** GET /api/tables and /api/me/tables: the listed tables, or your own, most recently changed first. */
export interface TableList {
  tables: ListedTable[];
}

/** GET /api/me: who you are. `link` makes you the same person on another device; it is a secret. */
export interface Me {
  id: PersonId;
  name: string;
  link: string;
}

/** Somebody at a table. */
export interface Person {
  id: PersonId;
  name: string;
}

/** A seat, and who plays it. `remaining` is what its clock showed when it stopped or began, in milliseconds. */
export interface SeatInfo {
  name: SeatName;
  /** Default: null. */
  person?: PersonId | null;
  /** Default: null. */
  bot?: string | null;
  /** Default: null. */
  gave_up?: "left" | "removed" | "resigned" | "time" | null;
  /** Default: null. */
  remaining?: Milliseconds | null;
}

/** Something that may be chosen: the action to send back, and the sentence for people. */
export interface Offer {
  action: OfferedAction;
  text: string;
  /** It answers no question: it may be done in between, or left. Default: false. */
  besides?: boolean;
}

/** An event, with the sentence for this viewer. */
export interface Told {
  event: Event;
  text: string;
}

/** What is asked. `offers` holds only what the seats of this viewer may choose, by seat. */
export interface Question {
  /** The seat that is asked; null if the turn waits to be confirmed. */
  actor: string | null;
  /** What is asked: `place`, `deploy`, `bid` … */
  step: string;
  text: string;
  /** What the question is about, if the board does not show it. Default: []. */
  about?: Told[];
  /** If something is to fly over the table: where it begins and, if known, is to end. Default: []. */
  flight?: [number, number][];
  /** Default: {}. */
  offers?: Record<SeatName, Offer[]>;
  /** The seat whose turn waits to be confirmed. Default: null. */
  confirm?: SeatName | null;
  /** The seat of this viewer that can take back a choice. Default: null. */
  undo?: SeatName | null;
}

/** A choice that was made, by a seat or by `chance`, and what happened. */
export interface MoveTold {
  seat: string;
  action: Action;
  text: string;
  /** Default: []. */
  events?: Told[];
  /** What flew over the table just now: through the air to the second point, then along it. Default: []. */
  flight?: [number, number][];
}

/** A phrase that somebody said. */
export interface Said {
  person: PersonId;
  phrase: Phrase;
  text: string;
}

/** Somebody asks to go back; who has agreed so far. */
export interface TakeBack {
  seat: SeatName;
  position: Position;
  agreed: PersonId[];
}

/** The shuffle: a commitment from the beginning, all contributions and the secret when the game is over. */
export interface Shuffle {
  commitment: string;
  /** Default: []. */
  contributions?: [SeatName, Contribution][];
  /** Default: null. */
  secret?: string | null;
}

/** Everything about a table but the game itself. */
export interface About {
  table: TableId;
  state: "open" | "over" | "running";
  host: PersonId;
  setup: Setup;
  people: Person[];
  seats: SeatInfo[];
  clock: Clock;
  listed: boolean;
  confirm: boolean;
  purist: boolean;
  paused: boolean;
  shuffle: Shuffle;
  /** Default: null. */
  take_back?: TakeBack | null;
  /** The seat whose clock runs. Default: null. */
  running?: SeatName | null;
  /** Since when it runs, by the server's clock. Default: null. */
  since?: Milliseconds | null;
  /** How the game ended. Default: null. */
  ended?: "left" | "played" | "removed" | "resigned" | "time" | null;
  /** Default: []. */
  winners?: SeatName[];
  /** Default: null. */
  rematch?: TableId | null;
}

/** How many rows of the table are stored. */
export type RowNumber = number;

/** The whole table: the first message on a socket. */
export interface Whole {
  type: "table";
  n: RowNumber;
  now: Milliseconds;
  about: About;
  /** Default: 0. */
  position?: Position;
  /** Default: null. */
  board?: Board | null;
  /** Default: null. */
  question?: Question | null;
  /** The last moves. Default: []. */
  moves?: MoveTold[];
}

/** What has changed since row `after`. Moves from `kept` on are new; `board` is a difference (docs/server.md). */
export interface Changed {
  type: "changed";
  after: RowNumber;
  n: RowNumber;
  now: Milliseconds;
  /** Default: null. */
  about?: About | null;
  /** Default: 0. */
  kept?: Position;
  /** Default: 0. */
  position?: Position;
  /** Default: []. */
  moves?: MoveTold[];
  /** Default: null. */
  board?: BoardChange | null;
  /** Default: null. */
  question?: Question | null;
  /** Default: []. */
  said?: Said[];
}

/** A command was carried out, and is stored. */
export interface Done {
  type: "done";
  key: string;
  n: RowNumber;
}

/** A command was not carried out; nothing has changed. `stale`: the table has changed since it was seen. */
export interface Refused {
  type: "refused";
  key: string;
  code: string;
  text: string;
  /** The numbered rule that forbids it. Default: "". */
  rule?: string;
  /** Default: false. */
  stale?: boolean;
}

/** The connection is alive. */
export interface Pong {
  type: "pong";
  now: Milliseconds;
}

/** The last message of a connection: why it ends, and whether to come again. */
export interface Closing {
  type: "closing";
  code: "removed" | "stopping" | "too_many" | "too_slow" | "unknown_table" | "unreadable";
  text: string;
  retry: boolean;
}

/** An answer, and its sentence: for a tile, what it shows in this rotation. */
export interface SpokenAnswer {
  seat: SeatName;
  action: OfferedAction;
  text: string;
}

/** A line of what may be chosen. A tile that can lie in a cell in several ways has an answer for each. */
export interface SpokenChoice {
  text: string;
  answers: SpokenAnswer[];
}

/** GET /api/tables/ID/words: the table in sentences, for those who listen, with what their seats may choose. */
export interface InWords {
  turn: string[];
  choices: SpokenChoice[];
  board: string[];
}

/** GET /api/tables/ID/aids: the points of each seat if the game ended now; empty cells that no tile left fits. */
export interface Aids {
  scores: Record<SeatName, number>;
  hopeless: [number, number][];
}

/** GET /api/tables/ID/moments/POSITION: the board after so many choices, and the last of them. */
export interface Moment {
  position: Position;
  board: Board;
  /** Default: null. */
  move?: MoveTold | null;
}

/** GET /api/tables/ID/course: every choice so far; scores and free figures of all seats after 0, 1, 2 … of them. */
export interface Course {
  moves: MoveTold[];
  scores: number[][];
  free: number[][];
}

/** A draw: the choice with this place in the game. `among` is what could be drawn: what, and how many of it. */
export interface Drawn {
  position: Position;
  among: [number, number][];
}

/** GET /api/tables/ID/draws: everything that was drawn in a game that is over, so that anybody can check it. */
export interface Draws {
  actions: Action[];
  draws: Drawn[];
  /** Default: 0. */
  observed?: number;
}

/** Something to choose, with its words. */
export interface Named {
  id: string;
  text: string;
}

/** A house rule: its values in words, the default first, and the ruling that explains it. */
export interface OptionTold {
  name: string;
  ruling: string;
  values: Named[];
}

/** A game, or an expansion of one. `tiles` and `minutes` are what it adds; `difficulty` is from 1 to 3. */
export interface BoxTold {
  id: string;
  title: string;
  about: string;
  extends: string | null;
  picture: string;
  tiles: number;
  minutes: number;
  difficulty: number;
  seats: [number, number];
  excludes: string[];
  alone: boolean;
  elements: Named[];
  options: OptionTold[];
}

/** A set-up that has a name. */
export interface PresetTold {
  name: string;
  title: string;
  setup: Setup;
  tiles: number;
  minutes: number;
  difficulty: number;
}

/** A bot, from weak to strong. */
export interface BotTold {
  name: BotName;
  title: string;
  about: string;
}

/** GET /api/catalog: everything that can be chosen for a new table. */
export interface Catalog {
  boxes: BoxTold[];
  presets: PresetTold[];
  bots: BotTold[];
  colours: Named[];
  clocks: Named[];
  phrases: Named[];
}

/** POST /api/catalog/check: can this be played? */
export interface CheckSetup {
  /** Default: {}. */
  setup?: Setup;
}

/** How long and how hard a game would be; or what is wrong with its set-up, and in which field. */
export interface SetupChecked {
  /** Default: 0. */
  tiles?: number;
  /** Default: 0. */
  minutes?: number;
  /** Default: 0. */
  difficulty?: number;
  /** Default: [0, 0]. */
  seats?: [number, number];
  /** Default: "". */
  field?: string;
  /** Default: "". */
  problem?: string;
}

/** A numbered paragraph of the rules. `example`: it can be looked at on a board, step by step. */
export interface EntryTold {
  id: string;
  kind: "decision" | "example" | "rule" | "ruling";
  text: string;
  /** Default: false. */
  example?: boolean;
}

/** The numbered rules of one box. */
export interface RulesOfBox {
  box: string;
  title: string;
  entries: EntryTold[];
}

/** A line of the turn order, what can be done there, and its steps as `Question.step` names them. */
export interface StepTold {
  steps: string[];
  text: string;
  /** Default: []. */
  below?: string[];
}

/** GET /api/rules: the rules of the boxes in play, and the order of the turn. */
export interface RulesTold {
  preparations: string[];
  turn: StepTold[];
  end: StepTold[];
  boxes: RulesOfBox[];
}

/** A worked example of the rules that can be shown on the board; `title` is that of its box. */
export interface ExampleListed {
  id: string;
  box: string;
  title: string;
  text: string;
}

/** GET /api/examples: all of them. */
export interface ExampleList {
  examples: ExampleListed[];
}

/**
 * GET /api/examples/ID: a worked example, and what happens in each turn of each of its cases.      GET
 * /api/examples/ID/N.svg draws the board: 0 is the beginning of the first case, then come its turns, then the
 * beginning of the second case, and so on.
 */
export interface ExampleTold {
  id: string;
  box: string;
  title: string;
  text: string;
  cases: string[][][];
  /** Why only the table can be shown: no published tile leads further. Default: "". */
  remark?: string;
}

/** A step of the guided first game; it shows an example after so many of its turns. */
export interface LessonStep {
  title: string;
  text: string;
  example: string;
  shows: number;
}

/** GET /api/lesson: the guided first game. */
export interface LessonTold {
  steps: LessonStep[];
}

/** A choice that is tried: the seat that chooses, or `chance`, and what it chooses. */
export interface StudyMove {
  seat: SeatName;
  action: Action;
}

/** POST /api/study: a table that somebody thinks about. The server keeps nothing of it. */
export interface Study {
  /** Default: {}. */
  setup?: Setup;
  /** Lines that lay a table, as in records: `lay base/CFFF 0,-1 turn 180`. Default: []. */
  position?: string[];
  /** What is played from there; none while `laying`. Default: []. */
  moves?: StudyMove[];
  /** The table is being laid by hand: what is complete may wait for its scoring. Default: false. */
  laying?: boolean;
  /** Default: 0. */
  known?: Position;
  /** While laying: what is to be laid, a tile, Default: "". */
  tile?: string;
  /** or a figure of `seat`, Default: "". */
  figure?: string;
  /** or something else, which may belong to `seat`. Default: "". */
  piece?: string;
  /** Default: "". */
  seat?: string;
}

/** Something that can be laid by hand: the line that lays it, and the same as an action, in a sentence. */
export interface Laying {
  line: string;
  action: Action;
  text: string;
}

/** What the table looks like, and what may be chosen by every seat and by `chance`. */
export interface Studied {
  setup: Setup;
  board: Board;
  /** Null while laying, and when the game is over. Default: null. */
  question?: Question | null;
  /** Those that are not `known`. Default: []. */
  moves?: MoveTold[];
  /** Default: {}. */
  if_ended_now?: Record<SeatName, number>;
  /** Where the tile, figure or piece can be laid. Default: []. */
  layings?: Laying[];
  /** What boxes bring that can be laid; told while laying. Default: []. */
  pieces?: string[];
  /** What seats, figures, pieces and holdings are called. Default: {}. */
  words?: Record<string, string>;
  /** The boxes of `GET /api/kit` that the board is drawn with. Default: []. */
  kit?: string[];
}

/** POST /api/study/read: a record, lines of a position, or a save of JCloisterZone. */
export interface StudyText {
  text: string;
}

/** What a text tells. `remarks`: where the rules of another program differ. */
export interface StudyRead {
  setup: Setup;
  /** Lines that lay a table, as in records: `lay base/CFFF 0,-1 turn 180`. */
  position: string[];
  moves: StudyMove[];
  /** Default: []. */
  remarks?: string[];
}

/** POST /api/study/write: the record of a study, and the table between two turns as lines of a position. */
export interface StudyWritten {
  record: string;
  /** Null in the middle of a turn. Default: null. */
  position?: string[] | null;
}

/** POST /api/study/advice: the best answer to the open question, then a line for each reason. */
export interface StudyAdvice {
  lines: string[];
}

/** The parts of all pictures of a game. */
export interface Kit {
  defs: string;
  css: string;
  tiles: Record<string, TileArt>;
  ornaments: Record<string, OrnamentArt>;
  figures: Record<string, FigureArt>;
  kinds: Record<string, KindArt>;
  marks: string[];
  words: Record<string, string>;
  lines: Record<string, string>;
}

/** A tile on 100 by 100, unturned. */
export interface TileArt {
  ground: string;
  stands: [string, number, number, number][];
  strewn: Record<string, number[]>;
  spots: Record<string, [number, number]>;
  regions: Record<string, number[][]>;
  places: [number, number][];
  tokens: Record<string, [number, number]>;
  captions: string[];
}

/** Something that stands on tiles. `symbol` is the id of its drawing, empty if it is invisible. */
export interface OrnamentArt {
  symbol: string;
  half: number;
  drop: number;
}

/** A figure or token around 0,0; `aude.draw.book` explains the fields. */
export interface FigureArt {
  symbol: string;
  lying: string;
  radius: number;
  marks: [number, number, number][];
  lying_marks: [number, number, number][];
  nobodys: string;
  flat: boolean;
  upon: string;
  at_corner: boolean;
  foot: number;
  rise: number;
}

/** How the segments of one kind are drawn. */
export interface KindArt {
  manner: string;
  width: number;
  scatter: Record<string, number>;
  spacing: number;
  share: number;
}

/** Something that a person does at a table. */
export type AnyCommand = Act | Confirm | Undo | AskTakeBack | AnswerTakeBack | Sit | Stand | SeatBot | Start | Remove | HandOver | Leave | Resign | Pause | Say | Rematch;

/** What a client sends over the socket of a table. */
export type FromClient = Do | Ping;

/** What the server sends over the socket of a table. */
export type FromServer = Whole | Changed | Done | Refused | Pong | Closing;
