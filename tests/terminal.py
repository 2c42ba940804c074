"""Sitting down at a table, and typing commands: what the tests of both share."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import aude
from aude import Game, Setup, bots
from aude.cli.main import app
from aude.terminal.table import Table

PACKAGE = Path(aude.__file__).parents[1]

# Red closes a city and scores; everything is drawn by hand, so that nothing depends on a dealer.
OPENING = ["draw base/CFFF", "place 0,-1 turn 180"]


def by_hand(players: Sequence[str] = ("red", "blue"), **options: str) -> Game:
    return Game(Setup(players=tuple(players), options={"first_player": "seat1", **options}), deal=False)


def sit(
    lines: Sequence[str],
    game: Game | None = None,
    *,
    language: str = "en",
    plain: bool = False,
    players: dict[str, str] | None = None,
    path: Path | None = None,
    rescue: Path | None = None,
    confirm: bool = False,
) -> tuple[str, str, Table]:
    """Type these lines at a table: what it answered, how it ended, and the table."""
    out = io.StringIO()
    table = Table(
        game if game is not None else by_hand(),
        bots={seat: bots.make(name, 1) for seat, name in (players or {}).items()},
        language=language,
        plain=plain,
        source=io.StringIO("".join(f"{line}\n" for line in lines)),
        out=out,
        path=path,
        rescue=rescue,
        confirm=confirm,
    )
    how = table.run()
    return out.getvalue(), how, table


class SmallScreen(io.StringIO):
    """A terminal that is written to."""

    def isatty(self) -> bool:
        return True


def seen(
    lines: Sequence[str], game: Game, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (80, 24)
) -> list[str]:
    """What a terminal of so many columns and lines shows after each of these lines, without its colours."""
    monkeypatch.setenv("COLUMNS", str(size[0]))
    monkeypatch.setenv("LINES", str(size[1]))
    monkeypatch.setenv("TERM", "xterm")
    out = SmallScreen()
    Table(game, source=io.StringIO("".join(f"{line}\n" for line in lines)), out=out).run()
    return re.split(r"(?:^|(?<=\n))[^\n]{3,20}> ", re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()))


def said(text: str) -> str:
    """What was said, in one line."""
    return " ".join(text.split())


# -- the command line -------------------------------------------------------------------------------------------------
def run(*args: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(args), input=typed)


def good(*args: str, typed: str = "") -> str:
    result = run(*args, typed=typed)
    assert result.exit_code == 0, result.output
    assert "Traceback" not in result.output
    return result.stdout


def bad(*args: str) -> str:
    """The complaint about a mistake: one line on standard error, nothing on standard output, exit code 2."""
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr and result.stderr.strip()
    return " ".join(re.sub("[│╭╮╰╯─]", " ", result.stderr).split())


def process(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(PACKAGE), **environment}
    command = [sys.executable, "-m", "aude", *args]
    return subprocess.run(command, capture_output=True, text=True, env=environ, timeout=600, check=False, input="")
