"""Steps many games in one call.

Each game makes the choice with a given number, draws are made, and the observations are written into buffers that
remain the same objects from the first step to the last.

A game that is over starts again at once with another seed; `over`, `rewards` and `points` are then about the one that
ended. A seed deals the same game as `aude.Game` with that seed.
"""

from __future__ import annotations

from typing import Final, final

from librt.strings import read_i64_le
from mypy_extensions import i32, i64, u8

from aude.engine.arrays import append, vec
from aude.engine.drive import opening
from aude.engine.greedy import greedy_choice
from aude.engine.history import carry_out
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, INTERRUPT, NOBODY, Rules
from aude.learn import facts as facts_of
from aude.learn.ahead import Ways
from aude.learn.facts import Facts
from aude.learn.planes import Planes, zeros
from aude.learn.rewards import lead, results
from aude.learn.space import ActionSpace, Listing

WORD: Final[i64] = 8  # bytes of a number
GIVEN_UP: Final[i64] = -1  # instead of the number of a choice: the game is over


@final
class Table:
    """One of the games."""

    def __init__(self, rules: Rules, seed: i64) -> None:
        self.seed = seed
        self.state = opening(rules)
        self.dealer = Random(seed)
        self.moves: i64 = 0
        self.listing = Listing()

    def answer_chance(self) -> None:
        """Let the dealer draw until a seat is asked. Observed results do not use its random numbers."""
        state = self.state
        while state.actor == CHANCE:
            step = state.rules.program[state.step]
            if step.is_observed(state):
                code = step.sample(state, Random(self.moves))
            else:
                code = step.sample(state, self.dealer)
            self.moves += 1
            state.play(code)

    def play(self, code: i64) -> None:
        """Make a choice of the seat that is asked."""
        self.moves += 1
        if code < INTERRUPT:
            self.state.play(code)
        else:
            carry_out(self.state, self.state.rules.seat_names[self.state.actor], code)


@final
class Many:
    """Games with the same rules, side by side."""

    def __init__(
        self,
        rules: Rules,
        space: ActionSpace,
        planes: Planes | None,
        facts: Facts | None,
        seeds: list[int],
        dense: bool,
    ) -> None:
        self.rules = rules
        self.space = space
        self.facts_of = facts
        self.planes_of = planes
        self.dense = dense
        self.count: i64 = len(seeds)
        self.games: list[Table] = [Table(rules, seed) for seed in seeds]
        games = self.count
        self.mask: vec[u8] = zeros(games * space.size)
        self.planes: vec[u8] = zeros(games * planes.size) if planes is not None else zeros(0)
        self.facts: vec[i32] = facts_of.zeros(games * facts.count) if facts is not None else facts_of.zeros(0)
        self.actor: vec[i32] = facts_of.zeros(games)
        self.over: vec[u8] = zeros(games)
        self.rewards = vec[float]([0.0] * (games * rules.seats))
        self.points: vec[i32] = facts_of.zeros(games * rules.seats)
        self.finished: i64 = 0
        self.ended: list[Table | None] = [None] * len(seeds)  # of each game, the one that the last step has ended
        for number in range(games):
            self.games[number].answer_chance()
            self._offer(number)
            self._show(number)

    def step(self, actions: bytes) -> None:
        """Make a choice in each game, given as 64-bit little-endian numbers. If one is not offered, nothing happens."""
        self._check_words(actions)
        codes = vec[i64](capacity=self.count)
        for game in range(self.count):
            number = read_i64_le(actions, game * WORD)
            code = GIVEN_UP
            if 0 <= number < self.space.size and self.mask[game * self.space.size + number]:
                code = self.games[game].listing.code_of(number)
            elif number != GIVEN_UP:
                raise ValueError(f"game {game}: {number} is not offered")
            codes = append(codes, code)
        for game in range(self.count):
            self.over[game] = 0
            self.ended[game] = None
            for seat in range(self.rules.seats):
                self.rewards[game * self.rules.seats + seat] = 0.0
            if codes[game] == GIVEN_UP:
                self._tell(game, self.games[game].state.scores, False)
                self._begin_anew(game)
                self._offer(game)
            else:
                self._play(game, codes[game])
            self._show(game)

    def answer(self, seats: bytes, greedily: bool, random: Random) -> None:
        """A bot answers in each game until this seat is asked, or the game is over; it adds to what the step tells."""
        self._check_words(seats)
        for game in range(self.count):
            seat = read_i64_le(seats, game * WORD)
            table = self.games[game]
            if table.state.actor == seat:
                continue
            while self.games[game] is table and table.state.actor != seat:
                if greedily:
                    self._play(game, greedy_choice(table.state, random))
                else:
                    codes = table.listing.codes
                    at = random.below(len(codes))
                    self._play(game, codes[at])
            self._show(game)

    def _check_words(self, given: bytes) -> None:
        if i64(len(given)) != self.count * WORD:
            raise ValueError(f"{self.count} numbers of 64 bits are needed, not {len(given)} bytes")

    def _play(self, game: i64, code: i64) -> None:
        """Make a choice of the seat that is asked, and let chance answer."""
        table = self.games[game]
        before = table.state.scores[:]
        table.play(code)
        table.answer_chance()
        ended = table.state.actor == NOBODY
        self._tell(game, before, ended)
        if ended:
            self._begin_anew(game)
        self._offer(game)

    def _tell(self, game: i64, before: vec[i64], ended: bool) -> None:
        """Note what has happened, but not of a game that began after the last step."""
        if self.over[game]:
            return
        seats = self.rules.seats
        scores = self.games[game].state.scores
        for seat in range(seats):
            if self.dense:
                self.rewards[game * seats + seat] += lead(scores, seat) - lead(before, seat)
            elif ended:
                self.rewards[game * seats + seat] = results(scores, seat)
            self.points[game * seats + seat] = i32(scores[seat])

    def _begin_anew(self, game: i64) -> None:
        table = self.games[game]
        for number in table.listing.numbers:
            self.mask[game * self.space.size + number] = 0
        if not self.over[game]:
            self.over[game] = 1
            self.ended[game] = table
        self.finished += 1
        self.games[game] = Table(self.rules, table.seed + self.count)
        self.games[game].answer_chance()
        if self.planes_of is not None:
            self.planes_of.clear(self.planes, game * self.planes_of.size)

    def _offer(self, game: i64) -> None:
        """List the options of the seat that is asked."""
        table = self.games[game]
        self.actor[game] = i32(table.state.actor)
        for number in table.listing.numbers:
            self.mask[game * self.space.size + number] = 0
        self.space.list(table.state, table.listing)
        for number in table.listing.numbers:
            self.mask[game * self.space.size + number] = 1

    def _show(self, game: i64) -> None:
        """Write the observation of the seat that is asked."""
        state = self.games[game].state
        if self.planes_of is not None:
            self.planes_of.fill(state, state.actor, self.planes, game * self.planes_of.size)
        if self.facts_of is not None:
            self.facts_of.fill(state, state.actor, self.facts, game * self.facts_of.count)

    def look_ahead(self, ways: Ways, depth: i64) -> None:
        """Write down what the seats that are asked can reach, one game after the other."""
        ways.clear()
        for game in range(self.count):
            table = self.games[game]
            ways.add(table.state, table.listing, game, depth)

    def random_choices(self, random: Random) -> vec[i64]:
        """A random legal number for each game, with equal probabilities."""
        chosen = vec[i64](capacity=self.count)
        for game in range(self.count):
            numbers = self.games[game].listing.numbers
            at = random.below(len(numbers))
            chosen = append(chosen, numbers[at])
        return chosen

    def greedy_choices(self, random: Random) -> vec[i64]:
        """What the bot `greedy` would choose in each game."""
        chosen = vec[i64](capacity=self.count)
        for game in range(self.count):
            table = self.games[game]
            listing = table.listing
            number: i64 = listing.numbers[0]
            if len(listing.numbers) > 1:
                code = greedy_choice(table.state, random)
                for at in range(len(listing.codes)):
                    if listing.codes[at] == code:
                        number = listing.numbers[at]
            chosen = append(chosen, number)
        return chosen
