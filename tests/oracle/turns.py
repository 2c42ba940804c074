"""The oracle's turn: who is asked what, in which order, and what the answers do.

A game is a generator: it yields questions and is sent the words of the answers. So the order of the steps can be
read from top to bottom, as in the rule files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from typing import NamedTuple

from oracle.scoring import Scored

CHANCE = -1
"""The seat that draws."""


class Question(NamedTuple):
    """Who is asked, and everything that may be answered."""

    seat: int
    options: frozenset[str]


Asking = Generator[Question, str, None]
Answer = Generator[Question, str, str]


def ask(seat: int, options: Iterable[str]) -> Answer:
    """Put a question and check that the answer was offered."""
    question = Question(seat, frozenset(options))
    answer = yield question
    assert answer in question.options, f"{answer!r} was not offered to {seat}: {sorted(question.options)}"
    return answer


class Oracle(Scored):
    """The whole game. What is drawn and decided is the caller's business."""

    player = 0

    def game(self, names: list[str], bag: dict[str, int]) -> Asking:
        """A game from the first question to the last; the start tiles lie, `bag` holds all others."""
        self.bag = Counter(bag)
        yield from self._first_player(names)
        while self.bag.total():
            yield from self._turn()
            self.player = (self.player + 1) % len(self.seats)
        self.finish_game()

    def _first_player(self, names: list[str]) -> Asking:
        """R-BASE-02."""
        way = self.option("first_player") or "random"
        if way == "random":
            answer = yield from ask(CHANCE, (f"start {name}" for name in names))
            self.player = names.index(answer.removeprefix("start "))
        elif way == "youngest":
            self.player = int(self.option("youngest") or 1) - 1

    def _turn(self) -> Asking:
        """A turn, and its second part if the builder has earned one; there is no third (TB-18 to TB-23)."""
        earned = yield from self._part()
        if earned and self.bag.total():  # R-TB-16: nothing to draw, nothing to ask
            if self.option("builder_second_tile") != "must":  # R-TB-02
                answer = yield from ask(self.player, ["second", "stop"])
                earned = answer == "second"
            if earned:
                yield from self._part()

    def _part(self) -> Generator[Question, str, bool]:
        """Steps 2 to 18 of the turn, in the order of the turn-order file. Whether the builder's feature has grown."""
        symbols = yield from self._lay_a_tile()
        if symbols is None:
            return False
        earned = self._builder_has_grown()
        yield from self._place_a_figure()
        if self.option("crop_timing") != "end_of_turn":
            yield from self._crop_circle(symbols)
        self.finish_turn(self.player)
        if self.option("crop_timing") == "end_of_turn":  # R-CC-04, R-TURN-02
            yield from self._crop_circle(symbols)
        return earned

    def _lay_a_tile(self) -> Generator[Question, str, tuple[str, ...] | None]:
        """Draw until a tile fits, and lay it (BASE-12 to BASE-14). Its symbols, or None if the bag is empty."""
        while self.bag.total():
            answer = yield from ask(CHANCE, (f"draw {tile}" for tile, count in self.bag.items() if count))
            tile = answer.removeprefix("draw ")
            self.bag[tile] -= 1
            places = {f"place {x},{y} turn {90 * turns}": (x, y, turns) for x, y, turns in self.placements(tile)}
            if places:
                answer = yield from ask(self.player, places)
                self.lay(tile, *places[answer])
                return self.tiles[tile].symbols
        return None

    def _builder_has_grown(self) -> bool:
        """Whether the tile just laid is part of a feature with the player's builder.

        Asked before anything is placed, so the builder has been there since the turn began (TB-19).
        """
        return any(
            figure.kind == "builder"
            and figure.seat == self.player
            and self.newest in self.feature_of(figure.node).cells
            for figure in self.standing
        )

    def _place_a_figure(self) -> Asking:
        """Step 7: one figure, one recall, or nothing."""
        deployments = self.deployments(self.player)
        recalls = self.recalls(self.player)
        if deployments or recalls:
            answer = yield from ask(self.player, ["pass", *deployments, *recalls])
            if answer in deployments:
                self.stand(self.player, *deployments[answer])
            elif answer in recalls:
                self.recall(recalls[answer])

    def _crop_circle(self, symbols: Iterable[str]) -> Asking:
        """Step 15: everybody adds or everybody removes, the left neighbour first, the player last (CC-01, R-CC-03)."""
        for symbol in symbols:
            name, _, kind = symbol.partition(":")
            if name != "crop_circle" or not self.of_kind(kind):  # R-CC-10
                continue
            answer = yield from ask(self.player, [f"all-add {kind}", f"all-remove {kind}"])
            for after in range(1, len(self.seats) + 1):
                seat = (self.player + after) % len(self.seats)
                if answer.startswith("all-add"):
                    yield from self._circle_adds(seat, kind)
                else:
                    yield from self._circle_removes(seat, kind)

    def _circle_adds(self, seat: int, kind: str) -> Asking:
        additions = self.circle_additions(seat, kind)
        if additions:
            may = ["pass"] if self.option("crop_add") == "may" else []  # R-CC-02
            answer = yield from ask(seat, [*additions, *may])
            if answer in additions:
                self.stand(seat, *additions[answer])

    def _circle_removes(self, seat: int, kind: str) -> Asking:
        removals = self.circle_removals(seat, kind)
        if removals:
            answer = yield from ask(seat, removals)
            self.go_home([removals[answer]])
