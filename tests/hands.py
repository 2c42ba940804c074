"""A table with hands to play it: commands in, rows stored, everything rebuilt from the rows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

from aude.tables import Refusal, Table, decide, open_table
from aude.tables.deciding import Entropy, act, come, tick
from aude.tables.rows import AnyRow, Opened, decode, encode
from aude.wire import AnyCommand, Clock, NewTable, Sit, Start


def entropy_of(seed: int) -> Entropy:
    return random.Random(seed).randbytes


Key: TypeAlias = tuple[str, str]


class Hands:
    """Carries commands out as a server does: rows are encoded, kept, and then applied."""

    def __init__(self, wish: NewTable | None = None, *, seed: int = 1, host: str = "ada") -> None:
        self.entropy = entropy_of(seed)
        self.now = 1_000_000
        self.stored: list[tuple[int, bytes, Key | None]] = []
        rows = open_table(wish or NewTable(), host, host.title(), self.entropy)
        assert isinstance(rows[0], Opened)
        self.stored.append((self.now, encode(rows[0]), None))
        self.table = Table("t", rows[0], self.now)
        self.keep(rows[1:])

    def keep(self, rows: Sequence[AnyRow], key: Key | None = None) -> list[AnyRow]:
        """Store rows, and apply them. `key` is that of a command, and the person who gave it."""
        for number, row in enumerate(rows, 1):
            data = encode(row)
            last = key if number == len(rows) else None
            self.stored.append((self.now, data, last))
            self.table.apply(decode(data), self.now, last)
        return list(rows)

    def do(self, person: str, command: AnyCommand, after: int = 1000) -> list[AnyRow]:
        """Carry a command out, some milliseconds later."""
        self.now += after
        return self.keep(decide(self.table, person, command))

    def bot(self, seat: str) -> list[AnyRow]:
        """Let the first option be the answer of a bot."""
        assert self.table.game is not None
        return self.keep(act(self.table, seat, first_of(self.table, seat), None))

    def come(self, *people: str) -> None:
        for person in people:
            self.keep(come(self.table, person, person.title()))

    def tick(self, after: int) -> list[AnyRow]:
        self.now += after
        return self.keep(tick(self.table, self.now))

    def rebuilt(self) -> Table:
        """The table made of its rows again."""
        at, first, _ = self.stored[0]
        opened = decode(first)
        assert isinstance(opened, Opened)
        table = Table("t", opened, at)
        for at, data, key in self.stored[1:]:
            table.apply(decode(data), at, key)
        return table


def first_of(table: Table, seat: str) -> dict[str, object]:
    """The first option of a seat, with a number in place of a range."""
    assert table.game is not None
    option = table.game.options_of(seat)[0]
    return (option if option.low is None else option.at(option.low)).action.to_json()


def begun(people: Sequence[str] = ("ada", "bo"), clock: Clock | None = None, **wish: object) -> Hands:
    """A table at which these people have taken the seats in their order, and the game has begun."""
    setup = wish.pop(
        "setup", {"players": ["red", "blue", "green", "yellow"][: len(people)], "options": {"first_player": "seat1"}}
    )
    hands = Hands(NewTable(setup=setup, clock=clock or Clock(), **wish))  # type: ignore[arg-type]
    hands.come(*[person for person in dict.fromkeys(people) if person != "ada"])
    for person, seat in zip(people, list(hands.table.seats), strict=True):
        hands.do(person, Sit(seat, "ab" * 8))
    hands.do("ada", Start())
    return hands


def refusal(hands: Hands, person: str, command: AnyCommand) -> Refusal:
    """Why a command is refused; nothing may have changed."""
    before = len(hands.stored)
    try:
        hands.do(person, command)
    except Refusal as error:
        assert len(hands.stored) == before
        return error
    raise AssertionError(f"{command} was not refused")
