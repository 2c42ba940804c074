"""A table, as its rows have made it."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Self

from aude.api import Game
from aude.formats.setupfile import from_facts
from aude.game.actions import Action
from aude.game.setup import Setup
from aude.game.shuffle import Shuffle
from aude.tables.clocks import Clocks
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

MAX_SPOKEN = 50  # phrases that are remembered
MAX_KEYS = 32  # of commands, for each person


@dataclass
class Seat:
    """A seat: free, or played by a person or a bot."""

    name: str
    person: str | None = None
    bot: str | None = None
    contribution: str = ""
    gave_up: str | None = None  # why its person does not play any more

    @property
    def is_free(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The person who plays it now."""
        return None if self.bot is not None else self.person


@dataclass
class Asked:
    """Somebody asks to go back to a position."""

    seat: str
    position: int
    agreed: list[str] = field(default_factory=list)


class Table:
    """Seats, people and a game. It changes by `apply` alone, and equal rows make equal tables."""

    def __init__(self, id: str, opened: Opened, at: int) -> None:
        self.id = id
        self.n = 1  # how many rows have been applied
        self.opened = opened
        self.at = at  # the time of the last row
        self.setup: Setup = from_facts(opened.setup)
        self.seats = {name: Seat(name) for name in self.setup.players}
        self.people = {opened.person: opened.name}
        self.removed: set[str] = set()
        self.host = opened.person
        self.state = "open"
        self.paused = False
        self.clocks = Clocks(opened.clock, list(self.seats))
        self.game: Game | None = None
        self.shuffle: Shuffle | None = None
        self.take_back: Asked | None = None
        self.ended: Ended | None = None
        self.rematch: str | None = None
        self.spoken: list[tuple[int, Spoke]] = []  # with the number of their row
        self.keys: dict[str, dict[str, int]] = {}  # by person, of their last commands: the row each ended with

    # -- questions ----------------------------------------------------------------------------------------------------
    @property
    def position(self) -> int:
        """How many choices have been made, those of chance included."""
        return len(self.game.moves) if self.game is not None else 0

    @property
    def has_aids(self) -> bool:
        """Whether what helps to play is told: at a purist table only when the game is over."""
        return not self.opened.purist or self.state == "over"

    @property
    def contributions(self) -> list[tuple[str, str]]:
        """What people have put into the shuffle, in the order of the seats."""
        return [(seat.name, seat.contribution) for seat in self.seats.values() if seat.contribution]

    @property
    def waiting(self) -> str | None:
        """The seat that has to answer, or to confirm its turn; None if nobody does."""
        if self.game is None or self.state != "running":
            return None
        actor = self.game.actor
        return self.confirming if actor == "chance" else actor

    @property
    def confirming(self) -> str | None:
        """The seat whose turn waits to be confirmed before the next draw."""
        if self.game is None or self.state != "running" or self.game.actor != "chance":
            return None
        return self.last_chooser

    @property
    def last_chooser(self) -> str | None:
        """The seat that chose last; None if something was drawn since."""
        moves = self.game.moves if self.game is not None else []
        return moves[-1].seat if moves and moves[-1].seat != "chance" else None

    def players(self) -> list[str]:
        """The people who play, each once, in the order of the seats."""
        return list(dict.fromkeys(seat.player for seat in self.seats.values() if seat.player is not None))

    def seats_of(self, person: str) -> list[str]:
        """The seats that a person plays now."""
        return [seat.name for seat in self.seats.values() if seat.player == person]

    @property
    def bot_to_act(self) -> tuple[str, str] | None:
        """The seat and name of the bot whose answer is awaited."""
        waiting = self.waiting
        if waiting is None or self.paused:
            return None
        bot = self.seats[waiting].bot
        return None if bot is None else (waiting, bot)

    @property
    def due(self) -> int | None:
        """When somebody has to look after the table: at once for a bot, or when a clock runs out."""
        return self.at if self.bot_to_act is not None else self.clocks.runs_out

    # -- rows ---------------------------------------------------------------------------------------------------------
    def apply(self, row: AnyRow, at: int, key: tuple[str, str] | None = None) -> None:
        """Let a stored row happen. `key` is that of the command, and the person who gave it."""
        self.n += 1
        self.at = max(at, self.at)
        if key is not None:
            self._keep_key(*key)
        match row:
            case Acted():
                assert self.game is not None
                self.game.play(Action.from_json(row.action), row.seat)
                self.take_back = None
            case Drew():
                assert self.game is not None
                for action in row.actions:
                    self.game.play(Action.from_json(action))
            case TookBack():
                assert self.game is not None
                if not self.game.moves[row.position].is_interrupt:
                    self.clocks.give_back(row.seat)
                self.game = self.game.at(row.position)
                self.take_back = None
            case _:
                self._happen(row)
        moved = isinstance(row, Acted | Drew | Started)
        self.clocks.wait_for(self._clocked(), self.at, moved=moved, paused=self.paused)

    def _happen(self, row: AnyRow) -> None:
        """What is not a move of the game."""
        match row:
            case Came():
                self.people[row.person] = row.name
            case SatDown():
                seat = self.seats[row.seat]
                seat.person, seat.bot, seat.contribution = row.person, row.bot, row.contribution
            case StoodUp():
                self.seats[row.seat] = Seat(row.seat)
            case Started():
                self.state = "running"
                self.game = Game(self.setup, deal=False)
                self.shuffle = Shuffle(bytes.fromhex(self.opened.secret), self.contributions)
            case AskedBack():
                self.take_back = Asked(row.seat, row.position, [row.person])
            case AnsweredBack():
                if not row.agree:
                    self.take_back = None
                elif self.take_back is not None:
                    self.take_back.agreed.append(row.person)
            case GaveUp():
                seat = self.seats[row.seat]
                seat.gave_up, seat.bot = row.why, row.bot
                self.take_back = None
            case Ended():
                self.state, self.ended, self.take_back = "over", row, None
            case NewHost():
                self.host = row.person
            case Went():
                self.people.pop(row.person, None)
                if row.removed:
                    self.removed.add(row.person)
            case Paused():
                self.paused = row.paused
            case Spoke():
                self.spoken = [*self.spoken, (self.n, row)][-MAX_SPOKEN:]
            case Rematched():
                self.rematch = row.table

    def after(self, rows: Iterable[AnyRow], at: int, key: tuple[str, str] | None = None) -> Self:
        """The table as these rows will have made it. This one stays as it is. `key` is that of the last of them."""
        table = copy.copy(self)
        table.seats = {name: replace(seat) for name, seat in self.seats.items()}
        table.people, table.removed, table.keys = dict(self.people), set(self.removed), dict(self.keys)
        table.clocks = self.clocks.copy()
        if self.game is not None:
            table.game = self.game.copy()
        if self.take_back is not None:
            table.take_back = replace(self.take_back, agreed=list(self.take_back.agreed))
        for row in rows:
            table.apply(row, at)
        if key is not None:
            table._keep_key(*key)
        return table

    def row_of(self, person: str, key: str) -> int | None:
        """The row that a command with this key ended with, if it was carried out already."""
        return self.keys.get(person, {}).get(key)

    def _keep_key(self, person: str, key: str) -> None:
        kept = {**self.keys.get(person, {}), key: self.n}  # a new one: tables before this one share the old
        if len(kept) > MAX_KEYS:
            del kept[next(iter(kept))]
        self.keys[person] = kept

    def _clocked(self) -> str | None:
        """Whose clock is to run: that of a person who is waited for."""
        waiting = self.waiting
        return None if waiting is None or self.seats[waiting].bot is not None else waiting
