"""The reference card: set-up, turn, scoring and house rules of the chosen boxes on a page or two.

What it says comes from `card.toml` in each box's folder, every text in English, Dutch and Norwegian (`en`, `nl`, `nb`):

    [setup.bridge]               a piece that everybody gets: `each = 3`, or by the number of players
    each = { 2 = 3, 5 = 2 }      `each = { 2 = 3, 5 = 2 }`; without `each`, a sentence about the set-up
    [steps.deploy]               a step of the program by its name: it is listed where the program has it, or not at all
    at = 1200                    …or at this order of the turn, although it is not a step
    in = "deploy"                …or below another step: one of the things that can be done there
    covers = ["offer", "lot"]    the steps of the program that the line is about, if not the one it is named after
    then = { en = "Instead:" }   added to the text if anything is listed below it
    [scoring.road]               `during` the game and at the `end`; `what` it is, if not a word of the box's texts
    [options.tiny_city]          a text for each value of a house rule; `every` for all values, with `{value}` in it

Every row may say where it belongs: `element = "inn"`, `when = { option = "value" }` and `unless`, `with = "other_box"`;
`replaces = "start_tile"` takes another row away.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from aude.catalog.boxes import BoxInfo, Option
from aude.catalog.texts import LANGUAGES, Texts, title_of
from aude.engine.rules import Rules
from aude.errors import Unreadable
from aude.game.setup import COLOURS, Setup

WHERE = {"element", "when", "unless", "with", "replaces"}
KNOWN = {
    "setup": {*LANGUAGES, "each"},
    "steps": {*LANGUAGES, "at", "in", "covers", "then"},
    "scoring": {"what", "during", "end"},
    "options": set[str](),  # and the values of the house rule
}
SEQUENCES = ("setup", "turn", "final")  # those that a card lists step by step


@dataclass(frozen=True)
class Row:
    """One row of a `card.toml`."""

    section: str
    key: str
    facts: Mapping[str, Any]

    @property
    def covers(self) -> tuple[str, ...]:
        """The steps of the program that a row of the turn is about."""
        if "covers" in self.facts:
            return tuple(self.facts["covers"])
        return () if "at" in self.facts or "in" in self.facts else (self.key,)

    def texts(self) -> list[Mapping[str, str]]:
        """Every text of the row, in all its languages."""
        no_text = WHERE | {"each"}
        tables = [value for key, value in self.facts.items() if isinstance(value, Mapping) and key not in no_text]
        if self.section in ("setup", "steps"):
            tables.append({key: value for key, value in self.facts.items() if key in LANGUAGES})
        return tables


@cache
def read_card(path: Path) -> tuple[Row, ...]:
    """The rows of a box's card; none if it has no file. A mistake in the file raises `Unreadable`."""
    if not path.exists():
        return ()
    where = f"{path.parent.name}/{path.name}"
    try:
        sections = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Unreadable(f"{where}: {error}") from None
    rows = []
    for section, entries in sections.items():
        if section not in KNOWN or not isinstance(entries, Mapping):
            raise Unreadable(f"{where}: {section!r} is not a part of a card; parts: {', '.join(KNOWN)}")
        for key, facts in entries.items():
            row = Row(section, key, facts if isinstance(facts, Mapping) else {})
            _check(f"{where}: {section}.{key}", row)
            rows.append(row)
    return tuple(rows)


def _check(where: str, row: Row) -> None:
    known = KNOWN[row.section] | WHERE
    unknown = [key for key in row.facts if key not in known]
    if unknown and row.section != "options":
        raise Unreadable(f"{where}: {unknown[0]!r} means nothing here; possible are {', '.join(sorted(known))}")
    texts = row.texts()
    if not texts:
        raise Unreadable(f"{where} has no text")
    for text in texts:
        missing = [language for language in LANGUAGES if not isinstance(text.get(language), str)]
        if missing:
            raise Unreadable(f"{where}: a text in {', '.join(missing)} is missing")


# -- which rows belong to a game ---------------------------------------------------------------------------------------
class Chosen:
    """The rows of the boxes of a set-up that apply to it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.values = setup.values()
        self.elements = setup.elements()
        self.boxes = {box.id for box in setup.infos()}
        folders = dict.fromkeys(folder for box in setup.infos() for folder in box.text_folders)
        found = {(row.section, row.key): row for folder in folders for row in read_card(folder / "card.toml")}
        rows = [row for row in found.values() if self.applies(row)]
        gone = {(row.section, row.facts["replaces"]) for row in rows if "replaces" in row.facts}
        self.rows = [row for row in rows if (row.section, row.key) not in gone]

    def applies(self, row: Row) -> bool:
        """Whether the row applies to the game: its element, its house rules, the boxes that it names."""
        facts = row.facts
        if "element" in facts and facts["element"] not in self.elements:
            return False
        if any(self.values.get(name) not in _listed(value) for name, value in facts.get("when", {}).items()):
            return False
        if any(self.values.get(name) in _listed(value) for name, value in facts.get("unless", {}).items()):
            return False
        return "with" not in facts or not self.boxes.isdisjoint(_listed(facts["with"]))

    def of(self, section: str) -> list[Row]:
        """The rows of one part of the card."""
        return [row for row in self.rows if row.section == section]


def _listed(value: str | Sequence[str]) -> Sequence[str]:
    return [value] if isinstance(value, str) else value


# -- the card ----------------------------------------------------------------------------------------------------------
@dataclass
class CardStep:
    """One step: what is done, what else can be done there, and the steps of the program that it is about."""

    text: str
    below: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class CardOption:
    """A house rule that differs from the default."""

    name: str
    value: str
    text: str


@dataclass(frozen=True)
class Card:
    """Everything on a card, in one language, ready to be printed."""

    texts: Texts
    title: str
    boxes: tuple[tuple[str, int], ...]  # title, and how many tiles
    players: tuple[int, ...]  # the columns of the table of pieces
    pieces: tuple[tuple[str, tuple[str, ...]], ...]
    preparations: tuple[str, ...]
    turn: tuple[CardStep, ...]
    end: tuple[CardStep, ...]
    scoring: tuple[tuple[str, str, str], ...]  # what, during the game, at the end
    options: tuple[CardOption, ...]


def make_card(setup: Setup, language: str = "en", players: int | None = None) -> Card:
    """The card of a set-up: for one number of players, or with a column for each possible number.

    >>> card = make_card(Setup(), players=3)
    >>> [step.text for step in card.turn][1]
    'Lay the tile against others; all touching sides must match.'
    >>> card.scoring[0]
    ('road', '1 per tile', '1 per tile')
    """
    low, high = setup.seats_for()
    setup = replace(setup, players=COLOURS[: players if players is not None else low])
    columns = (players,) if players is not None else tuple(range(low, high + 1))
    rules = setup.rules()
    rows = Chosen(setup)
    infos = setup.infos()
    texts = Texts(language, [folder for box in infos for folder in box.text_folders])
    steps = _in_order(rows.of("steps"), rules, language)
    setup_rows = rows.of("setup")
    return Card(
        texts=texts,
        title=title_of(infos[0], language),
        boxes=_tiles_of(setup, rules, language),
        players=columns,
        pieces=tuple(
            (row.facts[language], tuple(_each(row, number) for number in columns))
            for row in setup_rows if "each" in row.facts
        ),
        preparations=(
            *(row.facts[language] for row in setup_rows if "each" not in row.facts),
            *(step.text for step in steps["setup"]),
        ),
        turn=tuple(steps["turn"]),
        end=tuple(steps["final"]),
        scoring=tuple(_scored(row, texts) for row in rows.of("scoring")),
        options=tuple(_options(setup, rows, language)),
    )  # fmt: skip


def _tiles_of(setup: Setup, rules: Rules, language: str) -> tuple[tuple[str, int], ...]:
    """Every box and how many tiles it brings to this game."""
    counts = {tile.id: count for tile, count in rules.tiles}
    found = []
    for box in setup.infos():
        ids = [tile.id for tiles in box.tile_sets().values() for tile in tiles.tiles]
        found.append((title_of(box, language), sum(counts.get(id, 0) for id in ids)))
    return tuple(found)


def _each(row: Row, players: int) -> str:
    each = row.facts["each"]
    return str(each.get(str(players), "–") if isinstance(each, Mapping) else each)


def _in_order(rows: Iterable[Row], rules: Rules, language: str) -> dict[str, list[CardStep]]:
    """The steps of every sequence in the order of the program, those that belong to another below it."""
    places = {
        step.name: (sequence, order)
        for sequence in rules.sequences
        for order, step in rules.sequences[sequence] if step.name
    }  # fmt: skip
    top: dict[str, tuple[tuple[str, int], CardStep, Row]] = {}
    below: list[Row] = []
    for row in rows:
        known = [places[name] for name in row.covers if name in places]
        if row.covers and not known:
            continue  # not asked in this game
        if "in" in row.facts:
            below.append(row)
        else:
            at = known[0] if known else ("turn", int(row.facts["at"]))
            top[row.key] = (at, CardStep(row.facts[language], steps=list(row.covers)), row)
    for row in below:
        parent = next((top[name] for name in _listed(row.facts["in"]) if name in top), None)
        if parent is not None:
            parent[1].below.append(row.facts[language])
            parent[1].steps.extend(row.covers)
    for _, step, row in top.values():
        if step.below and "then" in row.facts:
            step.text = f"{step.text} {row.facts['then'][language]}"
    ordered = sorted(top.values(), key=lambda entry: entry[0][1])
    return {name: [step for (sequence, _), step, _ in ordered if sequence == name] for name in SEQUENCES}


def _scored(row: Row, texts: Texts) -> tuple[str, str, str]:
    def text(key: str, otherwise: str) -> str:
        said = row.facts.get(key, otherwise)
        return said if isinstance(said, str) else str(said[texts.language])

    return text("what", texts.word(row.key)), text("during", "–"), text("end", "–")


def _options(setup: Setup, rows: Chosen, language: str) -> Iterable[CardOption]:
    """The house rules that differ from their defaults, with their values."""
    told = {row.key: row for row in rows.of("options")}
    for name, option in setup.choices().items():
        value = rows.values[name]
        if value != option.values[0]:
            facts = told[name].facts if name in told else {}
            yield CardOption(name, value, _meaning(facts, value, language) or f"{name} = {value}")


def _meaning(facts: Mapping[str, Any], value: str, language: str) -> str:
    """What a value of a house rule means, in words; empty if the row does not say."""
    said = facts.get(value) or facts.get("every")
    return str(said[language]).replace("{value}", value) if said else ""


def meanings(box: BoxInfo, option: Option, language: str) -> dict[str, str]:
    """What each value of a house rule of a box means, in words, as far as its card explains it."""
    rows = [row for folder in box.text_folders for row in read_card(folder / "card.toml")]
    facts = next((row.facts for row in reversed(rows) if (row.section, row.key) == ("options", option.name)), {})
    return {value: said for value in option.values if (said := _meaning(facts, value, language))}
