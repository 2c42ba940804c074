"""Every frame of random games, every answer and every log line: is there anything in it that a seat may not know?"""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from aude.catalog import boxes
from aude.catalog.texts import LANGUAGES
from aude.game.shuffle import PROTOCOL, Shuffle
from aude.server.identity import Identity
from aude.tables.table import Table
from aude.wire import (
    Act,
    AnswerTakeBack,
    AskTakeBack,
    Changed,
    Clock,
    Confirm,
    FromServer,
    NewTable,
    Pause,
    Resign,
    Say,
    Sit,
    Start,
    Undo,
    Whole,
)
from server.inside import Guest, Inside, inside
from sizes import SOAK, sized

GAMES = sized(3, soak=300)
WORLDS = sized(2, soak=60)
DRAWS = 400  # more than any game has
EVERY_BOX = list(boxes.that_go_together([name for name in boxes.BOXES if boxes.info(name).extends == "carcassonne"]))
SETUPS: list[dict[str, Any]] = [
    {"tiles": {"base": 0, "base/CRFR-rEW": 1, "base/FFFF-monastery": 2, "base/FRRR": 3, "base/CFFF": 3}},
    {"boxes": EVERY_BOX},
    {},
    {"game": "the_city"},
    {"boxes": ["tower", "princess_and_dragon"]},
    {"boxes": ["bridges_castles_and_bazaars", "river"]},
]
ADA, BO, EVE = Identity("a" * 24, "Ada"), Identity("b" * 24, "Bo"), Identity("e" * 24, "Eve")


@dataclass
class Scanner:
    """What may not be told, and all that was told."""

    server: Inside
    seats: dict[str, str]  # by person, whose seat it is
    contributions: list[str] = field(default_factory=list)
    frames: int = 0
    answers: int = 0
    seen: dict[int, int] = field(default_factory=dict)  # how many frames of each guest were looked at
    known: dict[bool, list[str]] = field(default_factory=dict)

    def forbidden(self, table: Table) -> list[str]:
        """The secret and everything that is made of it, as anybody could write it."""
        has_begun = table.shuffle is not None
        if has_begun not in self.known:
            self.known[has_begun] = self.made_of(table)
        return [*self.known[has_begun], *self.contributions]

    @staticmethod
    def made_of(table: Table) -> list[str]:
        raw = [bytes.fromhex(table.opened.secret)]
        shuffle = table.shuffle
        if shuffle is not None:
            raw.append(shuffle.key)
            raw += [hmac.digest(shuffle.key, PROTOCOL + f"draw {draw} 0\n".encode(), "sha256") for draw in range(DRAWS)]
        texts = []
        for value in raw:
            texts += [value.hex(), value.hex().upper(), str(int.from_bytes(value, "big")), repr(value)[2:-1]]
            texts += [
                base64.b64encode(value).decode().rstrip("="),
                base64.urlsafe_b64encode(value).decode().rstrip("="),
            ]
        return texts

    def look(self, table: Table, guests: list[Guest]) -> None:
        """Look at what has come since."""
        if table.state == "over":
            return
        forbidden = self.forbidden(table)
        for number, guest in enumerate(guests):
            new = guest.frames[self.seen.get(number, 0) :]
            self.seen[number] = len(guest.frames)
            self.frames += len(new)
            self.check("\n".join(new), forbidden)
            for frame in new:
                message = msgspec.json.decode(frame, type=FromServer)
                if isinstance(message, Whole | Changed) and message.question is not None:
                    own = {seat for seat, person in self.seats.items() if guest.who and person == guest.who.id}
                    assert set(message.question.offers) <= own, frame
                    assert message.question.undo in (None, *own)
        self.check(json.dumps(self.server.logs, default=repr), forbidden)

    def check(self, text: str, forbidden: list[str]) -> None:
        found = [secret for secret in forbidden if secret in text]
        assert not found, (found[:1], text[:2000])

    async def ask(self, table: Table, who: Identity) -> None:
        """What HTTP tells meanwhile, mistakes included."""
        headers = {"cookie": self.server.cookie(who)}
        paths = ("/record", "/words", "/aids", "/course", "/draws", "/files/save.jcz", "/files/film.webp")
        for path in ("", *paths, "/moments/2", "/moments/9999", "/nothing"):
            answer = await self.server.http.get(f"/api/tables/{table.id}{path}", headers=headers)
            assert answer.status_code < 500
            self.answers += 1
            self.check(answer.text + str(answer.headers), self.forbidden(table))
        for path in ("/api/tables", "/metrics", "/health", f"/api/tables/{table.opened.secret}"):
            answer = await self.server.http.get(path, headers=headers)
            self.answers += 1
            self.check(answer.text.replace(f"/api/tables/{table.opened.secret}", ""), self.forbidden(table))


async def play(server: Inside, number: int, moves: int, scanner: Scanner | None = None) -> list[Guest]:
    """A random game of two people and a bot, with somebody who looks on; people do wrong things too."""
    chance = random.Random(number)
    setup = SETUPS[number % len(SETUPS)]
    players = ["red", "blue", "green"] if number % 3 else ["red", "blue"]
    bots = {"green": "club"} if number % 3 == 1 else {}
    wish = NewTable(
        setup={**setup, "players": players}, bots=bots, clock=Clock("chess") if number % 2 else Clock(), listed=True,
        confirm=bool(number % 5),
    )  # fmt: skip
    id = await server.hub.open(wish, ADA.id, ADA.name)
    await server.hub.come(id, BO.id, BO.name)
    languages = [LANGUAGES[(number + more) % 3] for more in range(3)]
    guests = [await server.guest(who, id, language) for who, language in zip((ADA, BO, EVE), languages, strict=True)]
    guests.append(await server.guest(None, id))
    people = {seat: (ADA, BO)[index % 2].id for index, seat in enumerate(seat for seat in players if seat not in bots)}
    scanner = scanner or Scanner(server, people)
    scanner.seats = people
    by_id = {ADA.id: guests[0], BO.id: guests[1]}
    for seat, person in people.items():
        contribution = chance.randbytes(12).hex()
        scanner.contributions.append(contribution)
        await by_id[person].do(Sit(seat, contribution))
    await guests[0].do(Start())
    live = await server.hub.live(id)
    for turn in range(moves):
        await server.quiet(id)
        table = live.table
        if table.state != "running":
            break
        server.time += chance.randrange(2000)
        await step(table, by_id, people, chance)
        scanner.look(live.table, guests)
        if turn % 25 == 0 and live.table.state == "running":
            await scanner.ask(live.table, chance.choice([ADA, BO, EVE]))
    if live.table.state == "running":
        await guests[0].do(Resign("red"))
    for guest in guests:
        guest.take_in()
        await guest.leave()
    return guests


async def step(table: Table, by_id: dict[str, Guest], people: dict[str, str], chance: random.Random) -> None:
    """Something happens: mostly the answer that is waited for."""
    waiting = table.waiting
    assert waiting is not None
    guest = by_id[people[waiting]]
    other = next((someone for person, someone in by_id.items() if person != people[waiting]), guest)
    what = chance.randrange(20)
    position = table.position
    if what == 0:
        await other.do(Act(waiting, {"verb": "pass"}, position))
    elif what == 1:
        await guest.do(Act(waiting, {"verb": "place", "cell": [99, 99], "rotation": 0}, position))
    elif what == 2:
        await guest.do(Undo(waiting, position))
    elif what == 3:
        await guest.do(AskTakeBack(waiting, max(0, position - chance.randrange(1, 8))))
        await other.do(AnswerTakeBack(bool(chance.randrange(3))))
    elif what == 4:
        await other.do(Say("hello"))
    elif what == 5:
        await guest.do(Pause(True))
        await other.do(Pause(False))
    elif table.confirming == waiting:
        await guest.do(Confirm(waiting, position))
    else:
        await guest.until(lambda: guest.position == position)
        assert guest.question is not None
        offers = guest.question.offers[waiting]
        action = dict(offers[chance.randrange(len(offers))].action)
        if isinstance(action.get("number"), dict):
            action["number"] = action["number"]["low"]
        await guest.do(Act(waiting, action, position))


def test_no_frame_of_random_games_tells_what_a_seat_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> Scanner:
        async with inside(tmp_path, monkeypatch) as server:
            total = Scanner(server, {})
            for number in range(GAMES):
                scanner = Scanner(server, {})
                await play(server, number, 60 if SOAK else 25, scanner)
                total.frames += scanner.frames
                total.answers += scanner.answers
                server.logs.clear()
            return total

    total = asyncio.run(main())
    told = f"{GAMES} games, {total.frames} frames and {total.answers} answers scanned"
    print(told)
    assert total.frames > 20 * GAMES


@pytest.mark.parametrize("number", range(WORLDS))
def test_what_is_told_before_a_draw_does_not_depend_on_it(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same game in two worlds in which one draw, and all after it, come out differently: the same frames before."""
    chance = random.Random(number)
    parting = chance.randrange(2, 7)

    async def world(name: str, folder: Path) -> list[list[str]]:
        told: list[list[str]] = []
        reached: list[bool] = []

        def number_of(self: Shuffle, draw: int, count: int) -> int:
            if draw >= parting and not reached:
                reached.append(True)
                told.extend(list(guest.frames) for guest in guests)
            return random.Random(f"{number} {draw} {name if draw >= parting else ''}").randrange(count)

        monkeypatch.setattr(Shuffle, "number", number_of)
        guests: list[Guest] = []
        connect = Guest.connect

        async def connected(self: Guest) -> Guest:
            guests.append(self)
            return await connect(self)

        monkeypatch.setattr(Guest, "connect", connected)
        try:
            async with inside(folder, monkeypatch, seed=str(number)) as server:
                await play(server, number, 60)
        finally:
            monkeypatch.undo()
        return told

    one = asyncio.run(world("one", tmp_path / "one"))
    other = asyncio.run(world("other", tmp_path / "other"))
    assert one == other
    assert len(one) == 4 and all(one)
