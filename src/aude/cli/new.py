"""`aude new`: writes a set-up to a file, question by question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from aude import bots as bot_catalog
from aude.api import Game
from aude.board.sentences import full_stop
from aude.catalog import boxes as catalog
from aude.catalog.errors import said
from aude.catalog.texts import Texts
from aude.cli.play import expansions_of
from aude.cli.shared import Lang, Plain, chosen, guarded, numbers, pairs, read_bots, read_seats, read_seed, split
from aude.errors import Unreadable
from aude.formats import presets
from aude.formats.files import read_file, write_file
from aude.formats.setupfile import write_setup
from aude.game.setup import RESTS, Setup
from aude.terminal.screen import Screen, unquoted

USUAL_FILE = "setup.toml"
YES = ("y", "yes", "j", "ja")
NO = {"en": "no", "nl": "nee", "nb": "nei"}


@guarded
def new(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", show_default=False)] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Write a set-up to a file, question by question."""
    interview = Interview(Screen(plain=plain), chosen(context, lang))
    try:
        interview.run(file)
    except (EOFError, KeyboardInterrupt) as gone:
        interview.screen.say(interview.texts("cli.new.nothing"))
        raise typer.Exit(130 if isinstance(gone, KeyboardInterrupt) else 0) from None


@dataclass(frozen=True)
class Question:
    """A question: its default answer, how an answer changes the set-up, and the possible answers."""

    key: str
    usual: Callable[[Setup], str]
    take: Callable[[Setup, str], Setup]
    possible: Callable[[Setup], Iterable[str]] = lambda _: ()
    arises: Callable[[Setup], bool] = lambda _: True


class Quit(EOFError):
    """The user quits."""


class Interview:
    """Asks questions until there is a playable set-up; every answer is checked at once."""

    def __init__(self, screen: Screen, language: str) -> None:
        self.screen = screen
        self.language = language
        self.texts = Texts(language)
        self.none = self.texts("cli.ask.none")

    def run(self, file: Path | None) -> None:
        """Ask, and write the file."""
        self.screen.say(self.texts("cli.new.hint"))
        questions = self.questions()
        made = [presets.load("base")]  # the set-up before each question so far, and the current one
        asked: list[int] = []
        at = 0
        while at < len(questions):
            question = questions[at]
            if not question.arises(made[-1]):
                at += 1
                continue
            answer = self.ask(question, made[-1])
            if answer is None:
                if asked:
                    at = asked.pop()
                    made.pop()
                else:
                    self.screen.say(self.texts("cli.new.first"))
                continue
            made.append(answer)
            asked.append(at)
            at += 1
        self.write(made[-1], file)

    def ask(self, question: Question, setup: Setup) -> Setup | None:
        """The set-up after an answer, or None to go back. Repeats the question after a wrong answer."""
        if question.key in ("preset", "boxes"):
            self.screen.say(self.texts("cli.new.possible", list=", ".join(question.possible(setup))))
        while True:
            usual = question.usual(setup) or self.none
            typed = self.answer(question.key, usual)
            if typed is None:
                return None
            if typed == "?":
                self.explain(question, setup)
                continue
            try:
                made = question.take(setup, "" if typed in ("none", self.none) and question.key != "rest" else typed)
                Game(made, deal=False)
            except Unreadable as error:
                self.screen.say(self.texts("cli.new.wrong", says=full_stop(said(error, self.language))), "red")
            else:
                return made

    def answer(self, key: str, usual: str, **values: object) -> str | None:
        """What is typed, or the default answer; None to go back."""
        typed = self.screen.ask(f"{self.texts(f'cli.new.{key}', **values)} [{usual}] ").strip()
        if typed.lower() in ("q", "quit", "exit", self.texts("table.commands.quit")):
            raise Quit
        return None if typed.lower() in ("back", self.texts("cli.new.back")) else typed or usual

    def explain(self, question: Question, setup: Setup) -> None:
        self.screen.say(self.texts(f"cli.new.{question.key}_help"))
        listed = ", ".join(question.possible(setup))
        if listed:
            self.screen.say(self.texts("cli.new.possible", list=listed))

    def write(self, setup: Setup, file: Path | None) -> None:
        """Ask for the file, unless it is known, and write it; asks before overwriting one."""
        while True:
            if file is None:
                typed = self.answer("file", USUAL_FILE)
                if typed is None or typed == "?":
                    self.screen.say(self.texts("cli.new.file_help"))
                    continue
                file = Path(unquoted(typed)).expanduser()
            if file.exists() and not self.agrees(file):
                file = None
                continue
            try:
                write_file(file, write_setup(setup))
            except Unreadable as error:
                self.screen.say(said(error, self.language), "red")
                file = None
                continue
            self.screen.say(self.texts("cli.new.written", file=file))
            return

    def agrees(self, file: Path) -> bool:
        """Whether an existing file may be overwritten."""
        while True:
            typed = (self.answer("overwrite", NO[self.language], file=file) or "no").lower()
            if typed in YES or typed in ("n", *NO.values()):
                return typed in YES
            self.screen.say(self.texts("cli.new.overwrite_help"))

    # -- the questions ------------------------------------------------------------------------------------------------
    def questions(self) -> list[Question]:
        """All questions in order; dependencies come first."""
        return [
            Question("preset", lambda setup: "base", lambda _, typed: self.preset(typed), lambda _: self.presets()),
            Question("boxes", lambda setup: ", ".join(setup.boxes), self.boxes, self.titles, self.can_be_extended),
            Question("players", lambda setup: ", ".join(setup.players), _players),
            Question("bots", lambda setup: _equations(setup.bots), _bots, lambda _: bot_catalog.names()),
            Question(
                "without", lambda setup: ", ".join(setup.without), _without, _elements, lambda s: bool(_elements(s))
            ),
            Question("options", lambda setup: _equations(setup.options), _options, _choices),
            Question("figures", lambda setup: _equations(setup.figures), _figures, _figure_kinds),
            Question(
                "tiles", lambda setup: _equations(setup.tiles), _tiles, lambda setup: catalog.tile_sets(setup.game)
            ),
            Question("position", self.laid, self.position),
            Question("order", lambda setup: ", ".join(setup.order), _order, _tile_ids),
            Question("rest", lambda setup: setup.rest, _rest, lambda _: RESTS, lambda setup: bool(setup.order)),
            Question("seed", lambda setup: "" if setup.seed is None else str(setup.seed), _seed),
            Question("title", lambda setup: presets.title_of(setup, self.language), self.title),
        ]

    def presets(self) -> list[str]:
        return [f"{number} {name}" for number, name in enumerate(presets.PRESETS, 1)]

    def preset(self, typed: str) -> Setup:
        number = int(typed) if typed.isdecimal() and len(typed) < 4 else 0
        name = presets.PRESETS[number - 1] if 0 < number <= len(presets.PRESETS) else typed or "base"
        setup = presets.load(name)
        return replace(setup, title={}) if name in presets.PRESETS else setup

    def titles(self, setup: Setup) -> list[str]:
        return [expansions_of(setup.game, self.language)[1]]

    def can_be_extended(self, setup: Setup) -> bool:
        return bool(catalog.expansions(setup.game))

    def boxes(self, setup: Setup, typed: str) -> Setup:
        if typed.lower() in ("all", self.texts("cli.ask.all")):
            return replace(setup, boxes=catalog.expansions(setup.game))
        shown = expansions_of(setup.game, self.language)[0]
        return replace(setup, boxes=tuple(shown.get(word) or catalog.meant(word) for word in _words(typed)))

    def laid(self, setup: Setup) -> str:
        """The default answer if there is already a position in the set-up."""
        return self.texts("cli.new.position_kept") if setup.position else ""

    def position(self, setup: Setup, typed: str) -> Setup:
        if typed == self.texts("cli.new.position_kept") and setup.position:
            return setup
        return replace(setup, position=read_file(unquoted(typed)).strip("\n") if typed else "")

    def title(self, setup: Setup, typed: str) -> Setup:
        if typed == presets.title_of(setup, self.language):
            return setup
        return replace(setup, title={self.language: typed} if typed else {})


def _words(typed: str) -> list[str]:
    return split(typed.replace(" ", ","))


def _equations(table: Mapping[str, object]) -> str:
    return ", ".join(f"{key}={value}" for key, value in table.items())


def _players(setup: Setup, typed: str) -> Setup:
    seats = read_seats(typed)
    return replace(setup, players=seats, bots={seat: bot for seat, bot in setup.bots.items() if seat in seats})


def _bots(setup: Setup, typed: str) -> Setup:
    return replace(setup, bots=read_bots(_words(typed), setup.players))


def _without(setup: Setup, typed: str) -> Setup:
    return replace(setup, without=tuple(_words(typed)))


def _elements(setup: Setup) -> list[str]:
    return [element for box in setup.infos() for element in box.elements]


def _options(setup: Setup, typed: str) -> Setup:
    return replace(setup, options=pairs(_words(typed), "options"))


def _choices(setup: Setup) -> list[str]:
    return [f"{name}={'|'.join(option.values)}" for name, option in setup.choices().items()]


def _figures(setup: Setup, typed: str) -> Setup:
    return replace(setup, figures=numbers(_words(typed), "figures"))


def _figure_kinds(setup: Setup) -> list[str]:
    return [f"{kind.name}={kind.each}" for kind in setup.rules().figure_kinds]


def _tiles(setup: Setup, typed: str) -> Setup:
    return replace(setup, tiles=numbers(_words(typed), "tiles"))


def _tile_ids(setup: Setup) -> list[str]:
    return sorted(tile.id for tile, count in setup.tile_list() if count)


def _order(setup: Setup, typed: str) -> Setup:
    order = tuple(_words(typed))
    return replace(setup, order=order, rest=setup.rest if order else "random")


def _rest(setup: Setup, typed: str) -> Setup:
    return replace(setup, rest=typed)


def _seed(setup: Setup, typed: str) -> Setup:
    return replace(setup, seed=read_seed(typed) if typed else None)
