"""Tables in the middle of their games, in the storage of a server that has not started yet."""

from __future__ import annotations

import random
import secrets
from pathlib import Path
from typing import NamedTuple

from aude.dev.bench import MIXES
from aude.game.setup_facts import to_facts
from aude.server.identity import Identities, Identity
from aude.server.storage import Row, Storage
from aude.server.summaries import summary_of
from aude.tables import Table, decide, open_table
from aude.tables.deciding import act, come
from aude.tables.rows import AnyRow, Opened, encode
from aude.wire import Act, Confirm, NewTable, Sit, Start

PEOPLE = ("Ada", "Bo")
ORIGINALS = 24  # games that are really played; the others are copies of them
STEP = 1_000  # milliseconds between two rows


class Prepared(NamedTuple):
    """A table with its people: their cookies by seat, those of bots left out."""

    table: str
    cookies: dict[str, str]


class Original(NamedTuple):
    """A game in progress: its rows, and the table that they make."""

    rows: list[AnyRow]
    table: Table


def wish_for(mix: str, bot: str | None) -> NewTable:
    """A table for two; a bot takes the second seat if one is named."""
    facts = to_facts(MIXES[mix])
    seats = list(MIXES[mix].players)
    return NewTable(setup=facts, bots={seats[1]: bot} if bot else {})


def play(mix: str, bot: str | None, people: dict[str, str], moves: int, chance: random.Random) -> Original:
    """Play a game by chance until so many choices have been made and a person is asked."""
    ada, bo = people.values()
    rows = open_table(wish_for(mix, bot), ada, PEOPLE[0], chance.randbytes)
    opened = rows[0]
    assert isinstance(opened, Opened)
    table = Table("", opened, 1)

    def happen(more: list[AnyRow]) -> None:
        for row in more:
            table.apply(row, 1)
        rows.extend(more)

    for row in rows[1:]:
        table.apply(row, 1)
    happen(come(table, bo, PEOPLE[1]))
    for person, seat in zip((ada, bo), table.seats.values(), strict=True):
        if seat.is_free:
            happen(decide(table, person, Sit(seat.name, "c0ffee")))
    happen(decide(table, ada, Start()))
    while table.state == "running" and (table.position < moves or table.bot_to_act is not None):
        happen(_chosen(table, chance))
    return Original(rows, table)


def _chosen(table: Table, chance: random.Random) -> list[AnyRow]:
    game, seat = table.game, table.waiting
    assert game is not None and seat is not None
    person = table.seats[seat].player
    if table.confirming == seat and person is not None:
        return decide(table, person, Confirm(seat, table.position))
    option = chance.choice(list(game.options))
    action = (option if option.low is None else option.at(option.low)).action.to_json()
    if person is None:
        return act(table, seat, action, None)
    return decide(table, person, Act(seat, action, table.position))


async def prepare(folder: Path, mix: str, games: int, bot: str | None, moves: tuple[int, int]) -> list[Prepared]:
    """Put tables into a folder, each after a number of choices between the two."""
    chance = random.Random(1)
    storage = await Storage.open(folder)
    identities = Identities(await storage.keep("cookie key", secrets.token_bytes(32)))
    who = {name: Identity(secrets.token_hex(12), name) for name in PEOPLE}
    ids = {name: person.id for name, person in who.items()}
    cookies = [f"aude={identities.token(person)}" for person in who.values()]
    originals = [
        play(mix, bot, ids, moves[0] + (moves[1] - moves[0]) * number // ORIGINALS, chance)
        for number in range(min(games, ORIGINALS))
    ]
    found = []
    for number in range(games):
        rows, table = originals[number % len(originals)]
        table.id = secrets.token_hex(12)
        stored = [Row(table.id, n, n * STEP, "", encode(row)) for n, row in enumerate(rows, 1)]
        await storage.append(stored, summary_of(table, people=True))
        players = {seat.name: cookie for cookie, seat in zip(cookies, table.seats.values(), strict=True) if seat.person}
        found.append(Prepared(table.id, players))
    await storage.close()
    return found
