"""Shrines & Heretics with boxes made for these tests, which use the engine as others do."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy_extensions import i64

from aude import Game, Illegal, Setup
from aude.boxes.carcassonne.scorers import MonasteryScorer
from aude.boxes.shrines_and_heretics.test_rules import (
    HERETIC,
    LOWER,
    MONASTERY,
    MONK,
    NAME,
    RING,
    SHRINE,
    STRAIGHT,
    UPPER,
    cells,
    fill,
    ring,
)
from aude.catalog.boxes import BoxInfo
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.figures import deploy, free_figure
from aude.engine.rules import ASK, Line, Part, PartsOf, Rules, Step
from aude.engine.state import State
from aude.engine.tiles import Segment, Tile
from aude.game.position import lay_position
from aude.testing import rule, told


class Abbeys(Part):
    """A stand-in for the box with the abbey: a kind of its own, scored as a monastery."""

    def setup(self, rules: Rules) -> None:
        rules.add_kind("abbey", MonasteryScorer(), surrounded=True)
        rules.figure_kinds[0].stands_on.append("abbey")


class Fairies(Part):
    """A stand-in for the fairy: 3 points for everybody who scores a feature."""

    def seat_bonus(self, state: State, feature: i64, seat: i64, complete: bool, lines: list[Line] | None) -> i64:
        if lines is not None:
            lines.append(Line("fairy", 1, 3))
        return 3


class Pets(Part):
    """A stand-in for boxes with figures that are not followers: one that stands on shrines."""

    def setup(self, rules: Rules) -> None:
        rules.add_figure("pet", each=1, weight=0, stands_on=["shrine"], occupies=False)


class Pause(Step):
    """A question between the finding of what is complete and its scoring."""

    name = "pause"

    def enter(self, state: State) -> i64:
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([0])

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("go-on")


class Pauses(Part):
    """A stand-in for boxes that ask before the scoring (step 17.2)."""

    def setup(self, rules: Rules) -> None:
        rules.add_form("go-on")
        rules.add_step("turn", 1720, Pause())


STAND_INS: dict[str, type[Part]] = {
    "abbeys": Abbeys,
    "fairies": Fairies,
    "pets": Pets,
    "pauses": Pauses,
}
FIELDS = "field NL NR EL ER SL SR WL WR"
ABBEY = Tile("invented/abbey", (Segment.read("abbey"), Segment.read(FIELDS)), count=3, first_edition=3)


class StandIn(BoxInfo):
    """The `box.toml` of a stand-in."""

    def parts(self) -> PartsOf:
        """The stand-in itself."""
        return lambda _: [STAND_INS[self.id]()]


class WithStandIn(Setup):
    """A game for Red and a seat that is named after the stand-in it brings, before the shrines or behind them."""

    def infos(self) -> list[BoxInfo]:
        """The boxes of the game, and the stand-in."""
        base, *mine = super().infos()
        name = self.players[1]
        stand_in = StandIn(name, Path(), name, "carcassonne", (2, 6), (), (), ())
        return [base, stand_in, *mine] if "before" in self.players else [base, *mine, stand_in]

    def tile_list(self) -> list[tuple[Tile, int]]:
        """The tiles of the game and the invented ones."""
        return [*super().tile_list(), (ABBEY, 3)]


def beside(name: str, *lines: str, before: bool = False) -> Game:
    """A game with a stand-in, laid by hand."""
    players = ("red", name, "before") if before else ("red", name)
    game = Game(WithStandIn(boxes=(NAME,), players=players, options={"first_player": "seat1"}), deal=False)
    lay_position(game, list(enumerate([*lines, "turn red"], 1)))
    return game


def laid(*missing: str) -> list[str]:
    """The ring's tiles but for some."""
    return [f"lay {line}" for cell, line in RING.items() if cell not in missing]


ORDERS = pytest.mark.parametrize("before", [False, True])


@rule("R-SH-05", "COMB-087")
@ORDERS
def test_an_abbey_is_a_monastery_for_the_limits(before: bool) -> None:
    """A shrine may not lie beside an abbey and a monastery, nor an abbey beside two shrines."""
    road = [f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0"]
    game = beside("abbeys", *road, f"lay {ABBEY.id} 0,1", f"lay {MONASTERY} 2,1", before=before)
    game.play(f"draw {SHRINE}")
    assert "1,1" not in cells(game) and "0,2" in cells(game)
    game = beside("abbeys", *road, f"lay {SHRINE} 0,1", "lay cult/FFRF-shrine 2,1 turn 270", before=before)
    game.play(f"draw {ABBEY.id}")
    assert "1,1" not in cells(game) and "0,2" in cells(game)
    with pytest.raises(Illegal) as refusal:
        game.play("place 1,1 turn 0")
    assert refusal.value.rule == "SH-06"


@rule("R-SH-05", "COMB-087")
@ORDERS
@pytest.mark.parametrize(("last", "red", "other"), [("1,0", 9, 0), ("0,3", 0, 9)])
def test_an_abbey_is_a_monastery_for_the_challenge(last: str, red: int, other: int, before: bool) -> None:
    """Red's monk on an abbey and a heretic race as on any monastery."""
    game = beside(
        "abbeys",
        f"lay {ABBEY.id} {UPPER}",
        f"lay {SHRINE} {LOWER}",
        *laid("1,0", "0,3"),
        f"stand red meeple abbey at {UPPER}",
        f"stand abbeys meeple shrine at {LOWER}",
        before=before,
    )
    fill(game, last)
    assert (game.scores["red"], game.scores["abbeys"], len(told(game, "outdone"))) == (red, other, 1)


@rule("R-SH-09", "R-SH-14")
def test_the_loser_gets_no_bonus() -> None:
    """What another box adds to a score goes to the winner only; the forecast knows it before the scoring."""
    game = beside(
        "fairies",
        f"lay {MONASTERY} {UPPER}",
        f"lay {SHRINE} {LOWER}",
        *laid("1,0", "0,3"),
        MONK,
        f"stand fairies meeple shrine at {LOWER}",
    )
    assert game.if_ended_now == {"red": 11, "fairies": 11}
    game.play(f"draw {RING['1,0'].split()[0]}")
    game.play("place 1,0 turn 0")
    assert game.if_ended_now == {"red": 12, "fairies": 0}
    game.play("pass")
    assert game.scores == {"red": 12, "fairies": 0}


@rule("SH-05", "GEN-04")
def test_only_followers_go_back() -> None:
    """What is not a follower stays on the shrine; its own box says when it goes."""
    game = beside(
        "pets",
        f"lay {MONASTERY} {UPPER}",
        f"lay {SHRINE} {LOWER}",
        *laid("1,0", "0,3"),
        MONK,
        f"stand pets meeple shrine at {LOWER}",
    )
    state = game.state
    heretic, pet = (free_figure(beside("pets").state, kind, 1) for kind in (0, 1))
    deploy(state, pet, state.figure_at[heretic])
    fill(game, "1,0")
    assert told(game, "outdone") == [f"pets outdone meeple shrine at {LOWER}"]
    assert game.supply["pets"] == {"meeple": 7, "pet": 0}


@rule("R-SH-14")
@pytest.mark.parametrize(("last", "red", "other"), [("1,0", 9, 0), ("0,3", 0, 9)])
def test_the_forecast_holds_between_finding_and_scoring(last: str, red: int, other: int) -> None:
    """Asked after it was found that the building is complete, and before it is scored, the loser counts for nothing."""
    game = beside(
        "pauses",
        f"lay {MONASTERY} {UPPER}",
        f"lay {SHRINE} {LOWER}",
        *laid("1,0", "0,3"),
        MONK,
        f"stand pauses meeple shrine at {LOWER}",
    )
    fill(game, last)
    assert game.step == "pause" and game.scores == {"red": 0, "pauses": 0}
    assert game.if_ended_now == {"red": red, "pauses": other}
    game.play("go-on")
    assert game.scores == game.if_ended_now == {"red": red, "pauses": other}


@rule("R-SH-14")
def test_what_may_be_complete_but_is_not_wins_against_nobody() -> None:
    """A box may ask the engine to look at a building again: as long as it is incomplete nobody has lost."""
    game = ring("1,0 0,3", MONK, HERETIC)
    game.state.touched = append(game.state.touched, game.state.figure_at[0])
    assert game.if_ended_now == {"red": 8, "blue": 8}
