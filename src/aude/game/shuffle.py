"""A shuffle that nobody can influence and everybody can check afterwards: commit and reveal (docs/fairness.md).

The host of a game publishes a commitment to a secret, then every player contributes something, and all draws are
computed from both. At the end the secret is revealed and written in the record.

>>> secret = bytes(range(32))
>>> commitment(secret)[:16]
'e9385dcd16d358db'
>>> shuffle = Shuffle(secret, [("red", "c0ffee"), ("blue", "1234")])
>>> game = GameCore(players=["red", "blue"], deal=False)
>>> shuffle.answer(game)
>>> [move.text for move in game.moves]
['start red', 'draw base/FFRR-rSW']
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from aude.catalog.errors import unreadable
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.setup import check_seats

PROTOCOL = b"aude shuffle 1 "  # the beginning of everything that is hashed, followed by its purpose
SECRET_BYTES = 32
CONTRIBUTED = re.compile(r"[0-9a-f]{2,128}")
NUMBERS = 1 << 256  # how many different numbers a hash can give


def commitment(secret: bytes) -> str:
    """The hash that is published before anybody contributes: it fixes the secret without revealing it."""
    return hashlib.sha256(PROTOCOL + b"commitment\n" + secret).hexdigest()


@dataclass(frozen=True)
class Shuffle:
    """A secret of 32 bytes and what each player has contributed, in order: a name and 2 to 128 hex digits.

    Equal shuffles give the same draws in the same game. Each draw depends on its number, so a turn that is taken back
    (`GameCore.at`) and played again draws the same tile.
    """

    secret: bytes  # must not be revealed before the game is over
    contributions: Sequence[tuple[str, str]] = ()  # of the players

    def __post_init__(self) -> None:
        object.__setattr__(self, "contributions", tuple((name, digits) for name, digits in self.contributions))
        if not isinstance(self.secret, bytes) or len(self.secret) != SECRET_BYTES:
            raise unreadable("shuffle.secret", digits=2 * SECRET_BYTES)
        check_seats([name for name, _ in self.contributions])
        for name, digits in self.contributions:
            if not CONTRIBUTED.fullmatch(digits):
                raise unreadable("shuffle.contribution", name=name)

    @property
    def commitment(self) -> str:
        """The commitment to the secret."""
        return commitment(self.secret)

    @cached_property
    def key(self) -> bytes:
        """The key that all draws are computed from: a hash of the secret and all contributions, in order."""
        lines = "".join(f"{name} {digits}\n" for name, digits in self.contributions)
        return hmac.digest(self.secret, PROTOCOL + b"key\n" + lines.encode(), "sha256")

    def number(self, draw: int, count: int) -> int:
        """The result of a draw (the first draw is 0): a number from 0 to count - 1, all exactly equally likely."""
        most = NUMBERS - NUMBERS % count
        retry = 0
        while True:
            digest = hmac.digest(self.key, PROTOCOL + f"draw {draw} {retry}\n".encode(), "sha256")
            number = int.from_bytes(digest, "big")
            if number < most:
                return number % count
            retry += 1

    def draw(self, game: GameCore) -> Option | None:
        """What is drawn now, if chance is asked; None if the result is observed on the table instead."""
        code = self._code(game)
        return Option(game.options, code) if code is not None else None

    def agrees(self, game: GameCore, code: int) -> bool:
        """Whether this may be the result now: it is what the shuffle draws, or it is observed on the table."""
        return self._code(game) in (None, code)

    def _code(self, game: GameCore) -> int | None:
        if game.actor != "chance":
            raise ValueError(f"chance is not asked now, but {game.actor}")
        if game.is_restored:
            raise unreadable("record.restored")
        state = game.state
        step = game.rules.program[state.step]
        if step.is_observed(state):
            return None
        return int(step.nth(state, self.number(game.draws, int(step.count(state)))))

    def answer_once(self, game: GameCore) -> Option:
        """Play one draw in a game without a dealer."""
        option = self.draw(game)
        if option is None:
            state = game.state
            option = Option(game.options, int(game.rules.program[state.step].observe(state)))
        game.play(option)
        return option

    def answer(self, game: GameCore) -> None:
        """Play draws until a seat is asked, or the game is over."""
        while game.actor == "chance":
            self.answer_once(game)

    def __repr__(self) -> str:
        return f"Shuffle({self.commitment})"  # secrets must not appear in logs
