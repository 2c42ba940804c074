"""The oracle of The City: the course of a game, as a generator of questions that is sent the words of the answers.

It shares the printed tile facts and the words of actions with the engine, nothing else.
"""

from __future__ import annotations

from aude.engine.tiles import PORTS
from oracle.city_land import PIECES, CityLand, Side, next_side
from oracle.land import Cell
from oracle.turns import CHANCE, Asking, ask

SMALL_GAP = 5  # CITY-48


def in_words(verb: str, side: Side) -> str:
    (x, y), name = side
    return f"{verb} {name} at {x},{y}"


class City(CityLand):
    """A whole game; what is drawn and decided is the caller's business."""

    ended_by = ""  # which of the ends of CITY-48 it was

    def game(self) -> Asking:
        way = self.options["first_player"]  # R-CITY-34
        if way == "random":
            starting = {f"start {name}": seat for seat, name in enumerate(self.names)}
            self.player = starting[(yield from ask(CHANCE, starting))]
        elif way == "youngest":
            self.player = int(self.options["youngest"]) - 1
        while self.stack.total() and not self.has_ended():  # CITY-48
            yield from self.turn()
            self.player = (self.player + 1) % len(self.seats)
        self.finish()

    def has_ended(self) -> bool:
        """CITY-48, R-CITY-15."""
        return self.gate is not None and (self.pieces() == PIECES or self.gap() <= SMALL_GAP)

    def why_ended(self) -> str:
        if not self.gate:
            return "tiles, without a gate"
        if self.pieces() == PIECES:
            return "pieces"
        if not self.gap():
            return "closed wall"
        return "small gap" if self.gap() <= SMALL_GAP else "tiles"

    def turn(self) -> Asking:
        """CITY-06."""
        self.supply[self.player] += self.resting[self.player]
        self.resting[self.player] = 0
        places: dict[str, tuple[Cell, int]] = {}
        while not places:  # R-CITY-20
            if not self.stack.total():
                return
            drawn = (yield from ask(CHANCE, [f"draw {name}" for name in +self.stack])).split()[1]
            self.stack[drawn] -= 1
            places = self.placements(drawn)
        before = self.complete()
        self.lay(drawn, *places[(yield from ask(self.player, places))])
        yield from self.place_follower()
        if self.score_new(before) and self.stack_in_use() > 1:  # CITY-30, CITY-31, R-CITY-03
            yield from self.wall_round()

    def place_follower(self) -> Asking:
        """CITY-10 to CITY-15, CITY-18, R-CITY-29."""
        done = self.complete()
        spots = {}
        for node in self.nodes(self.newest):
            if self.supply[self.player] and not self.followers(self.feature(node)) and self.feature(node) not in done:
                ports = ".".join(sorted(self.ports(node), key=PORTS.index))
                spots[f"deploy follower {self.kind(node)} {ports}"] = node
        if spots:
            answer = yield from ask(self.player, ["pass", *spots])
            if answer != "pass":
                self.supply[self.player] -= 1
                self.standing[spots[answer]] = self.player

    def stack_in_use(self) -> int:
        """CITY-03, CITY-09, R-CITY-01, R-CITY-35."""
        first = self.all_tiles * 2 // 5
        second = first + self.all_tiles // 3
        drawn = self.all_tiles - self.stack.total()
        if self.options["city_phase_switch"] == "last_tile_drawn":
            return 1 + (drawn >= first) + (drawn >= second)
        return 1 + (drawn > first) + (drawn > second)

    def wall_round(self) -> Asking:
        """CITY-32, CITY-33, CITY-43 to CITY-47, R-CITY-14, R-CITY-17, R-CITY-31."""
        each = (self.stack_in_use() - 1) * (2 if len(self.seats) == 2 else 1)
        order = [(self.player + number) % len(self.seats) for number in range(each * len(self.seats))]
        to_deal = PIECES - self.pieces() + (0 if self.gate else 1)
        for seat in order[:to_deal]:
            if self.gate and not self.gap():
                return
            before = self.complete()
            yield from self.build(seat)
            self.score_new(before)  # CITY-41, CITY-42, R-CITY-12
        if self.gap() and self.towers_left[self.player]:
            yield from self.build_tower()

    def build(self, seat: int) -> Asking:
        """CITY-34 to CITY-38; nobody is asked where only one answer is left."""
        if not self.gate:
            sides = {in_words("gate", side): side for side in self.outline()}
            self.gate = sides[(yield from ask(seat, sides))]
            return
        places = {in_words("wall", next_side(self.outline(), self.end(way), way)): way for way in (0, 1)}
        answer = min(places)
        if len(places) > 1:
            answer = yield from ask(seat, places)
        side = next_side(self.outline(), self.end(places[answer]), places[answer])
        self.ends[places[answer]].append(side)
        if self.supply[seat] and not self.is_opposed(side) and (yield from ask(seat, ["guard", "pass"])) == "guard":
            self.supply[seat] -= 1
            self.guards[side] = seat

    def build_tower(self) -> Asking:
        """CITY-39, CITY-40, R-CITY-10, R-CITY-33."""
        places = {in_words("tower", self.end(way)): way for way in (0, 1) if self.tower_points(way)}
        if places:
            answer = yield from ask(self.player, ["pass", *places])
            if answer != "pass":
                self.scores[self.player] += self.tower_points(places[answer])
                self.towers[self.end(places[answer])] = self.player
                self.towers_left[self.player] -= 1

    def finish(self) -> None:
        """CITY-49 to CITY-54, CITY-57, R-CITY-18, R-CITY-19."""
        self.ended_by = self.why_ended()
        before = self.complete()
        while self.gate and self.gap() and self.pieces() < PIECES:
            self.ends[1].append(next_side(self.outline(), self.end(1), 1))
        self.in_thought = self.outline() - self.walled()
        self.score_new(before)
        self.scores = self.if_ended_now()
        self.over = True
        for seat in [*self.standing.values(), *self.guards.values()]:
            self.supply[seat] += 1
        self.supply = [supply + resting for supply, resting in zip(self.supply, self.resting, strict=True)]
        self.resting = [0 for _ in self.seats]
        self.standing, self.guards = {}, {}
