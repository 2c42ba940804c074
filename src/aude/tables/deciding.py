"""The rules of a table: which rows a command adds, or why it is refused. Nothing here changes a table."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from aude.bots.finding import BOTS
from aude.errors import AudeError, Illegal
from aude.formats.setupfile import from_facts
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.setup_facts import to_facts
from aude.game.shuffle import Shuffle
from aude.tables.refusal import Refusal
from aude.tables.rows import (
    Acted,
    AnsweredBack,
    AnyRow,
    AskedBack,
    Came,
    Drew,
    Ended,
    GaveUp,
    NewHost,
    Opened,
    Paused,
    Rematched,
    SatDown,
    Spoke,
    Started,
    StoodUp,
    TookBack,
    Went,
)
from aude.tables.table import Seat, Table
from aude.wire import (
    Act,
    AnswerTakeBack,
    AnyCommand,
    AskTakeBack,
    Confirm,
    HandOver,
    Leave,
    NewTable,
    Pause,
    Rematch,
    Remove,
    Resign,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    Undo,
)

PLAYS_ON = "casual"  # the bot that plays the seat of somebody who gave up
SECRET_BYTES = 32
ID_BYTES = 12  # of a table's id, which is the secret of a private table
MAX_PEOPLE = 200
FOLDERS = ("errors.boxes.folder_in_setup", "errors.boxes.folder_in_record")

Entropy = Callable[[int], bytes]


def open_table(wish: NewTable, person: str, name: str, entropy: Entropy) -> list[AnyRow]:
    """The first rows of a table: the set-up is checked, bots sit down."""
    setup = wish.setup if "version" in wish.setup else {"version": 1, **wish.setup}
    try:
        known = from_facts(setup)
    except AudeError as error:
        raise refused(error) from None
    if known.seed is not None or known.order or known.bots:
        raise Refusal("prepared")
    secret = entropy(SECRET_BYTES).hex()
    rows: list[AnyRow] = [
        Opened(person, name, to_facts(known), secret, wish.clock, wish.listed, wish.confirm, wish.purist)
    ]
    for seat, bot in wish.bots.items():
        if seat not in known.players:
            raise Refusal("no_seat", seat=seat)
        rows.append(SatDown(seat, bot=checked_bot(bot)))
    return rows


def checked_bot(bot: str) -> str:
    """The name of a bot that may sit at a table: one of ours, without settings."""
    if bot not in BOTS:
        raise Refusal("no_bot", bot=bot, bots=list(BOTS))
    return bot


def decide(table: Table, person: str, command: AnyCommand) -> list[AnyRow]:
    """The rows that a command of a person adds."""
    if person not in table.people:
        raise Refusal("not_here")
    match command:
        case Act():
            check_own(table, person, command.seat)
            check_seen(table, command)
            return act(table, command.seat, command.action, person)
        case Confirm():
            check_own(table, person, command.seat)
            game = going_on(table)
            check_position(table, command.seen)
            if table.confirming != command.seat:
                raise Refusal("nothing_to_confirm")
            return _drawn(table, game.copy(), [])
        case Undo():
            return _undo(table, person, command)
        case AskTakeBack():
            return _ask_take_back(table, person, command)
        case AnswerTakeBack():
            return _answer_take_back(table, person, command)
        case Resign():
            check_own(table, person, command.seat)
            return give_up(table, [command.seat], "resigned")
        case Leave():
            return _leave(table, person, "left")
        case Say():
            return [Spoke(person, command.phrase)]
        case Pause():
            return _pause(table, person, command)
        case _:
            return _arrange(table, person, command)


# -- the game ---------------------------------------------------------------------------------------------------------
def running(table: Table) -> GameCore:
    """The running game of a table."""
    if table.state == "over":
        raise Refusal("over")
    if table.game is None:
        raise Refusal("not_begun")
    return table.game


def going_on(table: Table) -> GameCore:
    """The running game of a table that is not paused."""
    game = running(table)
    if table.paused:
        raise Refusal("paused")
    return game


def act(table: Table, seat: str, action: dict[str, object], person: str | None) -> list[AnyRow]:
    """A seat chooses, and what follows from it: the next draw, the end of the game."""
    game = going_on(table)
    asked = game.actor == seat
    after = game.copy()
    try:
        after.play(Action.from_json(action), seat)
    except Illegal as error:
        raise refused(in_words(game, Action.from_json(action), error)) from None
    except AudeError as error:
        raise refused(error) from None
    rows: list[AnyRow] = [Acted(seat, action, asked, person)]
    waits = person is not None and table.opened.confirm
    if after.actor == "chance" and not (waits and after.state.step == after.rules.draw_step):
        return _drawn(table, after, rows)
    return _ended(after, rows)


def _drawn(table: Table, game: GameCore, rows: list[AnyRow]) -> list[AnyRow]:
    """Let chance answer in a copy of the game, and note what it drew."""
    assert table.shuffle is not None
    return _ended(game, [*rows, Drew(draw(game, table.shuffle))])


def draw(game: GameCore, shuffle: Shuffle) -> list[dict[str, object]]:
    """Let chance answer until a seat is asked; the actions."""
    before = len(game.moves)
    shuffle.answer(game)
    return [move.action.to_json() for move in game.moves[before:]]


def _ended(game: GameCore, rows: list[AnyRow]) -> list[AnyRow]:
    return [*rows, Ended("played", game.winners)] if game.over else rows


def _undo(table: Table, person: str, command: Undo) -> list[AnyRow]:
    check_own(table, person, command.seat)
    going_on(table)
    check_position(table, command.seen)
    if table.last_chooser != command.seat:
        raise Refusal("nothing_to_undo")
    return [TookBack(command.seat, table.position - 1)]


def _ask_take_back(table: Table, person: str, command: AskTakeBack) -> list[AnyRow]:
    check_own(table, person, command.seat)
    game = going_on(table)
    if table.take_back is not None:
        raise Refusal("asked_already")
    if command.position >= table.position or game.moves[command.position].seat != command.seat:
        raise Refusal("not_your_choice")
    if table.players() == [person]:
        return [TookBack(command.seat, command.position)]
    return [AskedBack(command.seat, person, command.position)]


def _answer_take_back(table: Table, person: str, command: AnswerTakeBack) -> list[AnyRow]:
    going_on(table)
    asked = table.take_back
    if asked is None or person not in table.players() or (command.agree and person in asked.agreed):
        raise Refusal("not_asked")
    rows: list[AnyRow] = [AnsweredBack(person, command.agree)]
    if command.agree and set(table.players()) <= {*asked.agreed, person}:
        rows.append(TookBack(asked.seat, asked.position))
    return rows


def give_up(table: Table, seats: list[str], why: str) -> list[AnyRow]:
    """Seats that are not played by their people any more: a bot plays on, or the game ends.

    It ends if fewer than two seats would still be played by people; of the seats that have not given up, those win that
    would have most points.
    """
    game = running(table)
    left = [seat.name for seat in table.seats.values() if seat.player is not None and seat.name not in seats]
    if len(left) < 2:
        scores = game.if_ended_now
        others = [seat.name for seat in table.seats.values() if seat.gave_up is None and seat.name not in seats]
        best = max((scores[name] for name in others), default=0)
        winners = [name for name in others if scores[name] == best]
        return [*(GaveUp(seat, why) for seat in seats), Ended(why, winners)]
    rows: list[AnyRow] = [GaveUp(seat, why, PLAYS_ON) for seat in seats]
    if table.confirming in seats:
        return _drawn(table, game.copy(), rows)
    return rows


def tick(table: Table, now: int) -> list[AnyRow]:
    """What the clock brings about: a seat whose time has run out gives up."""
    out = table.clocks.runs_out
    seat = table.clocks.running
    return give_up(table, [seat], "time") if out is not None and seat is not None and out <= now else []


def _pause(table: Table, person: str, command: Pause) -> list[AnyRow]:
    running(table)
    if person != table.host and person not in table.players():
        raise Refusal("only_players")
    return [] if table.paused == command.paused else [Paused(command.paused)]


# -- seats and people -------------------------------------------------------------------------------------------------
def come(table: Table, person: str, name: str) -> list[AnyRow]:
    """Somebody comes to the table, or has a new name."""
    if person in table.removed:
        raise Refusal("removed")
    if table.people.get(person) == name:
        return []
    if person not in table.people and len(table.people) >= MAX_PEOPLE:
        raise Refusal("full")
    return [Came(person, name)]


def _arrange(table: Table, person: str, command: AnyCommand) -> list[AnyRow]:
    """What is done before and after a game, and what only a host does."""
    match command:
        case Sit():
            check_open(table)
            if not _seat(table, command.seat).is_free:
                raise Refusal("taken")
            return [SatDown(command.seat, person, contribution=command.contribution)]
        case Stand():
            check_open(table)
            seat = _seat(table, command.seat)
            if seat.is_free:
                raise Refusal("free_already")
            if seat.person != person:
                check_host(table, person)
            return [StoodUp(command.seat)]
        case SeatBot():
            check_host(table, person)
            check_open(table)
            if not _seat(table, command.seat).is_free:
                raise Refusal("taken")
            return [SatDown(command.seat, bot=checked_bot(command.bot))]
        case Start():
            check_host(table, person)
            check_open(table)
            return _start(table)
        case Remove():
            check_host(table, person)
            if command.person == person or command.person not in table.people:
                raise Refusal("no_person")
            return _leave(table, command.person, "removed")
        case HandOver():
            check_host(table, person)
            if command.person not in table.people:
                raise Refusal("no_person")
            return [NewHost(command.person)]
        case Rematch():
            if table.state != "over":
                raise Refusal("not_over")
            return [] if table.rematch is not None else [Rematched(rematch_id(table))]
        case _:
            raise AssertionError(command)


def rematch_id(table: Table) -> str:
    """The id of the table of a rematch: the same for everybody who asks, and a secret until the game is over."""
    return hmac.digest(bytes.fromhex(table.opened.secret), b"aude rematch", "sha256")[:ID_BYTES].hex()


def rematch_of(table: Table, entropy: Entropy) -> list[AnyRow]:
    """The first rows of a table for the same people and bots, with the same set-up; everybody sits down anew."""
    opened = table.opened
    host = table.people[table.host]
    rows: list[AnyRow] = [
        Opened(
            table.host, host, opened.setup, entropy(SECRET_BYTES).hex(), opened.clock, opened.listed, opened.confirm,
            opened.purist,
        )
    ]  # fmt: skip
    rows += [Came(person, name) for person, name in table.people.items() if person != table.host]
    return rows + [
        SatDown(seat.name, bot=seat.bot) for seat in table.seats.values() if seat.person is None and seat.bot
    ]


def _start(table: Table) -> list[AnyRow]:
    free = [seat.name for seat in table.seats.values() if seat.is_free]
    if free:
        raise Refusal("seats_free", seats=free)
    game = GameCore(table.setup, deal=False)
    rows: list[AnyRow] = [Started()]
    if game.actor == "chance":
        drawn = draw(game, Shuffle(bytes.fromhex(table.opened.secret), table.contributions))
        rows.append(Drew(drawn))
    return _ended(game, rows)


def _leave(table: Table, person: str, why: str) -> list[AnyRow]:
    rows: list[AnyRow] = []
    seats = table.seats_of(person)
    if seats and table.state == "open":
        rows += [StoodUp(seat) for seat in seats]
    elif seats and table.state == "running":
        rows += give_up(table, seats, why)
    others = [other for other in [*table.players(), *table.people] if other != person and other in table.people]
    if person == table.host and others:
        rows.append(NewHost(others[0]))
    if person != table.host or others:  # the last host stays, so that the table can be found again
        rows.append(Went(person, why == "removed"))
    return rows


# -- checks -----------------------------------------------------------------------------------------------------------
def check_own(table: Table, person: str, seat: str) -> None:
    """Nobody acts for the seat of another."""
    if _seat(table, seat).player != person:
        raise Refusal("not_your_seat")


def check_host(table: Table, person: str) -> None:
    """Only the host may do it."""
    if table.host != person:
        raise Refusal("only_host")


def check_open(table: Table) -> None:
    """Only before the game begins."""
    if table.state != "open":
        raise Refusal("begun")


def check_position(table: Table, seen: int) -> None:
    """Only if nothing was chosen since somebody looked."""
    if seen != table.position:
        raise Refusal("stale", stale=True)


def check_seen(table: Table, command: Act) -> None:
    """A choice at a table that has changed counts only if others have merely interrupted since."""
    game = running(table)
    if not 0 <= command.seen <= table.position:
        raise Refusal("stale", stale=True)
    if not all(move.is_interrupt and move.seat != command.seat for move in game.moves[command.seen :]):
        raise Refusal("stale", stale=True)


def _seat(table: Table, name: str) -> Seat:
    if name not in table.seats:
        raise Refusal("no_seat", seat=name)
    return table.seats[name]


def in_words(game: GameCore, action: Action, error: Illegal) -> Illegal:
    """The same error with the action in words, as people read it, if there are words for it."""
    try:
        words = game.text(action)
    except AudeError:
        return error
    return Illegal(words, error.rule, error.says, error.key, error.values, folders=error.folders)


def refused(error: AudeError) -> Refusal:
    """The refusal that passes on what a rule, or a reader of set-ups, says.

    A box in a folder is code. Other programs can allow it, and these errors say how; a server never does.
    """
    says = error.values.get("says")
    if (says.key if isinstance(says, AudeError) else error.key) in FOLDERS:
        return Refusal("folder")
    return Refusal("illegal" if isinstance(error, Illegal) else "unreadable", error=error)
