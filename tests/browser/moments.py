"""Moments of games at which every kind of decision is asked, of every box: `moments.toml` says where they are.

A game is played by chance from its seed, every kind of answer as likely as every other, so that rare ones come soon.
What the engine can ask is computed from the rules of all boxes; if the rules have changed, find the moments again:

    PYTHONPATH=tests python -m browser.moments
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from aude import Game
from aude.catalog import boxes
from aude.engine.choice import Form
from aude.engine.rules import Rules, Step
from aude.formats.setupfile import from_facts
from aude.game.options import Option
from aude.game.setup import Setup
from aude.game.setup_facts import to_facts
from aude.game.shuffle import Shuffle
from aude.server.identity import Identities, Identity
from aude.server.storage import Row, Storage
from aude.server.summaries import summary_of
from aude.tables import Table
from aude.tables.rows import Acted, AnyRow, Drew, Opened, SatDown, Started, encode

FILE = Path(__file__).parent / "moments.toml"
INTERRUPTS = "in between"  # where the name of a step stands otherwise
PERSON = "ada"
CONTRIBUTION = "c0ffee"
SEEDS = 3  # of each set-up that the search goes through,
MORE_SEEDS = 20  # or of one that has no house rules
# What boxes ask only together with others, and an abbey that somebody has kept to the end.
BESIDES: tuple[dict[str, Any], ...] = (
    {"boxes": ["tower", "princess_and_dragon"], "options": {"fairy_on": "meeple"}},
    {"boxes": ["tower", "catapult"], "options": {"catapult_mode": "manual"}},
    {"boxes": ["tower", "wheel_of_fortune"]},
    {"boxes": ["tower", "inns_and_cathedrals"]},
    {"boxes": ["tower", "bridges_castles_and_bazaars"]},
    {"boxes": ["count", "wheel_of_fortune"]},
    {"boxes": ["count", "wheel_of_fortune"], "options": {"start_blocks": "manual"}},
    {
        "boxes": ["abbey_and_mayor"],
        "order": ["base/FRFR-rEW"],
        "rest": "none",
        "position": """
            lay base/FRRR -1,0
            lay base/CFFF 0,-1 turn 180
            lay base/CFFF 1,-1 turn 180
            lay base/FFFF-monastery 2,-1
            lay base/FFRF-monastery 2,0 turn 90
            lay base/FFFF-monastery 0,1
            lay base/CFFF 1,1
            lay base/FFFF-monastery 2,1
        """,
    },
)


class Moment(NamedTuple):
    """A game after so many choices, and what is answered from then on, question by question."""

    setup: dict[str, Any]
    seed: int
    choices: int
    answers: list[str]


# -- what can be asked ------------------------------------------------------------------------------------------------
def all_setups() -> Iterator[dict[str, Any]]:
    """Every box alone, with each value of each of its house rules; some boxes together."""
    for name in boxes.BOXES:
        info = boxes.info(name)
        plain: dict[str, Any] = (
            {} if name == "carcassonne" else {"game": name} if info.extends is None else {"boxes": [name]}
        )
        yield plain
        for option in info.options:
            yield from ({**plain, "options": {option.name: value}} for value in option.values[1:])
    yield from BESIDES


def setup_of(facts: dict[str, Any]) -> Setup | None:
    """The set-up; None if it is impossible."""
    try:
        setup = from_facts({"version": 1, **facts})
        setup.check()
    except ValueError:
        return None
    return setup


def asking_steps(rules: Rules) -> set[str]:
    """The steps that have something to ask: those that say what may be chosen."""
    return {
        step.name
        for step in rules.program
        if any(getattr(type(step), name) is not getattr(Step, name) for name in ("legal", "high"))
    }


def kind_of(form: Form) -> str:
    """A kind of answer: the verb and what is told with it, `deploy figure spot`."""
    return " ".join([form.verb, *(field.name for field in form.facts)])


def kind_of_action(action: dict[str, Any]) -> str:
    """The same, of an action as it goes over the wire."""
    return " ".join([action["verb"], *(name for name in action if name not in ("verb", "which"))])


# -- playing ----------------------------------------------------------------------------------------------------------
class Playing:
    """A game that one person plays for all seats, as the rows of a table."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.chance = random.Random(seed)
        secret = self.chance.randbytes(32)
        self.game = Game(setup, deal=False)
        self.by_chance: set[str] = set()  # what chance has answered
        self.shuffle = Shuffle(secret, [(seat, CONTRIBUTION) for seat in setup.players])
        self.rows: list[AnyRow] = [
            Opened(PERSON, PERSON, to_facts(setup), secret.hex(), confirm=False),
            *(SatDown(seat, PERSON, None, CONTRIBUTION) for seat in setup.players),
            Started(),
        ]
        self._draw()

    def _draw(self) -> None:
        before = len(self.game.moves)
        while self.game.actor == "chance":
            step = self.game.step
            form = self.game.rules.forms[self.shuffle.answer_once(self.game).choice.form]
            self.by_chance.add(f"{step}: {kind_of(form)}")
        if len(self.game.moves) > before:
            self.rows.append(Drew([move.action.to_json() for move in self.game.moves[before:]]))

    def offers(self) -> dict[str, list[Option]]:
        """What may be chosen now, by kind and step: by the seat that is asked, and by others in between."""
        found: dict[str, list[Option]] = {}
        for seat in self.game.seats:
            for option in self.game.options_of(seat):
                step = INTERRUPTS if option.is_interrupt else self.game.step
                form = self.game.rules.forms[option.choice.form]
                found.setdefault(f"{step}: {kind_of(form)}", []).append(option)
        return found

    def play(self, option: Option) -> None:
        """Choose, and let chance answer."""
        if option.low is not None and option.high is not None:
            option = option.at(self.chance.randint(option.low, option.high))
        self.rows.append(Acted(option.seat, option.action.to_json(), not option.is_interrupt, PERSON))
        self.game.play(option)
        self._draw()

    def play_on(self) -> None:
        """Choose by chance: every kind of answer and figure as likely as every other."""
        kinds: dict[str, list[Option]] = {}
        for kind, options in self.offers().items():
            for option in options:
                kinds.setdefault(f"{kind} {option.action.facts.get('figure')}", []).append(option)
        self.play(self.chance.choice(kinds[self.chance.choice(sorted(kinds))]))


def played(moment: Moment, playing: Playing | None = None) -> Playing:
    """The game of a moment, as far as it goes; an earlier moment of the same game is played on."""
    if playing is None:
        setup = setup_of(moment.setup)
        assert setup is not None, moment
        playing = Playing(setup, moment.seed)
    while len(playing.game.moves) < moment.choices:
        playing.play_on()
    return playing


def read() -> list[Moment]:
    """The moments that were found."""
    return [Moment(**one) for one in tomllib.loads(FILE.read_text(encoding="utf-8"))["moments"]]


async def _store(folder: Path, rows_of: Sequence[Sequence[AnyRow]]) -> tuple[str, list[str]]:
    storage = await Storage.open(folder)
    identities = Identities(await storage.keep("cookie key", secrets.token_bytes(32)))
    tables = []
    for rows in rows_of:
        opened = rows[0]
        assert isinstance(opened, Opened)
        table = Table(secrets.token_hex(12), opened, 1)
        for row in rows[1:]:
            if not isinstance(row, Acted | Drew):  # lists of tables need no more; the server plays the game itself
                table.apply(row, 1)
        table.n = len(rows)
        await storage.append(
            [Row(table.id, n, n, "", encode(row)) for n, row in enumerate(rows, 1)], summary_of(table, True)
        )
        tables.append(table.id)
    await storage.close()
    return identities.token(Identity(PERSON, PERSON)), tables


def store(folder: Path, moments: Sequence[Moment]) -> tuple[str, list[str]]:
    """Put tables into the folder of a server that has not started: the cookie of their one person, and their ids."""
    rows: list[list[AnyRow]] = []
    before: Moment | None = None
    playing: Playing | None = None
    for moment in moments:
        goes_on = before is not None and before[:2] == moment[:2] and before.choices <= moment.choices
        playing = played(moment, playing if goes_on else None)
        rows.append(list(playing.rows))
        before = moment
    with ThreadPoolExecutor(1) as thread:  # the browser's loop may run in this one
        return thread.submit(lambda: asyncio.run(_store(folder, rows))).result()


# -- finding ----------------------------------------------------------------------------------------------------------
def search() -> list[Moment]:
    """Moments as early in games as they come, each with as many new kinds of answers in a row as there are."""
    found: list[Moment] = []
    seen: set[str] = set()
    for facts in all_setups():
        setup = setup_of(facts)
        for seed in range(SEEDS if "options" in facts else MORE_SEEDS) if setup is not None else ():
            while (moment := _first_new(facts, seed, seen)) is not None:
                found.append(moment)
                seen.update(moment.answers)
    return found


def _first_new(facts: dict[str, Any], seed: int, seen: set[str]) -> Moment | None:
    """The first moment of a game at which something is asked that was not seen, and what is answered from there on."""
    playing = played(Moment(facts, seed, 0, []))
    while not playing.game.over:
        choices = len(playing.game.moves)
        answers: list[str] = []
        while new := sorted(playing.offers().keys() - seen - set(answers)):
            answers.append(new[0])
            playing.play(playing.offers()[new[0]][0])
        if answers:
            return Moment(facts, seed, choices, answers)
        playing.play_on()
    return None


def written(moments: list[Moment]) -> str:
    """The text of the file."""
    blocks = [
        "\n".join(
            [
                "[[moments]]",
                f"setup = {_inline(moment.setup)}",
                f"seed = {moment.seed}",
                f"choices = {moment.choices}",
                "answers = [",
                *(f'  "{answer}",' for answer in moment.answers),
                "]",
            ]
        )
        for moment in moments
    ]
    return "# Written by python -m browser.moments.\n\n" + "\n\n".join(blocks) + "\n"


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_inline(one)}" for name, one in value.items()) + " }" if value else "{}"
    return json.dumps(value)


if __name__ == "__main__":
    FILE.write_text(written(search()), encoding="utf-8")
