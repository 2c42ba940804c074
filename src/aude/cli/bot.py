"""`aude bot`: lets one of our bots answer another program, over standard input and output."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import Annotated

import typer

from aude import bots as bot_catalog
from aude.api import Game
from aude.bots.outside import Speaker, speak
from aude.cli.shared import Boxes, Lang, Seed, guarded, split
from aude.formats.setupfile import from_facts


@guarded
def bot(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False)],
    seed: Seed = None,
    boxes: Boxes = "",
    lang: Lang = None,
) -> None:
    """Let a bot speak the protocol of docs/bot-protocol.md."""
    bot_catalog.make(name, 0)  # so that a wrong name is reported at once
    folders = split(boxes)
    speaker = Speaker(
        name,
        lambda given: bot_catalog.make(name, given if seed is None else seed),
        lambda facts: from_facts(facts, folders=folders),
        Game,
    )
    out = sys.stdout

    def write(line: bytes) -> None:
        out.write(line.decode("ascii"))
        out.flush()

    with redirect_stdout(sys.stderr):  # output of the bot itself must not reach the other program
        speak(speaker, sys.stdin, write)
