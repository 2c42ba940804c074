"""The command line: `aude play`, `new`, `simulate`, `replay`, `score`, `rules`, `import` and all the others.

Its help comes from texts.toml, in the requested language. A mistake of the user gets one line on standard error and
exit code 2; Ctrl-C exits with 130.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

from aude.catalog.errors import said
from aude.catalog.texts import Texts
from aude.cli.arena import arena
from aude.cli.bench import bench
from aude.cli.bot import bot
from aude.cli.draw import draw
from aude.cli.export import export
from aude.cli.import_ import import_
from aude.cli.new import new
from aude.cli.perft import perft
from aude.cli.play import play
from aude.cli.puzzles import puzzles
from aude.cli.replay import replay
from aude.cli.review import review
from aude.cli.rules import rules
from aude.cli.score import score
from aude.cli.serve import serve
from aude.cli.setups import setups
from aude.cli.shared import Lang, complain, language_in
from aude.cli.simulate import simulate
from aude.cli.statistics import statistics
from aude.cli.tiles import tiles
from aude.cli.verify import verify
from aude.cli.wrong_flags import in_our_words, no_command
from aude.engine.arrays import COMPILED
from aude.errors import AudeError
from aude.version import __version__

HELP_NAMES = ["-h", "--help"]


class Translated(TyperGroup):
    """The commands, with their help in the requested language."""

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        """Run a command and exit. Errors in the command line are reported on one line, in the requested language."""
        words = sys.argv[1:] if args is None else list(args)
        language = language_in(words, os.environ)
        translate(self, Texts(language))
        framed = "rich" if "--plain" not in words and os.environ.get("TERM") != "dumb" else None
        for command in (self, *self.commands.values()):
            setattr(command, "rich_markup_mode", framed)  # noqa: B010  # without frames for those who listen
        try:
            sys.exit(super().main(args, *more, **(options | {"standalone_mode": False})))
        except AudeError as error:  # of a flag
            complain(said(error, language))
        except typer.TyperException as error:
            if words:  # otherwise the help was shown
                complain(said(in_our_words(error, words, list(self.commands)), language))
        sys.exit(2)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is named."""
        if args[0] not in self.commands:
            raise no_command(args[0], list(self.commands))
        return super().resolve_command(ctx, args)


def translate(group: TyperGroup, texts: Texts) -> None:
    """Give every command and flag its help: the command's own (`play.players`), or the shared one (`every.lang`)."""
    for command in (group, *group.commands.values()):
        about = f"cli.help.{command.name}"
        command.help = texts(f"{about}.about")
        setattr(command, "rich_help_panel", texts("cli.help.panels.commands"))  # noqa: B010
        for param in command.get_params(typer.Context(command, help_option_names=HELP_NAMES)):
            if isinstance(param, TyperOption | TyperArgument):
                name = str(param.name).rstrip("_")
                own = f"{about}.{name}"
                param.help = texts(own if texts.has(own) else f"cli.help.every.{name}")
                panel = "options" if isinstance(param, TyperOption) else "arguments"
                param.rich_help_panel = texts(f"cli.help.panels.{panel}")
                if name == "help":
                    param.metavar = ""  # a switch has no value to describe


app = typer.Typer(
    name="aude",
    cls=Translated,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": HELP_NAMES},
)


def show_version(value: bool) -> None:
    """`--version`."""
    if value:
        print(f"aude {__version__} ({'compiled' if COMPILED else 'interpreted'})")
        raise typer.Exit


@app.callback()
def globals_(
    context: typer.Context,
    lang: Lang = None,
    version: Annotated[bool, typer.Option("--version", metavar="", callback=show_version, is_eager=True)] = False,
) -> None:
    """The flags before the command."""
    context.obj = lang


COMMANDS = (
    play, new, setups, simulate, statistics, arena, perft, replay, verify, review, puzzles, draw, score, import_,
    export, tiles, rules, bot, bench, serve,
)  # fmt: skip
for command in COMMANDS:
    app.command(command.__name__.rstrip("_"))(command)


def main() -> None:
    """The entry point of the command `aude`."""
    # If the caller has closed a stream, read nothing from it and discard what is written.
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a question mark instead of a traceback for missing characters
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # if the reader goes away (`| head`), end silently
    app(prog_name="aude")
