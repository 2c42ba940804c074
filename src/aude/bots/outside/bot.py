"""Bots that are programs: questions go to their standard input, answers come from their standard output."""

from __future__ import annotations

import json
import secrets
import shlex
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aude.bots.base import Answer, Forfeit, offered
from aude.bots.outside import messages
from aude.bots.outside.child import Broken, Child
from aude.bots.outside.messages import PROTOCOL, QUIT, WANTS, Message, as_line
from aude.catalog.closest import closest
from aude.catalog.errors import unreadable
from aude.catalog.texts import Phrase
from aude.errors import Unreadable
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.setup import Setup
from aude.game.values import Range

HELLO_SECONDS = 60.0  # programs in some languages take long to start, especially on a busy machine
MOVE_SECONDS = 60.0
MAX_QUOTED = 200  # characters of a wrong line that an error quotes


@dataclass(frozen=True)
class Limits:
    """How long a program may take."""

    hello: float = HELLO_SECONDS
    move: float = MOVE_SECONDS


def by_command(name: str, command: str, seconds: float | None, seed: int) -> OutsideBot:
    """The bot that a command runs, with a time limit for each move. It is started at its first question."""
    try:
        words = shlex.split(command)
    except ValueError:
        raise unreadable("bots.command", name=name) from None
    if not words:
        raise unreadable("bots.command", name=name)
    if shutil.which(words[0]) is None:
        raise unreadable("bots.no_program", program=words[0])
    return OutsideBot(words, seed, name=name, limits=Limits() if seconds is None else Limits(move=seconds))


@dataclass(frozen=True)
class Told:
    """What the program knows about a game: which one it is, its seat there, and the moves so far."""

    game: GameCore
    setup: Setup
    position: tuple[str, ...]
    seat: str
    moves: list[tuple[str, int, int]]


class OutsideBot:
    """A program that plays a seat. If it does anything wrong, it is ended and `Forfeit` is raised.

    The program runs from its first question until `leave`; it may play several games, one after the other.
    """

    def __init__(
        self, command: Sequence[str], seed: int | None = None, *, name: str = "", limits: Limits | None = None
    ) -> None:
        self.command = list(command)
        self.name = name or f"run:{shlex.join(command)}"
        self.limits = limits or Limits()
        self.seed = secrets.randbits(48) if seed is None else seed
        self._child: Child | None = None
        self._wants: frozenset[str] = frozenset()
        self._told: Told | None = None
        self._asked = 0

    def choose(self, game: GameCore) -> Answer:
        """Ask the program, and return its answer."""
        options = offered(game)
        seat = str(game.actor)
        try:
            child = self._child or self._start()
            if (line := child.unasked()) is not None:
                raise Broken(Phrase("errors.forfeit.unasked", line=quoted(line)))
            known = self._tell_game(child, game, seat)
            self._asked += 1
            seconds = self.limits.move
            child.tell(as_line(messages.ask(game, options, self._asked, seconds, known, self._wants)))
            line = child.hear(seconds, Phrase("errors.forfeit.late", seconds=seconds_said(seconds)))
            return self._option(read_message(line, "answer"), options)
        except Broken as broken:
            raise Forfeit(seat, self.name, self._ended(broken.why)) from None
        except BaseException:  # including Ctrl-C: the program would be out of step
            self._end()
            raise

    def leave(self, game: GameCore) -> None:
        """Tell the program how the game ended, if it has, and end it."""
        child = self._child
        if child is None:
            return
        if self._told is not None and self._told.game is game and game.over:
            child.tell(as_line(messages.over(game, self._known_of(game), self._wants)))
        self._end(as_line(QUIT))

    # -- talking ------------------------------------------------------------------------------------------------------
    def _start(self) -> Child:
        """Start the program and exchange greetings."""
        begun = time.monotonic()
        self._child = child = Child(self.command)
        self._told, self._asked = None, 0
        child.tell(as_line(messages.hello()))
        seconds = self.limits.hello
        late = Phrase("errors.forfeit.no_hello", seconds=seconds_said(seconds))
        answer = read_message(child.hear(begun + seconds - time.monotonic(), late), "hello")
        if answer.get("protocol") != PROTOCOL:
            raise Broken(Phrase("errors.forfeit.version", version=answer.get("protocol"), wanted=PROTOCOL))
        wants = answer.get("wants", [])
        if not isinstance(wants, list):
            raise Broken(Phrase("errors.forfeit.wants", want=wants, wants=closest("", WANTS)))
        for want in wants:
            if want not in WANTS:
                raise Broken(Phrase("errors.forfeit.wants", want=want, wants=closest(str(want), WANTS)))
        self._wants = frozenset(wants)
        return child

    def _tell_game(self, child: Child, game: GameCore, seat: str) -> int:
        """Send the game if the program does not know it. Returns how many of its moves the program knows."""
        told = self._told
        position = tuple(game.position)
        is_known = (
            told is not None
            and told.game is game
            and (told.setup, told.position, told.seat) == (game.setup, position, seat)
        )
        if not is_known:
            child.tell(as_line(messages.new_game(game, seat, self.seed)))
            self._told = Told(game, game.setup, position, seat, [])
        return self._known_of(game)

    def _known_of(self, game: GameCore) -> int:
        """How many moves of this game the program knows, if some were taken back. It now gets the others."""
        assert self._told is not None
        known = self._told.moves
        now = [(move.seat, move.code, move.which) for move in game.moves]
        pairs = enumerate(zip(known, now, strict=False))
        same = next((number for number, (old, new) in pairs if old != new), min(len(known), len(now)))
        known[same:] = now[same:]
        return same

    def _option(self, answer: Message, options: Sequence[Option]) -> Option:
        """The option that an answer means."""
        if answer.get("id") != self._asked or type(answer["id"]) is not int:
            raise Broken(Phrase("errors.forfeit.other_id", id=answer.get("id"), wanted=self._asked))
        data = answer.get("action")
        try:
            action = Action.from_json(data)
        except Unreadable as error:
            raise Broken(Phrase("errors.forfeit.no_action", says=error)) from None
        for option in options:
            if (found := meant(option, action)) is not None:
                return found
        raise Broken(Phrase("errors.forfeit.not_offered", action=quoted(json.dumps(data).encode())))

    # -- ending -------------------------------------------------------------------------------------------------------
    def _end(self, farewell: bytes = b"") -> None:
        child, self._child, self._told = self._child, None, None
        if child is not None:
            child.end(farewell)

    def _ended(self, why: Phrase) -> Phrase:
        """End the program. Returns why it has lost, with the last lines that it wrote to standard error."""
        child = self._child
        self._end()
        errors = child.last_errors() if child is not None else ""
        return Phrase("errors.forfeit.with_errors", why=why, errors=errors) if errors else why


# -- reading ----------------------------------------------------------------------------------------------------------
def read_message(line: bytes, wanted: str) -> Message:
    """Parse a line as a message of the type that is expected now."""
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError):
        raise Broken(Phrase("errors.forfeit.not_json", line=quoted(line))) from None
    if not isinstance(data, Mapping) or data.get("type") != wanted:
        raise Broken(Phrase("errors.forfeit.other_type", line=quoted(line), wanted=wanted))
    return dict(data)


def quoted(line: bytes) -> str:
    """A line as quoted in an error, shortened if necessary."""
    text = line.decode("utf-8", "replace")
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]} …"


def seconds_said(seconds: float) -> str:
    """A time limit in words."""
    return f"{seconds:g}"


def meant(option: Option, action: Action) -> Option | None:
    """The option if it is the one that an action means; from a range, the one for the number. None otherwise."""
    if any(type(value) is bool for value in action.facts.values()):
        return None  # True equals 1, but is not a number
    if option.low is None:
        return option if option.action == action else None
    name, numbers = next((name, fact) for name, fact in option.action.facts.items() if isinstance(fact, Range))
    number = action.facts.get(name)
    if not isinstance(number, int) or not numbers.low <= number <= numbers.high:
        return None
    chosen = option.at(number)
    return chosen if chosen.action == action else None
