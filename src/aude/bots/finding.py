"""Bots by name, by the location of their code (`mine.py`, `mine.py:Name`, `package.module:Name`), or by a command.

The name of a built-in bot may be followed by a setting, which says how long it may think: `master:0.1`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from aude.bots.base import Answer, Bot
from aude.bots.cores import Effort
from aude.bots.greedy import Greedy
from aude.bots.random import RandomBot
from aude.bots.thinking import Beginner, Casual, Club, Expert, Friendly, Master
from aude.catalog.closest import closest
from aude.catalog.errors import about, unreadable
from aude.errors import Unreadable
from aude.game.game import GameCore

BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "beginner": Beginner,
    "friendly": Friendly,
    "greedy": Greedy,
    "casual": Casual,
    "club": Club,
    "expert": Expert,
    "master": Master,
}
"""The built-in bots from weak to strong, each made with a seed. A new one is a module here and a line in this table."""

# The setting of these is a time in seconds (`master:0.1`), or a number of simulations (`master:n400`), with which
# they choose the same on every machine. A suffix x2 lets them use two cores (`master:1x2`).
WITH_SETTING: dict[str, Callable[[int, Effort], Bot]] = {"expert": Expert, "master": Master}
SETTING = re.compile(r"(?:n([0-9]{1,7})|([0-9]{1,4}(?:\.[0-9]{1,6})?))(?:x([2-9]))?")
LEAST_SIMULATIONS = 4  # on each core, because decisions other than a tile get a quarter of the simulations


COMMAND = re.compile(r"run(?:@([0-9]{1,6}(?:\.[0-9]{1,6})?))?:(.*)", re.DOTALL)
"""A program that plays: ``run:./mybot --level 3``; with 5 s a move ``run@5:./mybot`` (docs/bot-protocol.md)"""


def names() -> list[str]:
    """The names of the built-in bots, from weak to strong.

    >>> names()[:3]
    ['random', 'beginner', 'friendly']
    """
    return list(BOTS)


def is_code(name: str) -> bool:
    """Whether a bot is named by the location of its code or by a command. Only use code that you trust: it is run."""
    head, colon, _ = name.partition(":")
    return head not in BOTS and (head.endswith(".py") or bool(colon))


def make(name: str, seed: int | None = None) -> Bot:
    """Make a bot from its name, the location of its code or a command. The same seed makes the same choices.

    >>> make("greedy", seed=1).name, make("master:n100", seed=1).name
    ('greedy', 'master:n100')
    """
    seed = secrets.randbits(48) if seed is None else seed
    head, colon, setting = name.partition(":")
    if head in BOTS:
        return _set(head, setting, seed) if colon else BOTS[head](seed)
    if command := COMMAND.fullmatch(name):
        from aude.bots.outside import by_command  # few games need it

        return by_command(name, command[2], float(command[1]) if command[1] else None, seed)
    if is_code(name):
        return _made_of(name, seed)
    raise unreadable("bots.none", name=name, bots=closest(name, BOTS))


def _set(name: str, setting: str, seed: int) -> Bot:
    """Make a built-in bot with a setting."""
    if name not in WITH_SETTING:
        raise about(f"{name}:{setting}", unreadable("bots.no_setting", name=name, bots=list(WITH_SETTING)))
    match = SETTING.fullmatch(setting)
    effort = Effort(float(match[2] or 0), int(match[1] or 0), int(match[3] or 1)) if match else Effort(0.0)
    if effort.simulations < LEAST_SIMULATIONS * effort.cores and not effort.seconds > 0:
        raise about(f"{name}:{setting}", unreadable("bots.setting", name=name, least=LEAST_SIMULATIONS))
    bot = WITH_SETTING[name](seed, effort)
    bot.name = f"{name}:{setting}"
    return bot


class FunctionBot:
    """A bot that is a function."""

    def __init__(self, name: str, function: Callable[[GameCore], Answer]) -> None:
        self.name = name
        self.choose = function


def _made_of(where: str, seed: int) -> Bot:
    source, _, wanted = where.partition(":")
    module = _file(Path(source)) if source.endswith(".py") else _module(source)
    found: Any = getattr(module, wanted, None) if wanted else _only_bot(module, where)
    if found is None:
        raise Unreadable(f"{where}: {source} has nothing called {wanted!r}")
    if inspect.isclass(found) and callable(getattr(found, "choose", None)):
        make_bot: Any = found
        try:
            made = make_bot(seed) if inspect.signature(make_bot).parameters else make_bot()
        except TypeError as error:
            raise Unreadable(
                f"{where}: a bot is made with a seed, {found.__name__}(seed), or without arguments: {error}"
            ) from None
        if not hasattr(made, "name"):
            made.name = found.__name__
        return made  # type: ignore[no-any-return]
    if inspect.isfunction(found):
        return FunctionBot(found.__name__, found)
    raise Unreadable(f"{where}: a bot is a function that takes a game, or a class with a method 'choose'")


def _only_bot(module: ModuleType, where: str) -> Any:
    """The function `choose` of a module, or its only class with such a method."""
    if inspect.isfunction(getattr(module, "choose", None)):
        return module.choose
    own = [entry for entry in vars(module).values() if inspect.isclass(entry) and entry.__module__ == module.__name__]
    bots = [entry for entry in own if callable(getattr(entry, "choose", None))]
    if len(bots) != 1:
        several = f"{len(bots)} classes with a method 'choose'; say which: {where}:NAME"
        raise Unreadable(
            f"{where} has {several if bots else 'neither a function choose(game) nor a class with such a method'}"
        )
    return bots[0]


def _file(path: Path) -> ModuleType:
    name = f"aude_bot_{hashlib.sha1(str(path.resolve()).encode()).hexdigest()}"
    spec = importlib.util.spec_from_file_location(name, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise unreadable("bots.no_file", path=str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise Unreadable(f"{path}: {type(error).__name__}: {error}") from error
    return module


def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Unreadable(f"the bot's module {name!r} cannot be imported: {error}") from error
