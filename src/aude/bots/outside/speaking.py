"""The other side of the protocol: one of our bots answers another program (docs/bot-protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from aude.bots.base import Bot, dismiss
from aude.bots.outside.messages import PROTOCOL, Message, as_line
from aude.catalog.errors import unreadable
from aude.errors import Unreadable
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.setup import Setup

T = TypeVar("T")
NewBot: TypeAlias = Callable[[int | None], Bot]
ReadSetup: TypeAlias = Callable[[Mapping[str, object]], Setup]


class Speaker:
    """A bot that follows a game from messages, and answers questions about it."""

    def __init__(self, name: str, new_bot: NewBot, read_setup: ReadSetup, make: type[GameCore]) -> None:
        self.name = name
        self.new_bot = new_bot  # makes a bot from a seed, if there is one
        self.read_setup = read_setup
        self.make = make  # the class of games that the bot sees
        self.game: GameCore | None = None
        self.bot: Bot | None = None

    def answer(self, message: Message) -> Message | None:
        """The answer to a message, if it needs one. Unknown messages are of a later version, and are ignored."""
        kind = message["type"]
        if kind == "hello":
            return {"type": "hello", "protocol": PROTOCOL, "name": self.name, "wants": ["moves"]}
        if kind == "game":
            self.leave()
            self.game = self.make(self.read_setup(fact(message, "setup", dict)), deal=False)
            self.bot = self.new_bot(fact(message, "seed", int) if "seed" in message else None)
        elif kind == "ask":
            number, game = fact(message, "id", int), self.follow(message)
            assert self.bot is not None
            answer = self.bot.choose(game)
            if not isinstance(answer, Option | Action):
                raise unreadable("protocol.no_option", answer=answer)
            action = answer if isinstance(answer, Action) else answer.action
            return {"type": "answer", "id": number, "action": action.to_json()}
        elif kind == "over":
            self.follow(message)
        return None

    def follow(self, message: Message) -> GameCore:
        """The game with the moves of a message, which follow the first `after` moves; later ones were taken back."""
        game, after = self.game, fact(message, "after", int)
        if game is None or not 0 <= after <= len(game.moves):
            raise unreadable("protocol.no_game")
        if after < len(game.moves):
            game = self.game = game.at(after)
        for move in fact(message, "moves", list):
            game.play(Action.from_json(fact(move, "action", dict)), fact(move, "seat", str))
        return game

    def leave(self) -> None:
        """Release the bot."""
        if self.bot is not None and self.game is not None:
            dismiss([self.bot], self.game)


def fact(message: object, name: str, kind: type[T]) -> T:
    """A field of a message, checked for its type."""
    value = message.get(name) if isinstance(message, dict) else None
    if not isinstance(value, kind):
        raise unreadable("protocol.field", name=name)
    return value


def speak(speaker: Speaker, lines: Iterable[str], write: Callable[[bytes], Any]) -> None:
    """Answer line by line until there are no more, or one is `quit`. Raises `Unreadable` for an invalid line."""
    try:
        for number, line in enumerate(lines, 1):
            message = read_message(line, number)
            if message["type"] == "quit":
                return
            try:
                answer = speaker.answer(message)
            except Unreadable as error:
                raise error.at_line(number) from None
            if answer is not None:
                write(as_line(answer))
    finally:
        speaker.leave()


def read_message(line: str, number: int) -> Message:
    """Parse a line as a message: an object with a type."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise unreadable("protocol.no_message", number)
    return message
