"""The plan of a run: its set-up, number of players, bots and seed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from aude.catalog.errors import unreadable
from aude.catalog.texts import Phrase
from aude.data.schema import VERSION
from aude.engine.rng import Random
from aude.errors import Unreadable
from aude.game.game import GameCore
from aude.game.seeds import SEED_BITS, seed_of
from aude.game.setup import COLOURS, Setup, players_said
from aude.game.setup_facts import to_facts

PLAYERS = re.compile(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?")


@dataclass(frozen=True)
class Plan:
    """A series of games numbered from 0. Each game depends only on the plan and its number."""

    setup: Setup = field(default_factory=Setup)
    players: tuple[int, int] = (2, 2)  # the range from which the number of players is drawn for each game
    seed: int = 0
    bots: Mapping[str, str] = field(default_factory=dict)  # by seat, or `*`; the others play at random
    make: type[GameCore] = GameCore  # the class of games that bots see
    times: bool = False  # store how long games and bots took

    @cached_property
    def _first_seed(self) -> int:
        return seed_of(self.seed, "games")

    def seed_of_game(self, number: int) -> int:
        """The seed of a game, for its dealer and everything else that is random in it."""
        return int(Random(self._first_seed + number).word()) & (1 << SEED_BITS) - 1  # which mixes all bits of the seed

    def seats_of_game(self, number: int) -> tuple[str, ...]:
        """The seats of a game."""
        low, high = self.players
        if low == high:
            return seats_of(self.setup, low)
        return seats_of(self.setup, low + int(Random(seed_of(self.seed, "players", number)).below(high - low + 1)))

    def bot_of(self, seat: str) -> str:
        """The bot that plays a seat."""
        return self.bots.get(seat) or self.bots.get("*", "random")

    @cached_property
    def digest(self) -> str:
        """A digest, equal for equal plans. It does not include the number of games, so that a run can be extended."""
        facts = to_facts(replace(self.setup, title={}, seed=None, bots={}))
        asked = [VERSION, facts, self.players, self.seed, dict(self.bots), self.times]
        return hashlib.blake2b(json.dumps(asked, sort_keys=True).encode(), digest_size=8).hexdigest()


def seats_of(setup: Setup, number: int) -> tuple[str, ...]:
    """The seats of a set-up if it has this many; otherwise the usual colours."""
    return setup.players if number == len(setup.players) else COLOURS[:number]


# -- how many players -------------------------------------------------------------------------------------------------
def read_players(text: str) -> tuple[int, int]:
    """Parse `3` or `2..6` as the lowest and the highest number of players."""
    match = PLAYERS.fullmatch(text.strip())
    if match is None:
        raise unreadable("setup.not_players", text=text)
    low = int(match[1])
    high = int(match[2]) if match[2] else low
    if low > high:
        raise unreadable("setup.wrong_way_round", text=text, low=low, high=high)
    return low, high


def possible_players(setup: Setup) -> tuple[int, int]:
    """The lowest and highest number of players for a game with these boxes and options."""
    possible = []
    for number in range(1, len(COLOURS) + 1):
        try:
            replace(setup, players=COLOURS[:number]).check_players()
        except Unreadable:
            continue
        possible.append(number)
    if not possible:
        replace(setup, players=COLOURS[:2]).rules()  # if the set-up has another mistake, report that
        raise unreadable("setup.no_number_fits")
    return possible[0], possible[-1]


def clip_players(setup: Setup, text: str) -> tuple[int, int, Phrase | None]:
    """The range of players, limited to what the game allows, and a message if it was limited."""
    low, high = read_players(text)
    least, most = possible_players(setup)
    first, last = max(low, least), min(high, most)
    if first > last:
        wanted = players_said(low) if low == high else Phrase("errors.players.range", low=low, high=high)
        raise unreadable("setup.players", players=wanted, low=least, high=most, more=setup.more_seats(low))
    if (first, last) == (low, high):
        return first, last, None
    return first, last, Phrase("errors.setup.clipped", least=least, most=most, first=first, last=last)
