"""The oracle's turn: who is asked what, in which order, and what the answers do.

A game is a generator: it yields questions and is sent the words of the answers. The steps of a turn have the numbers
of the turn-order file; a box with steps of its own is a layer in a file of its own, and adds them to `steps`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import NamedTuple

from oracle.blocks import attachments, lay_out, put
from oracle.land import Node
from oracle.rivers import Start, role
from oracle.specials import Special

CHANCE = -1
"""The seat that draws."""
AFRESH = "afresh"
"""What is sent instead of an answer after an interrupt: the question is put again, with the options of now."""


class Question(NamedTuple):
    """Who is asked, and everything that may be answered."""

    seat: int
    options: frozenset[str]


Asking = Generator[Question, str, None]
Answer = Generator[Question, str, str]
Deed = Callable[[], Asking | None]
"""Something to do, with questions of its own or without."""


def ask(seat: int, options: Iterable[str]) -> Answer:
    """Put a question and check that the answer was offered."""
    offered = frozenset(options)
    return (yield from ask_afresh(seat, lambda: offered))


def ask_afresh(seat: int, options: Callable[[], Iterable[str]]) -> Answer:
    """Put a question whose options an interrupt may change, because it brings figures into supplies."""
    answer = AFRESH
    while answer == AFRESH:
        question = Question(seat, frozenset(options()))
        answer = yield question
    assert answer in question.options, f"{answer!r} was not offered to {seat}: {sorted(question.options)}"
    return answer


def do(deed: Deed) -> Asking:
    """Do something, and put the questions that come with it."""
    asking = deed()
    if asking is not None:
        yield from asking


class Turns(Special):
    """The course of a game. What is drawn and decided is the caller's business."""

    names: list[str]  # of the seats
    stacks: list[Counter[str]]
    player = 0
    layer = 0  # the seat that has laid a tile last
    again = False  # the player has the next turn too
    in_hand = ""  # a tile that the player has got before the turn, and lays in it
    has_escaped = False  # a knight, in this turn
    has_ended = False  # the last turn is over

    # In this part of the turn:
    earned: set[str]  # what has earned extra parts
    has_laid = False  # a tile
    go_on_at: float = 0  # the steps below this number are left out
    symbol = ""  # what an arrow has activated
    has_dug = False  # a tunnel token was put
    has_placed = False  # the figure step was used

    def game(self, names: list[str], blocks: list[Start], stacks: list[Counter[str]]) -> Asking:
        """A game from the first question to the last; the stacks are drawn one after the other, the land last."""
        self.names = names
        self.stacks = [Counter(stack) for stack in stacks]
        loose = lay_out(self, blocks, manual=self.option("start_blocks") == "manual")
        self.completed = self.newly_completed()  # R-SETUP-04: by nobody
        yield from self._first_player()
        self.layer = (self.player - 1) % len(self.seats)  # R-CNT-23: nobody yet
        for block in loose:
            yield from self._lay_block(block)
        while self.is_tile_left():
            self.again = False
            yield from self._turn()
            if not self.again:
                self.player = (self.player + 1) % len(self.seats)
        self.has_ended = True
        for _, step in sorted(self.last_steps(), key=lambda numbered: numbered[0]):
            yield from do(step)
        self.finish_game()

    def last_steps(self) -> list[tuple[float, Deed]]:
        """What comes before the final scoring, in the order of its numbers; boxes add to it."""
        return []

    def _lay_block(self, block: Start) -> Asking:
        """R-SETUP-02, `manual`: the first player lays a start block beside the others."""
        places = {}
        for place in attachments(self, [list(self.table)], block):
            name, x, y, turns = place[0]
            places[f"block {name} {x},{y} turn {90 * turns}"] = place
        answer = yield from ask(self.player, places)
        put(self, places[answer])
        self.completed |= self.newly_completed()  # R-SETUP-04

    def is_tile_left(self) -> bool:
        """Whether there is anything to draw, or in hand."""
        return bool(self.in_hand) or any(stack.total() for stack in self.stacks)

    def _first_player(self) -> Asking:
        """R-BASE-02."""
        way = self.option("first_player") or "random"
        if way == "random":
            answer = yield from ask(CHANCE, (f"start {name}" for name in self.names))
            self.player = self.names.index(answer.removeprefix("start "))
        elif way == "youngest":
            self.player = int(self.option("youngest") or 1) - 1

    def begin_turn(self) -> None:
        """Step 1: what comes once in a turn, as a rule however many parts it has (R-TURN-04, R-TB-10)."""
        self.has_escaped = False

    def _turn(self) -> Asking:
        """A turn with the extra parts that the builder and the arrows have earned (TB-18 to TB-23, ANN-14, ANN-15)."""
        taken: list[str] = []
        self.begin_turn()
        earned = yield from self._part()
        while earned and self.has_laid and self.may_go_on():
            if self.is_tile_left() and self._is_optional(earned):
                answer = yield from ask(self.player, ["second", "stop"])
                if answer == "stop":
                    earned.remove("builder")
                    continue
            taken.append(earned.pop(0))
            two_turns = self.option("double_turn_counts") == "two_turns"  # R-TB-10
            if two_turns or not self.is_tile_left():  # R-CTH-17
                yield from self.escape_at_the_end()
            if two_turns:
                self.begin_turn()
            more = yield from self._part()
            if self.option("extra_turn_stacking") == "each_source":  # R-ANN-08, R-ANN-17
                earned = self._in_turn({*earned, *more} - {*taken})
            else:
                earned = []
        if self.has_laid:  # BASE-35: else the game is over
            yield from self.escape_at_the_end()

    def may_go_on(self) -> bool:
        """Whether a further part can be played: nothing to draw, nothing to ask (R-TB-16, R-ANN-09)."""
        return self.is_tile_left()

    def _in_turn(self, sources: set[str]) -> list[str]:
        """Sources of extra parts one after the other: the rules name no order, so that of the boxes is taken."""
        brought = {"builder": "traders_and_builders", "extra": "anniversary"}
        return [source for box in self.boxes for source in sources if brought[source] == box]

    def _is_optional(self, earned: list[str]) -> bool:
        """Whether the player may do without the next part: only the builder's can be left (R-TB-02, R-ANN-08)."""
        alone = earned == ["builder"] or self.option("extra_turn_stacking") == "each_source"
        return earned[0] == "builder" and alone and self.option("builder_second_tile") != "must"

    def _part(self) -> Generator[Question, str, list[str]]:
        """Steps 2 to 18 of the turn. What has earned an extra part."""
        self.has_laid = yield from self.lay_a_tile()
        return (yield from self.after_laying()) if self.has_laid else []

    def after_laying(self) -> Generator[Question, str, list[str]]:
        """What a laid tile brings, step by step."""
        self.layer = self.player
        self.go_on_at, self.symbol, self.has_dug, self.has_placed = 0, "", False, False
        self.earned = {"builder"} if self._builder_has_grown() else set()
        for number, step in sorted(self.steps(), key=lambda numbered: numbered[0]):
            if number >= self.go_on_at:
                yield from do(step)
        return self._in_turn(self.earned)

    def steps(self) -> list[tuple[float, Deed]]:
        """What comes after a tile is laid, under the numbers of the turn-order file; boxes add to it.

        What a house rule puts off until after the scoring has 18 before its number (R-TURN-02).
        """
        return [
            (4, self._activate),
            (6.5, self._tunnel_early),
            (7, self._place_a_figure),
            (9, self._tunnel),
            (11, self._escape_at_once),
            (18.15 if self.option("crop_timing") == "end_of_turn" else 15, self._crop_circle),  # R-CC-04
            (17.3, self._score),
            (17.4, self._hand_out),
        ]

    def lay_a_tile(self) -> Generator[Question, str, bool]:
        """Draw until a tile fits, and lay it (BASE-12 to BASE-14). Whether there was one."""
        while self.is_tile_left():
            tile, self.in_hand = self.in_hand, ""
            if not tile:
                tile = yield from self.draw()
                if self.puts_aside(tile):
                    continue
            yield from self.drawn(tile)
            to_come = [tile for river in self.stacks[:-1] for tile in river.elements()]
            self.more_river, self.lakes = len(to_come), [one for one in to_come if role(self.tiles[one]) == "lake"]
            places = self.places(tile)
            if places and (yield from self.may_be_laid(tile)):
                answer = yield from ask(self.player, places)
                places[answer]()
                return True
            if not places and role(self.tiles[tile]) and not self._river_can_go_on():
                self.stacks[:-1] = []  # R-RIV-08: the river has run into itself
        return False

    def draw(self) -> Answer:
        """Take a tile from the stack."""
        stack = next(stack for stack in self.stacks if stack.total())
        answer = yield from ask(CHANCE, (f"draw {tile}" for tile, count in stack.items() if count))
        tile = answer.removeprefix("draw ")
        stack[tile] -= 1
        return tile

    def places(self, tile: str) -> dict[str, Callable[[], None]]:
        """Where a tile may be laid, in words; boxes add to it."""
        return {
            f"place {x},{y} turn {90 * turns}": partial(self.lay, tile, x, y, turns)
            for x, y, turns in self.placements(tile)
        }

    def may_be_laid(self, tile: str) -> Generator[Question, str, bool]:
        """Whether a box lets the player lay a tile that fits, or the player decides so."""
        yield from ()
        return True

    def puts_aside(self, tile: str) -> bool:
        """Step 3: whether a box keeps a drawn tile, and another is drawn."""
        return False

    def drawn(self, tile: str) -> Asking:
        """Step 3: what boxes do about a drawn tile before it is laid, be it that it fits nowhere."""
        yield from ()

    def symbols(self) -> tuple[str, ...]:
        """Those of the tile just laid."""
        assert self.newest
        return self.table[self.newest].tile.symbols

    def _river_can_go_on(self) -> bool:
        """Whether any river tile that is still to come could be laid now, be it a lake that comes last."""
        for tile in [tile for stack in self.stacks[:-1] for tile in stack if stack[tile]]:
            self.more_river = 0 if role(self.tiles[tile]) == "lake" else 1
            if self.placements(tile):
                return True
        return False

    def _builder_has_grown(self) -> bool:
        """Whether the tile just laid is part of a feature with the player's builder.

        Asked before anything is placed, so the builder has been there since the turn began (TB-19); the part that an
        arrow gives is a complete turn (ANN-14), and the builder's own part earns none (TB-23).
        """
        builders = [figure for figure in self.standing if figure.kind == "builder" and figure.seat == self.player]
        return any(self.newest in self.feature_of(figure.node).cells for figure in builders)

    def _activate(self) -> Asking:
        """The symbol that the tile just laid activates, or points for its own if it does not (ANN-03 to ANN-07)."""
        assert self.newest
        own = self.arrow(self.newest)
        symbols = self.activated(self.newest)
        touches = self.newest in symbols.values()
        if own and not touches:
            self.gain(self.player, 2, "arrow")  # ANN-03: at once
        chosen = None
        if len(symbols) > 1:
            answer = yield from ask(self.player, symbols)
            chosen = symbols[answer]
        elif symbols:
            [chosen] = symbols.values()
        if touches and chosen != self.newest and self.option("anniversary_unchosen_bonus") != "off":
            self.gain(self.player, 2, "arrow")  # R-ANN-02
        arrow = self.arrow(chosen) if chosen else None
        self.symbol = arrow[0] if arrow else ""
        self.earned |= {self.symbol} & {"extra"}

    def interrupts(self, seat: int) -> dict[str, Callable[[], None]]:
        """What a seat may do whenever a player is asked something, whoever it is; boxes add to it."""
        return {}

    def forbids_figures(self) -> bool:
        """Whether a box leaves step 7 out."""
        return False

    def spots(self) -> dict[str, tuple[str, Node]]:
        """Where step 7 lets the player put which figure, in words; boxes add to it and take away."""
        return self.placements_by(self.symbol, self.player) | self.deployments(self.player)

    def figure_options(self) -> dict[str, Deed]:
        """All that may be done in step 7 instead of nothing: figures on spots, a recall, and what boxes add."""
        found: dict[str, Deed] = {
            words: partial(self.stand, self.player, *spot) for words, spot in self.spots().items()
        }
        return found | {words: partial(self.recall, abbot) for words, abbot in self.recalls(self.player).items()}

    def _place_a_figure(self) -> Asking:
        """Step 7: one figure, one recall, or nothing."""
        if not self.forbids_figures() and self.figure_options():
            answer = yield from ask_afresh(self.player, lambda: ["pass", *self.figure_options()])
            if answer != "pass":
                self.has_placed = True
                yield from do(self.figure_options()[answer])

    def _tunnel_early(self) -> Asking:
        """R-TUN-08, R-TUN-15: before a figure is placed, if one may be."""
        if self.option("tunnel_timing") == "any_time" and not self.forbids_figures():
            yield from self._tunnel()

    def _tunnel(self) -> Asking:
        """Step 9: a token on an exit, or none, one in each part of a turn (TUN-01, R-TUN-06)."""
        options = {} if self.has_dug else self.tunnel_options(self.player)
        if options:
            answer = yield from ask(self.player, ["pass", *options])
            if answer in options:
                self.put_token(*options[answer])
                self.has_dug = True

    def _score(self) -> None:
        self.score_completed()

    def _hand_out(self) -> None:
        self.hand_out(self.player)

    def _escape_at_once(self) -> Asking:
        """Step 11."""
        if self.option("escape_timing") != "end_of_turn":
            yield from self._escape()

    def escape_at_the_end(self) -> Asking:
        """R-CTH-16: at the end of the turn, or of each part if they are turns of their own."""
        if self.option("escape_timing") == "end_of_turn":
            yield from self._escape()

    def _escape(self) -> Asking:
        """A knight leaves a besieged city, one in a turn (R-CTH-03)."""
        options = {} if self.has_escaped else self.escapes(self.player)
        if options:
            answer = yield from ask(self.player, ["pass", *options])
            if answer in options:
                self.go_home([options[answer]])
                self.has_escaped = True

    def _crop_circle(self) -> Asking:
        """Step 15: everybody adds or everybody removes, the left neighbour first, the player last (CC-01, R-CC-03)."""
        for symbol in self.symbols():
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
        if self.circle_additions(seat, kind):
            may = ["pass"] if self.option("crop_add") == "may" else []  # R-CC-02
            answer = yield from ask_afresh(seat, lambda: [*self.circle_additions(seat, kind), *may])
            if answer != "pass":
                self.stand(seat, *self.circle_additions(seat, kind)[answer])

    def _circle_removes(self, seat: int, kind: str) -> Asking:
        removals = self.circle_removals(seat, kind)
        if removals:
            answer = yield from ask(seat, removals)
            self.go_home([removals[answer]])
