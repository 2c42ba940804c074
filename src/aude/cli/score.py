"""`aude score`: a referee for a real table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from aude.api import Game
from aude.board import Feature
from aude.catalog.errors import unreadable
from aude.cli.replay import event_facts
from aude.cli.shared import (
    Boxes,
    GameName,
    Json,
    Lang,
    Options,
    Plain,
    SetupName,
    Without,
    build_setup,
    chosen,
    guarded,
    read_seats,
    split,
)
from aude.explain import Explained, Report, explain_final, explain_now
from aude.formats.record import read
from aude.game.setup import COLOURS
from aude.terminal.referee import Referee
from aude.terminal.screen import read_file


@guarded
def score(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", show_default=False)] = None,
    now: Annotated[bool, typer.Option("--now", metavar="")] = False,
    final: Annotated[bool, typer.Option("--final", metavar="")] = False,
    players: Annotated[str | None, typer.Option("--players", "-p", metavar="NAMES|N")] = None,
    setup: SetupName = None,
    game: GameName = "carcassonne",
    boxes: Boxes = "",
    option: Options = [],  # noqa: B006
    without: Without = [],  # noqa: B006
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """A referee for a real table: every point explained, now or at the end."""
    if not now and not final and (file is not None or json_):
        now = final = True
    if file is not None:
        if setup or players or option or without or game != "carcassonne":
            raise unreadable("flags.saved")
        opened = read(read_file(file), split(boxes), make=Game, to_score=True)
    elif json_:
        raise unreadable("flags.json_file")
    else:
        chosen_setup = build_setup(setup, game, boxes, option, without, [], [])
        seats = read_seats(players) if players else chosen_setup.players if setup else COLOURS[:2]
        opened = Game(replace(chosen_setup, players=seats), deal=False)
    if json_:
        print(json.dumps(score_facts(opened, now, final), indent=2, ensure_ascii=False))
        return
    referee = Referee(opened, language=chosen(context, lang), plain=plain)
    how = referee.run() if file is None else ""
    if now:
        referee.now()
    if final:
        referee.final()
    if how == "interrupted":
        raise typer.Exit(130)


def score_facts(game: Game, now: bool, final: bool) -> dict[str, Any]:
    """The explanations as JSON data."""
    facts: dict[str, Any] = {"players": list(game.seats), "scores": game.scores}
    if now:
        facts["now"] = report_facts(explain_now(game))
    if final:
        facts["final"] = report_facts(explain_final(game))
    return facts


def report_facts(report: Report) -> dict[str, Any]:
    """One scoring as JSON data."""
    return {
        "features": [explained_facts(one) for one in report.features],
        "others": [event_facts(event) for event in report.others],
        "complete_without_figures": [feature_facts(feature) for feature in report.empty],
        "before": report.before,
        "gains": report.gains,
        "after": report.after,
    }


def explained_facts(one: Explained) -> dict[str, Any]:
    """A feature with its majority as JSON data."""
    return {
        **feature_facts(one.feature),
        "figures": [vars(standing) for standing in one.standing],
        "weights": one.weights,
        "winners": list(one.winners),
        "counted": [feature_facts(feature) for feature in one.counted],
        "not_counted": [feature_facts(feature) for feature in one.not_counted],
        "scores": [event_facts(event) for event in one.scores],
    }


def feature_facts(feature: Feature) -> dict[str, Any]:
    """A feature as JSON data."""
    cells = [f"{x},{y}" for x, y in feature.cells]
    return {"kind": feature.kind, "cells": cells, "complete": feature.closed}
