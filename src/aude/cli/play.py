"""`aude play`: a table in the browser, or with `--text` a game at one keyboard."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from aude import bots as bot_catalog
from aude.api import Game
from aude.catalog import boxes as catalog
from aude.catalog.errors import unreadable
from aude.catalog.texts import Texts
from aude.cli.serve import open_in_browser
from aude.cli.shared import (
    Boxes,
    Copies,
    Figures,
    GameName,
    Lang,
    Options,
    Plain,
    Seed,
    SetupName,
    Without,
    build_setup,
    chosen,
    guarded,
    read_bots,
    read_seats,
    split,
)
from aude.data.plan import possible_players
from aude.formats import presets
from aude.game.setup import COLOURS, Setup
from aude.terminal.screen import Screen, open_game
from aude.terminal.table import Table, check_names


@guarded
def play(
    context: typer.Context,
    text: Annotated[bool, typer.Option("--text", metavar="")] = False,
    plain: Plain = False,
    players: Annotated[str | None, typer.Option("--players", "-p", metavar="NAMES|N")] = None,
    bot: Annotated[list[str], typer.Option("--bot", metavar="SEAT=NAME")] = [],  # noqa: B006
    bots: Annotated[bool, typer.Option("--bots", metavar="")] = False,
    setup: SetupName = None,
    game: GameName = "carcassonne",
    boxes: Boxes = "",
    option: Options = [],  # noqa: B006
    without: Without = [],  # noqa: B006
    figures: Figures = [],  # noqa: B006
    copies: Copies = [],  # noqa: B006
    seed: Seed = None,
    by_hand: Annotated[bool, typer.Option("--by-hand", metavar="")] = False,
    no_confirm: Annotated[bool, typer.Option("--no-confirm", metavar="")] = False,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE")] = None,
    lang: Lang = None,
) -> None:
    """Play in the browser, with people and bots; with --text, or flags for a game, at this keyboard."""
    language = chosen(context, lang)
    flags = (plain, players, bot, bots, setup, boxes, option, without, figures, copies, by_hand, no_confirm, load)
    if not text and not any(flags) and seed is None and game == "carcassonne":
        return open_in_browser(language)
    setting_up = setup or players or option or without or figures or copies or game != "carcassonne"
    if load is not None:
        if setting_up:
            raise unreadable("flags.saved")
        opened, seated = open_game(load, seed, deal=not by_hand, folders=split(boxes), make=Game)
        if bot or bots:
            seated = _seat_bots(bot, bots, opened.seats)
    else:
        begun = build_setup(setup, game, boxes, option, without, figures, copies)
        asked = not (setting_up or boxes or bot or bots or by_hand) and sys.stdin.isatty() and sys.stdout.isatty()
        if asked:
            begun, seated = interview(begun, language, plain)
        else:
            alone = not players and not bot and not (setup and presets.says_who_plays(setup))
            seats = read_seats(players) if players else begun.players
            named = {seat: name for seat, name in begun.bots.items() if seat in seats}
            begun = replace(begun, players=seats, bots={})
            begun.check_players()
            seated = _seat_bots(bot, bots or alone, seats, named)
        opened = Game(begun, seed=seed, deal=not by_hand)
        check_names(opened)
    source = opened.seed if seed is not None or opened.setup.seed is not None else None
    made = {
        seat: bot_catalog.make(name, None if source is None else source ^ number)
        for number, (seat, name) in enumerate(seated.items(), 1)
    }
    rescue = None
    if sys.stdin.isatty():
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        rescue = Path(home) / "aude" / "unfinished.aude"
    table = Table(
        opened, bots=made, language=language, plain=plain, path=load, rescue=rescue, confirm=not no_confirm
    )  # fmt: skip
    how = table.run()
    if how in ("interrupted", "forfeited"):
        raise typer.Exit(130 if how == "interrupted" else 1)


def _seat_bots(
    words: Sequence[str], others: bool, seats: Sequence[str], seated: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The bots from the flags and the set-up; with `others`, greedy ones in all other seats but the first."""
    found = {**(seated or {}), **read_bots(words, seats)}
    if others:
        found = {**dict.fromkeys(seats[1:], "greedy"), **found}
    return {seat: found[seat] for seat in seats if seat in found}


def expansions_of(game: str, language: str) -> tuple[dict[str, str], str]:
    """The expansions of a game in the catalog by their numbers, and a text that lists them all."""
    names = [name for name in catalog.BOXES if catalog.info(name).extends == game]
    shown = {str(number): name for number, name in enumerate(names, 1)}
    titles = (f"{number} {Texts(language, [catalog.info(name).folder])('title')}" for number, name in shown.items())
    return shown, ", ".join(titles)


def chosen_of(answer: str, shown: Mapping[str, str], texts: Texts) -> tuple[str, ...] | None:
    """The boxes that an answer names, by number or id; None if it is invalid, or if they exclude each other."""
    if answer in ("all", texts("cli.ask.all")):
        return catalog.that_go_together(shown.values())
    if answer in ("none", texts("cli.ask.none")):
        return ()
    names = tuple(shown.get(word, word) for word in re.split("[, ]+", answer))
    sound = set(names) <= set(shown.values()) and len(set(names)) == len(names)
    return names if sound and catalog.that_go_together(names) == names else None


def interview(setup: Setup, language: str, plain: bool) -> tuple[Setup, dict[str, str]]:
    """A few questions before the game; Enter takes the answer in brackets, 'quit' quits."""
    texts = Texts(language)
    screen = Screen(plain=plain)
    least, most = possible_players(setup)

    def ask(key: str, default: str, good: Callable[[str], bool], **values: object) -> str:
        while True:
            try:
                answer = screen.ask(f"{texts(f'cli.ask.{key}', **values)} [{default}] ").strip().lower() or default
            except (EOFError, KeyboardInterrupt) as gone:
                interrupted = isinstance(gone, KeyboardInterrupt)
                if interrupted:
                    screen.say()
                screen.say(texts("table.goodbye"))
                raise typer.Exit(130 if interrupted else 0) from None
            if answer in ("q", "quit", "exit", texts("table.commands.quit")):
                screen.say(texts("table.goodbye"))
                raise typer.Exit
            if good(answer):
                return answer
            screen.say(texts(f"cli.ask.{key}_wrong", answer=repr(answer), **values), "red")

    def number(low: int, high: int) -> Callable[[str], bool]:
        return lambda answer: bool(re.fullmatch(r"[0-9]{1,3}", answer)) and low <= int(answer) <= high

    screen.say(texts("cli.ask.hint"))
    if not setup.boxes:
        shown, titles = expansions_of(setup.game, language)
        screen.say(texts("cli.ask.titles", titles=titles))
        answer = ask("boxes", texts("cli.ask.none"), lambda answer: chosen_of(answer, shown, texts) is not None)
        setup = replace(setup, boxes=chosen_of(answer, shown, texts) or ())
        least, most = possible_players(setup)
    people = int(ask("people", "1", number(1, most), most=most))
    fewest, room = max(0, least - people), most - people
    machines = (
        int(ask("bots", str(max(fewest, min(1, room))), number(fewest, room), low=fewest, high=room)) if room else 0
    )
    kinds = {str(number): name for number, name in enumerate(bot_catalog.names(), 1)}
    names = ", ".join(f"{number} {name}" for number, name in kinds.items())
    kind = "friendly"
    if machines:
        screen.say(
            texts("cli.ask.kinds", kinds="; ".join(f"{name}: {texts(f'bots.{name}')}" for name in kinds.values()))
        )
        kind = ask("bot", kind, lambda answer: answer in (*kinds, *kinds.values()), names=names)
        kind = kinds.get(kind, kind)
    yes, no = ("y", "yes", "j", "ja"), ("n", "no", "nee", "nei")
    farmers = ask("farmers", yes[-1] if language != "en" else "yes", lambda answer: answer in (*yes, *no))
    seats = COLOURS[: people + machines]
    if farmers in no:
        setup = replace(setup, without=("farmers",))
    return replace(setup, players=seats), dict.fromkeys(seats[people:], kind)
