"""What goes over the wire between clients and the server: every message, as a type.

Clients send `Do` and `Ping` over the socket of a table, and `NewTable`, `Join` and `Name` over HTTP; the server sends
the rest. Unknown fields and wrong types are refused, never guessed. Actions, events, set-ups and boards are JSON as the
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

Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, description="an id that the client gives a command")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20, description="what a person is called")]
SeatName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, description="the name of a seat")]
BotName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, description="a bot, as docs/bots.md names it")]
PersonId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, description="a person at a table")]
Contribution: TypeAlias = Annotated[
    str, Meta(pattern="^([0-9a-f]{2}){1,64}$", description="random bytes in hex, which enter the shuffle")
]
Json: TypeAlias = dict[str, Any]

PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "wow", "one_moment", "take_your_time", "good_game")
"""What can be said at a table; `tables/texts.toml` has the words."""


class Closed(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all messages: a field that the server does not know is a mistake of the client."""


# -- what people do at a table ----------------------------------------------------------------------------------------
class Command(Closed, tag_field="do"):
    """Something that a person does at a table."""


class Act(Command, tag="act"):
    """Answer the open question, or interrupt, for a seat of one's own. `seen` is the `position` that one acts upon."""

    seat: SeatName
    action: Json
    seen: int


class Confirm(Command, tag="confirm"):
    """End one's turn: whatever is drawn next is drawn now."""

    seat: SeatName
    seen: int


class Undo(Command, tag="undo"):
    """Take back one's last choice. Nothing that was drawn is taken back."""

    seat: SeatName
    seen: int


class AskTakeBack(Command, tag="ask_take_back"):
    """Ask everybody to go back to an earlier position. What was drawn since will be drawn again."""

    seat: SeatName
    position: Annotated[int, Meta(ge=0)]


class AnswerTakeBack(Command, tag="answer_take_back"):
    """Agree to going back, or not."""

    agree: bool


class Sit(Command, tag="sit"):
    """Take a free seat, with bytes of one's own for the shuffle."""

    seat: SeatName
    contribution: Contribution


class Stand(Command, tag="stand"):
    """Leave a seat before the game begins. The host may take bots, and others, from their seats."""

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
    """Leave the table. A running game is resigned."""


class Resign(Command, tag="resign"):
    """Give up the game for a seat of one's own."""

    seat: SeatName


class Pause(Command, tag="pause"):
    """Stop the clocks, or let them run again."""

    paused: bool


class Say(Command, tag="say"):
    """Say one of the fixed phrases."""

    phrase: Literal[PHRASES]  # type: ignore[valid-type]


class Rematch(Command, tag="rematch"):
    """After the game: sit down at a new table with the same set-up and people."""


AnyCommand: TypeAlias = (
    Act | Confirm | Undo | AskTakeBack | AnswerTakeBack | Sit | Stand | SeatBot | Start | Remove | HandOver | Leave
    | Resign | Pause | Say | Rematch
)  # fmt: skip


# -- from the client --------------------------------------------------------------------------------------------------
class Message(Closed, tag_field="type"):
    """The base of what goes over the socket."""


class Do(Message, tag="do"):
    """Do something. The same key twice counts once, so a client that heard no answer sends it again."""

    key: Key
    command: AnyCommand


class Ping(Message, tag="ping"):
    """Is the connection alive? Answered by `pong`."""


FromClient: TypeAlias = Do | Ping


class Clock(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How time is kept: not at all, by a chess clock, or by days for each move."""

    kind: Literal["none", "chess", "days"] = "none"
    minutes: Annotated[int, Meta(ge=1, le=600)] = 15
    increment: Annotated[int, Meta(ge=0, le=600, description="seconds that a turn adds")] = 10
    days: Annotated[int, Meta(ge=1, le=60)] = 3


class NewTable(Closed):
    """POST /api/tables: make a table. `bots` says which seats bots take."""

    setup: Json = {}
    bots: dict[SeatName, BotName] = {}
    clock: Clock = Clock()
    listed: bool = False
    confirm: bool = True  # people end their turns themselves, so that they can take back their last choice
    purist: bool = False  # no aids at this table
    key: Annotated[str, Meta(max_length=64)] = ""


class Join(Closed):
    """POST /api/tables/ID/join: come to a table."""


class Rename(Closed):
    """POST /api/me: say what one is called."""

    name: Name


# -- from the server --------------------------------------------------------------------------------------------------
class Me(Closed):
    """GET /api/me: who one is. `link` opens the same person's tables on another device; it is a secret."""

    id: PersonId
    name: str
    link: str


class Person(Closed):
    """Somebody at a table."""

    id: PersonId
    name: str


class SeatInfo(Closed):
    """A seat, and who plays it. `remaining` is what its clock shows, in milliseconds."""

    name: SeatName
    person: PersonId | None = None
    bot: str | None = None
    gave_up: Literal["resigned", "removed", "left", "time"] | None = None
    remaining: int | None = None


class Offer(Closed):
    """Something that may be chosen: the action to send back, and the sentence for people."""

    action: Json
    text: str


class Question(Closed):
    """What is asked. `offers` holds only what the seats of this viewer may choose, by seat."""

    actor: str | None  # the seat that is asked; null: the turn waits to be confirmed, or the game is over
    step: str
    text: str
    about: list[Json] = []
    offers: dict[SeatName, list[Offer]] = {}
    confirm: SeatName | None = None  # whose turn waits to be confirmed
    undo: SeatName | None = None  # who can take back a choice


class Told(Closed):
    """An event, with the sentence for this viewer."""

    event: Json
    text: str


class MoveTold(Closed):
    """A choice that was made, by a seat or by `chance`, and what happened."""

    seat: str
    action: Json
    text: str
    events: list[Told] = []


class Said(Closed):
    """A phrase that somebody said."""

    person: PersonId
    phrase: str
    text: str


class TakeBack(Closed):
    """Somebody asks to go back; who has agreed so far."""

    seat: SeatName
    position: int
    agreed: list[PersonId]


class Shuffle(Closed):
    """The shuffle: a commitment from the beginning, the secret when the game is over (docs/fairness.md)."""

    commitment: str
    contributions: list[tuple[str, str]] = []
    secret: str | None = None


class About(Closed):
    """Everything about a table but the game itself."""

    table: str
    state: Literal["open", "running", "over"]
    host: PersonId
    setup: Json
    people: list[Person]
    seats: list[SeatInfo]
    clock: Clock
    listed: bool
    confirm: bool
    purist: bool
    paused: bool
    shuffle: Shuffle
    take_back: TakeBack | None = None
    running: SeatName | None = None  # whose clock runs
    ended: str | None = None  # played, resigned, removed, left, time
    winners: list[SeatName] = []
    rematch: str | None = None


class Whole(Message, tag="table"):
    """The whole table: the first message, and whenever a client has missed too much."""

    n: int  # how many rows are stored
    now: int  # the server's clock, in milliseconds
    about: About
    position: int = 0  # how many choices have been made, those of chance included
    board: Json | None = None
    question: Question | None = None
    moves: list[MoveTold] = []  # the last ones


class Changed(Message, tag="changed"):
    """What has changed since row `after`. Moves from `kept` on are new; `board` is a difference (docs/server.md)."""

    after: int
    n: int
    now: int
    about: About | None = None
    kept: int = 0
    position: int = 0
    moves: list[MoveTold] = []
    board: Json | None = None
    question: Question | None = None
    said: list[Said] = []


class Done(Message, tag="done"):
    """A command was carried out, and is stored."""

    key: str
    n: int


class Refused(Message, tag="refused"):
    """A command was not carried out; nothing has changed. `stale`: the table has changed since it was seen."""

    key: str
    code: str
    text: str
    rule: str = ""
    stale: bool = False


class Pong(Message, tag="pong"):
    """The connection is alive."""

    now: int


class Closing(Message, tag="closing"):
    """The last message of a connection: why it ends, and whether to come again."""

    code: Literal["stopping", "removed", "too_slow", "too_many", "unreadable", "unknown_table"]
    text: str
    retry: bool


FromServer: TypeAlias = Whole | Changed | Done | Refused | Pong | Closing
