"""The plan of a contest: which bots meet, on how many decks, and in which seats."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations

from aude.game.game import GameCore
from aude.game.seeds import seed_of
from aude.game.setup import Setup

LIMIT = 60.0  # seconds for a decision, after which a bot is considered to hang


@dataclass(frozen=True)
class Fixture:
    """One planned game."""

    heat: int  # its heat: the games of one group of bots on one deck
    rotation: int  # its number in the heat
    deck: int
    group: int
    seating: tuple[int, ...]  # the bot in each seat


@dataclass(frozen=True)
class Plan:
    """Every group of bots that fits at the table meets on the same decks: with two seats, every pair.

    With each deck a group plays a *heat*: as many games as it has bots, each time one seat further on, so that
    each of them has every seat once. If there are fewer bots than seats, each takes several. With more than two seats
    it matters who follows whom, so that changes from deck to deck.

    >>> plan = Plan(bots=("greedy", "casual", "random"), games=100)
    >>> plan.groups, plan.heats
    ([(0, 1), (0, 2), (1, 2)], 150)
    """

    bots: tuple[str, ...]  # by name, as `aude.bots.make` takes them
    games: int  # of each group, at least; a heat is always completed
    setup: Setup = field(default_factory=Setup)  # of all games
    seed: int = 0  # of everything random
    all_games: bool = False  # play on when the answer is clear
    records: bool = False  # keep the records of the games
    limit: float = LIMIT  # seconds for a decision
    make: type[GameCore] = GameCore  # the class of games that bots see

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The names of the bots, with numbers if one of them takes part more than once."""
        seen = [self.bots[: number + 1].count(name) for number, name in enumerate(self.bots)]
        return tuple(name if count == 1 else f"{name}#{count}" for name, count in zip(self.bots, seen, strict=True))

    @property
    def seats(self) -> int:
        """The number of seats at a table."""
        return len(self.setup.players)

    @cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """The groups of bots that meet at a table."""
        return list(combinations(range(len(self.bots)), min(len(self.bots), self.seats)))

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Every pair of bots."""
        return list(combinations(range(len(self.bots)), 2))

    @property
    def heat_size(self) -> int:
        """How many games a heat has."""
        return len(self.groups[0])

    @property
    def decks(self) -> int:
        """With how many decks each group plays."""
        return math.ceil(self.games / self.heat_size)

    @property
    def heats(self) -> int:
        """How many heats all groups play together."""
        return self.decks * len(self.groups)

    def group_of(self, heat: int) -> int:
        """The index of the group that plays a heat; heats are ordered by deck."""
        return heat % len(self.groups)

    def heat(self, number: int) -> Iterator[Fixture]:
        """The games of a heat."""
        deck, group = divmod(number, len(self.groups))
        first, *others = self.groups[group]
        orders = list(permutations(others))
        bots = (first, *orders[deck % len(orders)])
        for rotation in range(len(bots)):
            seating = tuple(bots[(seat + rotation) % len(bots)] for seat in range(self.seats))
            yield Fixture(number, rotation, deck, group, seating)

    def deck_seed(self, fixture: Fixture) -> int:
        """The seed of the draws in a game, the same for all games of a deck."""
        return seed_of(self.seed, "deck", fixture.deck)

    def bot_seed(self, fixture: Fixture, seat: int) -> int:
        """The seed of a bot in a game, different in every game and seat."""
        return seed_of(self.seed, "bot", fixture.heat, fixture.rotation, seat)
