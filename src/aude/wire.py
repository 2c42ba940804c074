"""What goes over the wire between clients and the server: every message, as a type.

Clients send `Do` and `Ping` over the socket of a table; what they send over HTTP names its route. The server sends the
rest. Unknown fields and wrong types are refused, never guessed. Actions, events, set-ups and boards are JSON as the
library writes it everywhere (docs/actions.md, docs/setups.md, docs/board.md). docs/server.md shows each message, and
TypeScript types are made from this module.

>>> import msgspec
>>> decoder = msgspec.json.Decoder(FromClient)
>>> decoder.decode(b'{"type":"do","key":"a1","command":{"do":"say","phrase":"hello"}}')
Do(key='a1', command=Say(phrase='hello'))
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

VERSION = 1
"""The version of this protocol."""

# A title makes a type of its own in OpenAPI and TypeScript (`aude.server.schema`).
Key: TypeAlias = Annotated[
    str, Meta(title="Key", pattern=r"^[!-~]{1,64}(?!\n)$", description="An id that the client gives a command.")
]
Name: TypeAlias = Annotated[
    str, Meta(title="Name", min_length=1, max_length=20, description="What a person is called.")
]
SeatName: TypeAlias = Annotated[
    str, Meta(title="SeatName", min_length=1, max_length=40, description="The name of a seat.")
]
BotName: TypeAlias = Annotated[
    str, Meta(title="BotName", min_length=1, max_length=40, description="A bot, as docs/bots.md names it.")
]
PersonId: TypeAlias = Annotated[
    str, Meta(title="PersonId", min_length=1, max_length=40, description="A person at a table.")
]
TableId: TypeAlias = Annotated[
    str, Meta(title="TableId", description="A table. Whoever knows the id of a private table can come to it.")
]
Contribution: TypeAlias = Annotated[
    str,
    Meta(
        title="Contribution",
        pattern=r"^([0-9a-f]{2}){1,64}(?!\n)$",
        description="Random bytes in hex, which enter the shuffle (docs/fairness.md).",
    ),
]
Position: TypeAlias = Annotated[
    int, Meta(title="Position", ge=0, description="How many choices have been made, those of chance included.")
]
RowNumber: TypeAlias = Annotated[
    int, Meta(title="RowNumber", ge=0, description="How many rows of the table are stored.")
]
Milliseconds: TypeAlias = Annotated[int, Meta(title="Milliseconds", description="A time, or the server's clock.")]

# JSON as the library writes it everywhere.
Json: TypeAlias = dict[str, Any]
ActionJson: TypeAlias = Annotated[Json, Meta(title="Action")]  # docs/actions.md
OfferedJson: TypeAlias = Annotated[Json, Meta(title="OfferedAction")]  # the same; a number may be left open
EventJson: TypeAlias = Annotated[Json, Meta(title="Event")]
SetupJson: TypeAlias = Annotated[Json, Meta(title="Setup")]  # docs/setups.md
BoardJson: TypeAlias = Annotated[Json, Meta(title="Board")]  # docs/board.md, without `fits`
Points: TypeAlias = Annotated[
    list[tuple[float, float]], Meta(description="Points in cells: [2, 3] is the middle of the cell 2,3.")
]
BoardChangeJson: TypeAlias = Annotated[Json, Meta(title="BoardChange")]  # docs/server.md

PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "wow", "one_moment", "take_your_time", "good_game")
"""What can be said at a table; `tables/texts.toml` has the words."""
Phrase: TypeAlias = Annotated[Literal[PHRASES], Meta(title="Phrase")]  # type: ignore[valid-type]


class Closed(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all messages: a field that the server does not know is a mistake of the client."""


# -- what people do at a table ----------------------------------------------------------------------------------------
class Command(Closed, tag_field="do"):
    """Something that a person does at a table."""


class Act(Command, tag="act"):
    """Answer the open question, or interrupt, for a seat of yours. `seen` is the `position` that you are acting on."""

    seat: SeatName
    action: ActionJson
    seen: Position


class Confirm(Command, tag="confirm"):
    """End your turn: the next tile is drawn."""

    seat: SeatName
    seen: Position


class Undo(Command, tag="undo"):
    """Take back your last choice. Draws cannot be taken back."""

    seat: SeatName
    seen: Position


class AskTakeBack(Command, tag="ask_take_back"):
    """Ask all players to go back to an earlier position. What was drawn since then will be drawn again."""

    seat: SeatName
    position: Position


class AnswerTakeBack(Command, tag="answer_take_back"):
    """Agree to going back, or not."""

    agree: bool


class Sit(Command, tag="sit"):
    """Take a free seat, with random bytes of your own for the shuffle."""

    seat: SeatName
    contribution: Contribution


class Stand(Command, tag="stand"):
    """Leave a seat before the game begins. The host may free any seat."""

    seat: SeatName


class SeatBot(Command, tag="seat_bot"):
    """The host puts a bot into a free seat."""

    seat: SeatName
    bot: BotName


class Start(Command, tag="start"):
    """The host begins the game."""


class Remove(Command, tag="remove"):
    """The host removes somebody from the table. A seat of theirs is played on by a bot."""

    person: PersonId


class HandOver(Command, tag="hand_over"):
    """The host makes somebody else the host."""

    person: PersonId


class Leave(Command, tag="leave"):
    """Leave the table. Players of a running game give up their seats."""


class Resign(Command, tag="resign"):
    """Give up the game for a seat of yours."""

    seat: SeatName


class Pause(Command, tag="pause"):
    """Stop the clocks, or let them run again."""

    paused: bool


class Say(Command, tag="say"):
    """Say one of the fixed phrases."""

    phrase: Phrase


class Rematch(Command, tag="rematch"):
    """After the game: make a new table with the same set-up, people and bots."""


AnyCommand: TypeAlias = (
    Act | Confirm | Undo | AskTakeBack | AnswerTakeBack | Sit | Stand | SeatBot | Start | Remove | HandOver | Leave
    | Resign | Pause | Say | Rematch
)  # fmt: skip


# -- from the client --------------------------------------------------------------------------------------------------
class Message(Closed, tag_field="type"):
    """The base of what goes over the socket."""


class Do(Message, tag="do"):
    """Carry out a command. A key counts once, so a client that got no answer sends the same message again."""

    key: Key
    command: AnyCommand


class Ping(Message, tag="ping"):
    """Is the connection alive? Answered by `pong`."""


FromClient: TypeAlias = Do | Ping


class Clock(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How time is kept: not at all, with a chess clock, or in days for each move."""

    kind: Literal["none", "chess", "days"] = "none"
    minutes: Annotated[int, Meta(ge=1, le=600)] = 15
    increment: Annotated[int, Meta(ge=0, le=600, description="Seconds that a turn adds.")] = 10
    days: Annotated[int, Meta(ge=1, le=60)] = 3


class NewTable(Closed):
    """POST /api/tables: make a table. `bots` says which seats bots take."""

    setup: SetupJson = {}
    bots: dict[SeatName, BotName] = {}
    clock: Clock = Clock()
    listed: bool = False
    confirm: Annotated[
        bool, Meta(description="People end their turns themselves, so that they can take back their last choice.")
    ] = True
    purist: Annotated[bool, Meta(description="No aids at this table.")] = False
    key: Annotated[str, Meta(max_length=64, description="The same key makes the same table.")] = ""


class Join(Closed):
    """POST /api/tables/ID/join: come to a table."""


class Rename(Closed):
    """POST /api/me: say what you are called."""

    name: Name


# -- from the server, over HTTP ---------------------------------------------------------------------------------------
class Problem(Closed):
    """Every answer that is not a success: what is wrong, for programs (`code`) and for people (`text`)."""

    code: str
    text: str
    rule: Annotated[str, Meta(description="The numbered rule that forbids it.")] = ""


class Health(Closed):
    """GET /health: the server serves. `protocol` is the version of this protocol."""

    status: Literal["ok"]
    version: str
    protocol: int


class TableMade(Closed):
    """POST /api/tables and /api/tables/ID/join: the table that was made or joined."""

    table: TableId


class ListedSeat(Closed):
    """A seat of a table in the list."""

    name: SeatName
    free: bool
    bot: BotName | None = None


class ListedTable(Closed):
    """A table in the list. `changed` is when something happened there last."""

    table: TableId
    state: Literal["open", "running", "over"]
    changed: Milliseconds
    host: Name
    game: str
    boxes: list[str]
    seats: list[ListedSeat]
    your_turn: Annotated[bool, Meta(description="Whether it is your turn there; only at /api/me/tables.")] = False


class TableList(Closed):
    """GET /api/tables and /api/me/tables: the listed tables, or your own, most recently changed first."""

    tables: list[ListedTable]


class Me(Closed):
    """GET /api/me: who you are. `link` makes you the same person on another device; it is a secret."""

    id: PersonId
    name: str
    link: str


# -- from the server, over the socket ---------------------------------------------------------------------------------
class Person(Closed):
    """Somebody at a table."""

    id: PersonId
    name: str


class SeatInfo(Closed):
    """A seat, and who plays it. `remaining` is what its clock showed when it stopped or began, in milliseconds."""

    name: SeatName
    person: PersonId | None = None
    bot: str | None = None
    gave_up: Literal["resigned", "removed", "left", "time"] | None = None
    remaining: Milliseconds | None = None


class Offer(Closed):
    """Something that may be chosen: the action to send back, and the sentence for people."""

    action: OfferedJson
    text: str
    besides: Annotated[bool, Meta(description="It answers no question: it may be done in between, or left.")] = False


class Told(Closed):
    """An event, with the sentence for this viewer."""

    event: EventJson
    text: str


class Question(Closed):
    """What is asked. `offers` holds only what the seats of this viewer may choose, by seat."""

    actor: Annotated[str | None, Meta(description="The seat that is asked; null if the turn waits to be confirmed.")]
    step: Annotated[str, Meta(description="What is asked: `place`, `deploy`, `bid` …")]
    text: str
    about: Annotated[list[Told], Meta(description="What the question is about, if the board does not show it.")] = []
    flight: Annotated[
        Points, Meta(description="If something is to fly over the table: where it begins and, if known, is to end.")
    ] = []
    offers: dict[SeatName, list[Offer]] = {}
    confirm: Annotated[SeatName | None, Meta(description="The seat whose turn waits to be confirmed.")] = None
    undo: Annotated[SeatName | None, Meta(description="The seat of this viewer that can take back a choice.")] = None


class MoveTold(Closed):
    """A choice that was made, by a seat or by `chance`, and what happened."""

    seat: str
    action: ActionJson
    text: str
    events: list[Told] = []
    flight: Annotated[
        Points,
        Meta(description="What flew over the table just now: through the air to the second point, then along it."),
    ] = []


class Said(Closed):
    """A phrase that somebody said."""

    person: PersonId
    phrase: Phrase
    text: str


class TakeBack(Closed):
    """Somebody asks to go back; who has agreed so far."""

    seat: SeatName
    position: Position
    agreed: list[PersonId]


class Shuffle(Closed):
    """The shuffle: a commitment from the beginning, all contributions and the secret when the game is over."""

    commitment: str
    contributions: list[tuple[SeatName, Contribution]] = []
    secret: str | None = None


class About(Closed):
    """Everything about a table but the game itself."""

    table: TableId
    state: Literal["open", "running", "over"]
    host: PersonId
    setup: SetupJson
    people: list[Person]
    seats: list[SeatInfo]
    clock: Clock
    listed: bool
    confirm: bool
    purist: bool
    paused: bool
    shuffle: Shuffle
    take_back: TakeBack | None = None
    running: Annotated[SeatName | None, Meta(description="The seat whose clock runs.")] = None
    since: Annotated[Milliseconds | None, Meta(description="Since when it runs, by the server's clock.")] = None
    ended: Annotated[
        Literal["played", "resigned", "removed", "left", "time"] | None, Meta(description="How the game ended.")
    ] = None
    winners: list[SeatName] = []
    rematch: TableId | None = None


class Whole(Message, tag="table"):
    """The whole table: the first message on a socket."""

    n: RowNumber
    now: Milliseconds
    about: About
    position: Position = 0
    board: BoardJson | None = None
    question: Question | None = None
    moves: Annotated[list[MoveTold], Meta(description="The last moves.")] = []


class Changed(Message, tag="changed"):
    """What has changed since row `after`. Moves from `kept` on are new; `board` is a difference (docs/server.md)."""

    after: RowNumber
    n: RowNumber
    now: Milliseconds
    about: About | None = None
    kept: Position = 0
    position: Position = 0
    moves: list[MoveTold] = []
    board: BoardChangeJson | None = None
    question: Question | None = None
    said: list[Said] = []


class Done(Message, tag="done"):
    """A command was carried out, and is stored."""

    key: str
    n: RowNumber


class Refused(Message, tag="refused"):
    """A command was not carried out; nothing has changed. `stale`: the table has changed since it was seen."""

    key: str
    code: str
    text: str
    rule: Annotated[str, Meta(description="The numbered rule that forbids it.")] = ""
    stale: bool = False


class Pong(Message, tag="pong"):
    """The connection is alive."""

    now: Milliseconds


class Closing(Message, tag="closing"):
    """The last message of a connection: why it ends, and whether to come again."""

    code: Literal["stopping", "removed", "too_slow", "too_many", "unreadable", "unknown_table"]
    text: str
    retry: bool


# -- what can be asked besides -----------------------------------------------------------------------------------------
class SpokenAnswer(Closed):
    """An answer, and its sentence: for a tile, what it shows in this rotation."""

    seat: SeatName
    action: OfferedJson
    text: str


class SpokenChoice(Closed):
    """A line of what may be chosen. A tile that can lie in a cell in several ways has an answer for each."""

    text: str
    answers: list[SpokenAnswer]


class InWords(Closed):
    """GET /api/tables/ID/words: the table in sentences, for those who listen, with what their seats may choose."""

    turn: list[str]
    choices: list[SpokenChoice]
    board: list[str]


class Aids(Closed):
    """GET /api/tables/ID/aids: the points of each seat if the game ended now; empty cells that no tile left fits."""

    scores: dict[SeatName, int]
    hopeless: list[tuple[int, int]]


class Moment(Closed):
    """GET /api/tables/ID/moments/POSITION: the board after so many choices, and the last of them."""

    position: Position
    board: BoardJson
    move: MoveTold | None = None


class Course(Closed):
    """GET /api/tables/ID/course: every choice so far; scores and free figures of all seats after 0, 1, 2 … of them."""

    moves: list[MoveTold]
    scores: list[list[int]]
    free: list[list[int]]


class Drawn(Closed):
    """A draw: the choice with this place in the game. `among` is what could be drawn: what, and how many of it."""

    position: Position
    among: list[tuple[int, int]]


class Draws(Closed):
    """GET /api/tables/ID/draws: everything that was drawn in a game that is over, so that anybody can check it."""

    actions: list[ActionJson]
    draws: list[Drawn]
    observed: int = 0


FromServer: TypeAlias = Whole | Changed | Done | Refused | Pong | Closing


# -- what there is to play, over HTTP ---------------------------------------------------------------------------------
class Named(Closed):
    """Something to choose, with its words."""

    id: str
    text: str


class OptionTold(Closed):
    """A house rule: its values in words, the default first, and the ruling that explains it."""

    name: str
    ruling: str
    values: list[Named]


class BoxTold(Closed):
    """A game, or an expansion of one. `tiles` and `minutes` are what it adds; `difficulty` is from 1 to 3."""

    id: str
    title: str
    about: str
    extends: str | None
    picture: str  # the id of a tile that shows what it is about
    tiles: int
    minutes: int
    difficulty: int
    seats: tuple[int, int]
    excludes: list[str]  # boxes that cannot be in the same game
    alone: bool  # whether an expansion can be played by itself
    elements: list[Named]  # what can be left out
    options: list[OptionTold]


class PresetTold(Closed):
    """A set-up that has a name."""

    name: str
    title: str
    setup: SetupJson
    tiles: int
    minutes: int
    difficulty: int


class BotTold(Closed):
    """A bot, from weak to strong."""

    name: BotName
    title: str
    about: str


class Catalog(Closed):
    """GET /api/catalog: everything that can be chosen for a new table."""

    boxes: list[BoxTold]  # each game is followed by its expansions
    presets: list[PresetTold]
    bots: list[BotTold]
    colours: list[Named]  # the usual names of seats
    clocks: list[Named]
    phrases: list[Named]


class CheckSetup(Closed):
    """POST /api/catalog/check: can this be played?"""

    setup: SetupJson = {}


class SetupChecked(Closed):
    """How long and how hard a game would be; or what is wrong with its set-up, and in which field."""

    tiles: int = 0
    minutes: int = 0
    difficulty: int = 0
    seats: tuple[int, int] = (0, 0)
    field: str = ""
    problem: str = ""


class EntryTold(Closed):
    """A numbered paragraph of the rules. `example`: it can be looked at on a board, step by step."""

    id: str
    kind: Literal["rule", "ruling", "example", "decision"]
    text: str
    example: bool = False


class RulesOfBox(Closed):
    """The numbered rules of one box."""

    box: str
    title: str
    entries: list[EntryTold]


class StepTold(Closed):
    """A line of the turn order, what can be done there, and its steps as `Question.step` names them."""

    steps: list[str]
    text: str
    below: list[str] = []


class RulesTold(Closed):
    """GET /api/rules: the rules of the boxes in play, and the order of the turn."""

    preparations: list[str]
    turn: list[StepTold]
    end: list[StepTold]
    boxes: list[RulesOfBox]


class ExampleListed(Closed):
    """A worked example of the rules that can be shown on the board; `title` is that of its box."""

    id: str
    box: str
    title: str
    text: str


class ExampleList(Closed):
    """GET /api/examples: all of them."""

    examples: list[ExampleListed]


class ExampleTold(Closed):
    """GET /api/examples/ID: a worked example, and what happens in each turn of each of its cases.

    GET /api/examples/ID/N.svg draws the board: 0 is the beginning of the first case, then come its turns, then the
    beginning of the second case, and so on.
    """

    id: str
    box: str
    title: str
    text: str
    cases: list[list[list[str]]]
    remark: Annotated[str, Meta(description="Why only the table can be shown: no published tile leads further.")] = ""


class LessonStep(Closed):
    """A step of the guided first game; it shows an example after so many of its turns."""

    title: str
    text: str
    example: str
    shows: int


class LessonTold(Closed):
    """GET /api/lesson: the guided first game."""

    steps: list[LessonStep]


# -- a board to study, over HTTP --------------------------------------------------------------------------------------
Lines: TypeAlias = Annotated[
    list[Annotated[str, Meta(max_length=300)]],
    Meta(max_length=2000, description="Lines that lay a table, as in records: `lay base/CFFF 0,-1 turn 180`."),
]


class StudyMove(Closed):
    """A choice that is tried: the seat that chooses, or `chance`, and what it chooses."""

    seat: SeatName
    action: ActionJson


class Study(Closed):
    """POST /api/study: a table that somebody thinks about. The server keeps nothing of it."""

    setup: SetupJson = {}
    position: Lines = []
    moves: Annotated[
        list[StudyMove], Meta(max_length=3000, description="What is played from there; none while `laying`.")
    ] = []
    laying: Annotated[
        bool, Meta(description="The table is being laid by hand: what is complete may wait for its scoring.")
    ] = False
    known: Annotated[Position, Meta(description="So many moves need not be told in the answer.")] = 0
    tile: Annotated[str, Meta(max_length=100, description="While laying: what is to be laid, a tile,")] = ""
    figure: Annotated[str, Meta(max_length=100, description="or a figure of `seat`,")] = ""
    piece: Annotated[str, Meta(max_length=100, description="or something else, which may belong to `seat`.")] = ""
    seat: Annotated[str, Meta(max_length=40)] = ""


class Laying(Closed):
    """Something that can be laid by hand: the line that lays it, and the same as an action, in a sentence."""

    line: str
    action: ActionJson
    text: str


class Studied(Closed):
    """What the table looks like, and what may be chosen by every seat and by `chance`."""

    setup: SetupJson
    board: BoardJson
    question: Annotated[Question | None, Meta(description="Null while laying, and when the game is over.")] = None
    moves: Annotated[list[MoveTold], Meta(description="Those that are not `known`.")] = []
    if_ended_now: dict[SeatName, int] = {}
    layings: Annotated[list[Laying], Meta(description="Where the tile, figure or piece can be laid.")] = []
    pieces: Annotated[list[str], Meta(description="What boxes bring that can be laid; told while laying.")] = []
    words: Annotated[dict[str, str], Meta(description="What seats, figures, pieces and holdings are called.")] = {}
    kit: Annotated[list[str], Meta(description="The boxes of `GET /api/kit` that the board is drawn with.")] = []


class StudyText(Closed):
    """POST /api/study/read: a record, lines of a position, or a save of JCloisterZone."""

    text: Annotated[str, Meta(max_length=500_000)]


class StudyRead(Closed):
    """What a text tells. `remarks`: where the rules of another program differ."""

    setup: SetupJson
    position: Lines
    moves: list[StudyMove]
    remarks: list[str] = []


class StudyWritten(Closed):
    """POST /api/study/write: the record of a study, and the table between two turns as lines of a position."""

    record: str
    position: Annotated[Lines | None, Meta(description="Null in the middle of a turn.")] = None


class StudyAdvice(Closed):
    """POST /api/study/advice: the best answer to the open question, then a line for each reason."""

    lines: list[str]
