"""The Catapult in the oracle: a fair, and a round of shots with one of four tokens."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from oracle.figures import Away, Figure
from oracle.land import Cell
from oracle.turns import CHANCE, Answer, Asking, Deed, Question, Turns, ask, ask_afresh

TOKENS = ("knock-out", "seduction", "target", "catch")
POWERS = ("short", "medium", "long")
WOBBLES = frozenset(f"wobble {number}" for number in range(10_000))
Hits = Generator[Question, str, list[Figure | Away]]


class Reached(NamedTuple):
    """A figure that a token can hit, its tile, and its name in the words of actions."""

    figure: Figure | Away
    cell: Cell
    words: str


def distance(one: Cell, other: Cell) -> int:
    """How far two cells are from one another, squared."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


class Shooting(Turns):
    """The game with fairs. What is seen on a simulated table (R-CAT-12) is just another answer of chance."""

    def prepare(self) -> None:
        """R-CAT-01."""
        super().prepare()
        self.mode = self.option("catapult_mode") or "physics"

    def steps(self) -> list[tuple[float, Deed]]:
        """Step 13; R-CAT-02: or after the scoring."""
        return [*super().steps(), (18.13 if self.option("catapult_timing") == "after_scoring" else 13, self._fair)]

    def _fair(self) -> Asking:
        """The player chooses a token, and everybody shoots it once (CAT-01 to CAT-03, R-CAT-03, R-CAT-18)."""
        if "catapult" not in self.boxes or self.mode == "off" or "fair" not in self.symbols():
            return
        answer = yield from ask(self.player, (f"token {name}" for name in TOKENS))
        shooters = [(self.player + after) % len(self.seats) for after in self.seats]
        if answer == "token target":
            yield from self._target(shooters)
        for shooter in shooters:
            if answer == "token knock-out":
                yield from self._knock_out(shooter)
            elif answer == "token seduction":
                yield from self._seduction(shooter)
            elif answer == "token catch":
                yield from self._catch(shooter)

    # Where a token flies

    def rectangle(self, margin: int) -> dict[str, Cell]:
        """The cells of the rectangle around all tiles and of a margin around it, by their words."""
        wide, high = ([cell[axis] for cell in self.table] for axis in (0, 1))
        return {
            f"{x},{y}": (x, y)
            for x in range(min(wide) - margin, max(wide) + margin + 1)
            for y in range(min(high) - margin, max(high) + margin + 1)
        }

    def _shot(self, shooter: int, aim: Cell | None = None) -> Generator[Question, str, Cell]:
        """Where a token lands that is shot at a cell, or at one to be chosen (R-CAT-01, R-CAT-12, R-CAT-13)."""
        if aim is None:
            aims = self.rectangle(0)
            answer = yield from ask(CHANCE if self.mode == "uniform" else shooter, (f"aim {words}" for words in aims))
            aim = aims[answer.removeprefix("aim ")]
        if self.mode == "physics":
            yield from ask(shooter, (f"strength {number}" for number in range(1, 6)))
            yield from ask(CHANCE, WOBBLES)
            lands = self.rectangle(6)
        else:
            x, y = aim
            lands = {f"{x + dx},{y + dy}": (x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)}
        answer = yield from ask(CHANCE, (f"land {words}" for words in lands))
        return lands[answer.removeprefix("land ")]

    # Whom it meets

    def in_reach(self) -> list[Reached]:
        """Every figure that a token can hit, builders and pigs too (R-CAT-06), in the order of R-CAT-21."""
        found = [
            Reached(figure, figure.node[:2], f"{self.names[figure.seat]} {figure.kind} {self.words(figure.node)}")
            for figure in sorted(self.standing, key=lambda figure: (figure.node, figure.kind))
        ]
        for away in sorted(self.away, key=lambda away: (away.kind, self.place_order(away.place))):
            cell = self.token_finds(away)
            if cell:  # R-CAT-07, R-CAT-08
                found.append(Reached(away, cell, f"{self.names[away.seat]} {away.kind} at {cell[0]},{cell[1]}"))
        return sorted(found, key=lambda reached: reached.figure.seat)

    def _knock_out(self, shooter: int) -> Asking:
        """CAT-04, CAT-05, R-CAT-17: all who were hit go home together, when everything lies still."""
        if self.mode in ("scatter", "uniform"):
            hit = yield from self._drawn_hits(shooter)
        else:
            hit = yield from self._seen_hits(shooter)
        self.come_home([figure for figure in hit if isinstance(figure, Away)])
        self.go_home([figure for figure in hit if isinstance(figure, Figure)])

    def _drawn_hits(self, shooter: int) -> Hits:
        """One figure on the tile is hit for certain, and each other hit or spared (R-CAT-01, 3)."""
        landed = yield from self._shot(shooter)
        here = [reached for reached in self.in_reach() if reached.cell == landed]
        if not here:
            return []
        answer = yield from ask(CHANCE, (f"hit {reached.words}" for reached in here))
        first = next(reached for reached in here if answer == f"hit {reached.words}")
        here.remove(first)
        hit = [first.figure]
        for other in here:
            answer = yield from ask(CHANCE, [f"hit {other.words}", f"spare {other.words}"])
            if answer.startswith("hit"):
                hit.append(other.figure)
        return hit

    def _seen_hits(self, shooter: int) -> Hits:
        """Anybody may have been hit, as the table shows (R-CAT-12) or the shooter says (R-CAT-14)."""
        if self.mode == "physics":
            yield from self._shot(shooter)
        left = self.in_reach()
        hit: list[Figure | Away] = []
        while True:
            answer = yield from ask(
                CHANCE if self.mode == "physics" else shooter, ["rest", *(f"hit {reached.words}" for reached in left)]
            )
            if answer == "rest":
                return hit
            struck = next(reached for reached in left if answer == f"hit {reached.words}")
            left.remove(struck)
            hit.append(struck.figure)

    # The other tokens

    def _seduction(self, shooter: int) -> Asking:
        """CAT-06, CAT-07, R-CAT-05: a follower of the shooter takes the place of the nearest of an opponent."""
        opponents = {
            f"nearest {words}": figure
            for figure, _, words in self.in_reach()
            if isinstance(figure, Figure) and figure.is_follower and figure.seat != shooter  # R-CAT-11, R-CAT-20
        }
        if self.mode == "manual":
            answer = yield from ask(shooter, ["miss", *opponents])
            if answer == "miss":
                return
        else:
            landed = yield from self._shot(shooter)
            if landed not in self.table or not opponents:
                return
            least = min(distance(landed, figure.node[:2]) for figure in opponents.values())
            near = [words for words, figure in opponents.items() if distance(landed, figure.node[:2]) == least]
            answer = near[0]
            if len(near) > 1:
                answer = yield from ask(CHANCE, near)
        loved = opponents[answer]
        whom = answer.removeprefix("nearest ")

        def lovers() -> dict[str, str]:
            kinds = self.kinds_in_supply(shooter, self.segment(loved.node).kind)
            return {f"seduce {kind} {whom}": kind for kind in kinds}

        if lovers():
            answer = yield from ask_afresh(shooter, lambda: ["pass", *lovers()])
            if answer != "pass":
                kind = lovers()[answer]
                self.go_home([loved])
                self.stand(shooter, kind, loved.node)

    def _target(self, shooters: list[int]) -> Asking:
        """CAT-08, R-CAT-04: 5 points for each seat whose token lies nearest to the fair, be it off the tiles."""
        assert self.newest
        least = 0
        nearest: list[int] = []
        for shooter in shooters:
            if self.mode == "manual":  # R-CAT-14
                answer = yield from ask(shooter, ["nearer", "level", "farther"] if nearest else ["nearer"])
            else:
                landed = yield from self._shot(shooter, self.newest if self.mode == "scatter" else None)
                away = distance(landed, self.newest)
                answer = "nearer" if not nearest or away < least else "level" if away == least else "farther"
                least = away if answer == "nearer" else least
            if answer == "nearer":
                nearest = [shooter]
            elif answer == "level":
                nearest.append(shooter)
        for seat in nearest:
            self.gain(seat, 5, "catapult")

    def _catch(self, shooter: int) -> Asking:
        """CAT-10 to CAT-13: 5 points for the shooter, or for the left neighbour."""
        neighbour = (shooter + 1) % len(self.seats)
        if self.mode == "manual":
            answer = yield from ask(shooter, (f"report {end}" for end in ("caught", "beyond", "short", "touched")))
            end = answer.removeprefix("report ")
        else:
            end = yield from self._flight(shooter, neighbour)
        self.gain(neighbour if end in ("caught", "short") else shooter, 5, "catapult")

    def _flight(self, shooter: int, neighbour: int) -> Answer:
        """How a token ends that is shot to the neighbour (R-CAT-01, 6)."""
        announced = yield from ask(neighbour, ["catch", "leave"])
        answer = yield from ask(CHANCE if self.mode == "uniform" else shooter, (f"power {power}" for power in POWERS))
        power = POWERS.index(answer.removeprefix("power "))
        flown = POWERS[max(power - 1, 0) : power + 2]  # R-CAT-16
        answer = yield from ask(CHANCE, (f"fly {power}" for power in flown))
        falls = ["beyond"] if answer == "fly long" else ["short", "beyond"]
        answer = yield from ask(CHANCE, (f"fall {end}" for end in falls))
        end = answer.removeprefix("fall ")
        if announced == "catch":
            answer = yield from ask(CHANCE, ["grab touched", "grab nothing" if end == "short" else "grab caught"])
            end = "short" if answer == "grab nothing" else answer.removeprefix("grab ")
        return end
