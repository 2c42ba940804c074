"""Code shared by the commands: flags and how they are read, reporting mistakes, printing tables."""

from __future__ import annotations

import functools
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, NoReturn, ParamSpec, TypeVar

import typer
from rich import box as rich_box
from rich.console import Console
from rich.table import Table as Grid

from aude import bots as bot_catalog
from aude.catalog import boxes as catalog
from aude.catalog import rulebook
from aude.catalog.closest import closest
from aude.catalog.errors import about, said, unreadable
from aude.catalog.texts import LANGUAGES, Texts
from aude.errors import AudeError, Unreadable
from aude.formats import presets
from aude.formats.files import reason
from aude.game.setup import COLOURS, MAX_SEEDS, Setup, check_seats, composed, seat_named

P = ParamSpec("P")
R = TypeVar("R")


# -- mistakes ---------------------------------------------------------------------------------------------------------
def complain(says: str) -> None:
    """Print one line to standard error."""
    line = " ".join(says.split())
    print(f"aude: {line}", file=sys.stderr)


def fail(says: str) -> NoReturn:
    """Print one line to standard error and exit."""
    complain(says)
    raise typer.Exit(2)


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """Turn mistakes into one line, in the language of the command, instead of a traceback."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        language = chosen(kwargs["context"], kwargs["lang"])  # type: ignore[arg-type]
        try:
            return command(*args, **kwargs)
        except AudeError as error:
            fail(said(error, language))
        except rulebook.SpecError as error:
            fail(str(error))
        except EOFError:
            print()  # end of input at a question
            raise typer.Exit(0) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            why = Texts(language).said(reason(error))
            fail(f"{error.filename!r}: {why}" if error.filename else why)

    return run


# -- the language -----------------------------------------------------------------------------------------------------
def language_of(environment: Mapping[str, str]) -> str:
    """The language of the environment: AUDE_LANG, or the locale, or English."""
    for name in ("AUDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            word = re.split(r"[_.@-]", value.lower())[0]
            word = "nb" if word in ("no", "nn") else word
            return word if word in LANGUAGES else "en"
    return "en"


def language_in(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of a command line before it is parsed: the last valid --lang, or that of the environment."""
    found = language_of(environment)
    for word, after in pairwise([*words, ""]):
        value = after if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and value in LANGUAGES:
            found = value
    return found


def chosen(context: typer.Context, lang: str | None) -> str:
    """The command's own --lang, or the one before the command, or that of the environment."""
    return str(lang or context.obj or language_of(os.environ))


def texts_for(context: typer.Context, lang: str | None, folders: Sequence[Path] = ()) -> Texts:
    """The texts in the chosen language."""
    return Texts(chosen(context, lang), folders)


# -- flags ------------------------------------------------------------------------------------------------------------
# Their help is in texts.toml, under cli.help.
def check_language(value: str | None) -> str | None:
    """`--lang`, checked."""
    if value is not None and value not in LANGUAGES:
        raise unreadable("flags.language", value=value, languages=LANGUAGES)
    return value


def read_seed(text: str) -> int:
    """`--seed`, read."""
    if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) >= MAX_SEEDS:
        raise about("--seed", unreadable("seed", seed=text, most=MAX_SEEDS - 1))
    return int(text)


Lang = Annotated[str | None, typer.Option("--lang", metavar="en|nl|nb", callback=check_language)]
SetupName = Annotated[str | None, typer.Option("--setup", metavar="NAME|FILE")]
GameName = Annotated[str, typer.Option("--game", metavar="NAME")]
Boxes = Annotated[str, typer.Option("--boxes", metavar="A,B|all")]
Options = Annotated[list[str], typer.Option("--option", "-o", metavar="KEY=VALUE")]
Without = Annotated[list[str], typer.Option("--without", metavar="A,B")]
Figures = Annotated[list[str], typer.Option("--figures", metavar="KIND=N")]
Copies = Annotated[list[str], typer.Option("--copies", metavar="SET=N")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", parser=read_seed)]
Processes = Annotated[int | None, typer.Option("--processes", metavar="N", min=1, max=256)]
Ray = Annotated[str | None, typer.Option("--ray", metavar="local|ADDRESS")]
# (An empty metavar: a switch has no value to describe.)
Plain = Annotated[bool, typer.Option("--plain", metavar="")]
Json = Annotated[bool, typer.Option("--json", metavar="")]


def pairs(words: Sequence[str], flag: str) -> dict[str, str]:
    """`KEY=VALUE` words as a dict."""
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not (key.strip() and sign and value.strip()):
            raise unreadable("flags.key_value", flag=flag, word=word)
        if key.strip() in found:
            raise about(flag, unreadable("twice", name=key.strip()))
        found[key.strip()] = value.strip()
    return found


def numbers(words: Sequence[str], flag: str) -> dict[str, int]:
    """`KEY=N` words as a dict."""
    found = {}
    for key, value in pairs(words, flag).items():
        if not re.fullmatch(r"[0-9]{1,4}", value):
            raise about(f"{flag} {key}={value}", unreadable("not_a_number", text=value))
        found[key] = int(value)
    return found


def split(text: str) -> list[str]:
    """Words separated by commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def read_boxes(game: str, text: str) -> tuple[str, ...]:
    """`--boxes`: ids or folders, or all expansions of the game that can be combined."""
    if text.strip() == "all":
        return catalog.expansions(game)
    names = split(text)
    if "all" in names:
        raise about("--boxes", unreadable("boxes.all"))
    return tuple(map(catalog.meant, names))


def build_setup(
    named: str | None,
    game: str,
    boxes: str,
    options: Sequence[str],
    without: Sequence[str],
    figures: Sequence[str],
    copies: Sequence[str],
) -> Setup:
    """The set-up from the flags, without the players. With `--setup`, they are added to the set-up that it names."""
    if named is None:
        setup = Setup(catalog.meant(game))
    else:
        if game != "carcassonne":
            raise unreadable("flags.game")
        setup = presets.load(named, folders=split(boxes))
    more = [box for box in read_boxes(setup.game, boxes) if box not in setup.boxes]
    changed = more or options or without or figures or copies
    return replace(
        setup,
        title={} if changed else setup.title,  # it described another game
        boxes=(*setup.boxes, *more),
        options={**setup.options, **pairs(options, "--option")},
        without=tuple(dict.fromkeys((*setup.without, *(element for word in without for element in split(word))))),
        figures={**setup.figures, **numbers(figures, "--figures")},
        tiles={**setup.tiles, **numbers(copies, "--copies")},
    )


def read_seats(text: str) -> tuple[str, ...]:
    """`--players`: names separated by commas, or how many. Colours are written in lower case."""
    if re.fullmatch(r"[0-9]{1,9}", text.strip()):
        number = int(text)
        if number > len(COLOURS):
            raise unreadable("setup.many_players", number=number, most=len(COLOURS))
        return COLOURS[:number]
    names = tuple(name.lower() if name.lower() in COLOURS else composed(name) for name in split(text))
    try:
        check_seats(names)
    except Unreadable as error:
        raise about("--players", error) from None
    return names


def read_bots(words: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """`--bot SEAT=NAME`."""
    found = pairs(words, "--bot")
    seated: dict[str, str] = {}
    for word, name in found.items():
        seat = seat_named(word, seats)
        if seat is None:
            raise about(f"--bot {word}={name}", unreadable("no_seat", name=word, seats=closest(word, seats)))
        bot_catalog.make(name, 0)
        seated[seat] = name
    return seated


# -- printing ---------------------------------------------------------------------------------------------------------
def stdout() -> Console:
    """Standard output without markup, so that input is printed literally."""
    return Console(highlight=False, markup=False, emoji=False)


def grid_of(head: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = "", left: int = 1) -> Grid:
    """A table with lines. If the terminal is narrow, names are folded between words, but not numbers."""
    grid = Grid(title=title or None, title_justify="left", box=rich_box.SIMPLE)
    for number, cells in enumerate(zip(head, *rows, strict=True)):
        is_name = number < left
        whole = not is_name or not any(" " in cell for cell in cells)
        grid.add_column(head[number], justify="left" if is_name else "right", no_wrap=whole, overflow="fold")
    for row in rows:
        grid.add_row(*row)
    return grid


def print_table(
    out: Console, head: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = "", left: int = 1, plain: bool
) -> None:
    """Print a table: with lines in a terminal, in plain columns for screen readers, files and other programs.

    The first `left` columns are names; the others are numbers.
    """
    if out.is_terminal and not plain:
        out.print(grid_of(head, rows, title=title, left=left))
        return
    wide = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    if title:
        out.print(title, soft_wrap=True)
    for row in (head, *rows):
        cells = (c.ljust(w) if n < left else c.rjust(w) for n, (c, w) in enumerate(zip(row, wide, strict=True)))
        out.print("  ".join(cells).rstrip(), soft_wrap=True)
    out.print()
