"""`aude rules`: the numbered rules, and the reference card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from aude.cards.card import make_card, meanings
from aude.cards.page import as_html, as_text
from aude.catalog import boxes as catalog
from aude.catalog import rulebook
from aude.catalog.closest import near
from aude.catalog.errors import unreadable
from aude.catalog.texts import Texts, title_of
from aude.cli.shared import (
    Boxes,
    GameName,
    Lang,
    Options,
    Plain,
    SetupName,
    Without,
    build_setup,
    guarded,
    print_table,
    stdout,
    texts_for,
)
from aude.errors import Unreadable
from aude.game.setup import COLOURS, Setup, players_said
from aude.terminal.narrator import find_rule
from aude.terminal.screen import write_file


@guarded
def rules(
    context: typer.Context,
    what: Annotated[str | None, typer.Argument(metavar="BOX|ID", show_default=False)] = None,
    card: Annotated[bool, typer.Option("--card", metavar="")] = False,
    setup: SetupName = None,
    game: GameName = "carcassonne",
    boxes: Boxes = "",
    players: Annotated[int | None, typer.Option("--players", "-p", metavar="N")] = None,
    option: Options = [],  # noqa: B006
    without: Without = [],  # noqa: B006
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE")] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Read the numbered rules: of a box, or one by its id. Or print the reference card of a game."""
    texts = texts_for(context, lang)
    out = stdout()
    if card:
        if what is not None:
            raise unreadable("flags.card_boxes", what=what)
        print_card(out, build_setup(setup, game, boxes, option, without, [], []), texts, players, html, plain)
        return
    if setup or boxes or players or option or without or html or game != "carcassonne":
        raise unreadable("flags.card_only")
    specs = rulebook.specs()
    for name in catalog.BOXES:
        like = catalog.info(name).like
        if like is not None:
            specs[name] = specs[like.id]
    specs = {**dict(sorted(specs.items())), **rulebook.general_rules()}
    if what is None:
        keys = ("box", "title", "rules", "rulings", "examples", "options")
        rows = []
        for name, path in specs.items():
            spec = rulebook.read_spec(path, texts.language)
            title = title_of(catalog.info(name), texts.language) if name in catalog.BOXES else spec.title
            options = options_of(name, spec)
            counts = (len(spec.of("rule")), len(spec.of("ruling")), len(spec.of("example")), len(options))
            rows.append((name, title, *(str(count) for count in counts)))
        print_table(out, [texts(f"cli.rules.{key}") for key in keys], rows, left=2, plain=plain)
        out.print(texts("cli.rules.hint"))
        return
    known = {name.lower(): name for name in specs}
    name = known.get(what.lower()) or catalog.meant(what)
    if name in specs:
        spec = rulebook.read_spec(specs[name], texts.language)
        print_spec(out, spec, texts, options_of(name, spec), catalog.info(name) if name in catalog.BOXES else None)
        return
    folder = Path(what)
    if (folder / "spec.md").is_file():
        spec = rulebook.read_spec(folder / "spec.md", texts.language)
        print_spec(out, spec, texts, spec.options)
        return
    try:
        entry = find_rule(what, texts.language)
    except Unreadable as error:
        meant = near(what.lower(), known)
        if meant:
            raise unreadable("rules.box_meant", id=what, box=known[meant[0]]) from None
        raise error if error.values["meant"] else unreadable("rules.nor_box", id=what) from None
    print_entry(out, entry, texts)


def print_card(out: Console, setup: Setup, texts: Texts, players: int | None, html: Path | None, plain: bool) -> None:
    """Print the reference card of a game, or write it to a file as a page."""
    if players is not None:
        low, high = setup.seats_for()
        if not low <= players <= min(high, len(COLOURS)):
            more = setup.more_seats(players)
            raise unreadable("setup.players", players=players_said(players), low=low, high=high, more=more)
    made = make_card(setup, texts.language, players)
    if html is None:
        out.print(as_text(made, out.width, plain), soft_wrap=True)
        return
    write_file(html, as_html(made))
    out.print(texts("card.written", path=html), soft_wrap=True)


def options_of(name: str, spec: rulebook.Spec) -> Sequence[catalog.Option | rulebook.Option]:
    """The house rules of a box, wherever their rulings are defined."""
    return catalog.info(name).options if name in catalog.BOXES else spec.options


def print_spec(
    out: Console,
    spec: rulebook.Spec,
    texts: Texts,
    options: Sequence[catalog.Option | rulebook.Option],
    box: catalog.BoxInfo | None = None,
) -> None:
    """Print all entries of a specification, kind by kind, and the options of its box with the meanings of values."""
    out.print(spec.title, style="bold")
    for kind in ("rule", "ruling", "example", "decision"):
        entries = spec.of(kind)
        if entries:
            out.print()
            out.print(texts(f"cli.rules.{kind}s"), style="bold")
            for entry in entries:
                print_entry(out, entry, texts)
    if options:
        out.print()
        out.print(texts("cli.rules.options_of"), style="bold")
        for option in options:
            values = ", ".join(option.values[1:])
            line = texts("cli.rules.option", name=option.name, default=option.values[0], others=values)
            out.print(f"  {line} ({option.ruling})")
            if box is not None and isinstance(option, catalog.Option):
                for value, meaning in meanings(box, option, texts.language).items():
                    out.print(f"    {value}: {meaning}")


def print_entry(out: Console, entry: rulebook.Entry, texts: Texts) -> None:
    """Print an entry: its id with its text beside it."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column(overflow="fold")
    grid.add_row(f"{entry.id:<10}", entry.text)
    if entry.reason:
        grid.add_row("", texts("cli.rules.no_meaning", reason=entry.reason))
    out.print(grid)
