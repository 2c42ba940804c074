"""The Tower in the oracle: pieces, followers on top, prisoners and their ransom."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from oracle.dragon import at
from oracle.figures import Away, Figure
from oracle.land import Cell, Node
from oracle.scoring import Scoring
from oracle.turns import Asking, Deed, Turns, ask

PIECES = {2: 10, 3: 9, 4: 7, 5: 6, 6: 5}  # TOW-01
GUARDS = {"meeple": "tower_guard", "large_follower": "large_tower_guard"}
"""Who may close a tower (R-TOW-08), and what it is called as a piece on the table."""


class Towering(Turns):
    """The game with towers, which are nobody's (R-TOW-25)."""

    def prepare(self) -> None:
        """Everybody has pieces, and nobody is in prison."""
        super().prepare()
        self.unbuilt = [PIECES[len(self.seats)] for _ in self.seats]
        self.heights: dict[Cell, int] = {}
        self.has_paid: set[int] = set()  # the seats, in this turn
        self.gives_back: int | None = None  # the seat that owes the player a figure

    def holdings(self, seat: int) -> dict[str, int]:
        """Pieces that are left, and prisoners."""
        if "tower" not in self.boxes:
            return super().holdings(seat)
        held = sum(figure.place == prison(seat) for figure in self.away)
        return super().holdings(seat) | {"tower_piece": self.unbuilt[seat], "prisoner": held}

    def pieces(self) -> list[tuple[Node | Cell, int, str]]:
        """Storeys, and who stands on top."""
        found = super().pieces()
        found += [(cell, -1, "tower_piece") for cell, height in self.heights.items() for _ in range(height)]
        return found + [(cell, guard.seat, GUARDS[guard.kind]) for cell, guard in self.aloft().items()]

    def aloft(self) -> dict[Cell, Away]:
        """Those on top of towers too."""
        tops = {top(cell): cell for cell in self.heights}
        return super().aloft() | {tops[figure.place]: figure for figure in self.away if figure.place in tops}

    # Building and closing

    def figure_options(self) -> dict[str, Deed]:
        """TOW-02 to TOW-05: a piece or a follower on a tower that is open; R-TOW-09: a follower needs a storey."""
        found = super().figure_options()
        sites = [cell for cell, (tile, _) in self.table.items() if "tower_foundation" in tile.symbols]
        for cell in [cell for cell in sites if cell not in self.aloft()]:  # R-TOW-20
            if self.unbuilt[self.player]:
                found[f"tower {at(cell)}"] = partial(self._build, cell)
            for kind in GUARDS:
                if cell in self.heights and self.supply[self.player].get(kind):
                    found[f"close {kind} {at(cell)}"] = partial(self.go_away, self.player, kind, top(cell))
        return found

    def _build(self, cell: Cell) -> Asking:
        """A piece more, and perhaps a prisoner (TOW-06, R-TOW-13)."""
        self.unbuilt[self.player] -= 1
        self.heights[cell] = self.heights.get(cell, 0) + 1
        options = self.captives(cell)
        if options:
            answer = yield from ask(self.player, ["pass", *options])
            if answer in options:
                yield from self._capture(options[answer])

    # Prisoners

    def captives(self, tower: Cell) -> dict[str, Figure | Away]:
        """Whom the player may capture from a tower; equal figures on one spot are one answer."""
        found: dict[str, Figure | Away] = {}
        for figure in self.standing:
            if self.segment(figure.node).kind == "castle":
                continue  # R-TOW-12
            if self.reaches(tower, figure.node[:2]) and self.may_capture(figure):
                found[f"capture {self.names[figure.seat]} {figure.kind} {self.words(figure.node)}"] = figure
        for cell, guard in self.aloft().items():  # R-TOW-21
            if self.reaches(tower, cell) and self.may_capture(guard):
                found[f"capture {self.names[guard.seat]} {guard.kind} tower at {at(cell)}"] = guard
        return found

    def reaches(self, tower: Cell, cell: Cell) -> bool:
        """TOW-07, TOW-08, R-TOW-01: straight on in four directions, as far as the tower is high."""
        across, down = abs(cell[0] - tower[0]), abs(cell[1] - tower[1])
        return min(across, down) == 0 and max(across, down) <= self.heights[tower]

    def may_capture(self, figure: Figure | Away) -> bool:
        """R-TOW-02, R-TOW-11, TOW-14: figures of others, of whatever kind, but no barns."""
        is_prey = figure.seat != self.player or self.option("tower_capture_own") == "on"
        special = self.option("tower_capture_special") != "off" and figure.kind != "barn"
        return is_prey and (figure.is_follower or special)

    def _capture(self, figure: Figure | Away) -> Asking:
        """The figure leaves the land like any other, but not for its owner's supply (TOW-12, R-TOW-23)."""
        self.leave(figure)
        if figure.seat == self.player:
            return
        mine = self.prisoners(self.player, figure.seat)
        if not mine:
            self.go_away(figure.seat, figure.kind, prison(self.player))
            return
        answer, *others = mine  # TOW-09, R-TOW-07: both are free at once
        if others:
            self.gives_back = figure.seat
            answer = yield from ask(self.player, mine)
            self.gives_back = None
        self.come_home([mine[answer]])

    def prisoners(self, seat: int, captor: int) -> dict[str, Away]:
        """The figures of a seat that a captor holds, one of each kind, under the words of an exchange."""
        held = [figure for figure in self.away if figure.seat == seat and figure.place == prison(captor)]
        return {f"exchange {figure.kind}": figure for figure in held}

    # Ransom

    def begin_turn(self) -> None:
        """R-TOW-19."""
        super().begin_turn()
        self.has_paid = set()

    def interrupts(self, seat: int) -> dict[str, Callable[[], None]]:
        """Also a ransom for each kind of figure in each prison (TOW-10, R-TOW-03, R-TOW-04, R-TOW-26)."""
        found = super().interrupts(seat)
        timing = self.option("ransom_timing") or "any_time"
        is_poor = self.scores[seat] < 3 and self.option("ransom_min_score") != "none"
        is_late = timing == "own_turn_once" and seat in self.has_paid
        is_in_turn = seat == self.player and not self.has_ended  # R-TOW-19
        if is_poor or is_late or (timing != "any_time" and not is_in_turn):
            return found
        for captor in self.seats:
            if (seat, captor) != (self.player, self.gives_back):  # R-TOW-22
                for figure in self.prisoners(seat, captor).values():
                    found[f"ransom {figure.kind} {self.names[captor]}"] = partial(self._pay, figure, captor)
        return found

    def _pay(self, figure: Away, captor: int) -> None:
        """3 points from the owner to the captor, who is not asked (R-TOW-05); R-TOW-15: the Count does not mind."""
        self.scores[figure.seat] -= 3
        self.scores[captor] += 3
        self.come_home([figure])
        self.has_paid.add(figure.seat)

    # The end

    def finish_game(self) -> list[Scoring]:
        """R-TOW-10, R-TOW-14: no points for towers, followers on them and prisoners; all of them go home."""
        scorings = super().finish_game()
        self.come_back([*map(top, self.heights), *map(prison, self.seats)])
        return scorings


def top(cell: Cell) -> str:
    """The place of a figure on a tower."""
    return f"tower {at(cell)}"


def prison(seat: int) -> str:
    """The place of a seat's prisoners."""
    return f"prison {seat}"
