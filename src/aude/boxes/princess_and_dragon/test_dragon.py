"""The dragon: its tiles, volcanoes, and the hunt."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy_extensions import i64

from aude import Game, Illegal, Setup
from aude.boxes.princess_and_dragon.conftest import (
    BOX,
    CITY_DRAGON,
    FIELD,
    HUNT,
    HUNTING_GROUND,
    KNIGHT,
    LAIR,
    PD,
    STRAIGHT,
    THIEF,
    tokens,
    whereabouts,
    with_fairy,
)
from aude.engine.choice import Choice
from aude.engine.figures import deploy, free_figure, move, offer
from aude.engine.joining import add_segment
from aude.engine.rules import CONTINUE, Part, Rules, Step
from aude.engine.scoring import gain
from aude.engine.state import State
from aude.terminal.descriptions import describe, describe_cell
from aude.terminal.textboard import draw
from aude.testing import beside, leave_in_stack, offered, play, refusal, rule, scenario, spots, table, told

VOLCANO = (f"draw {PD}FFFF-volcano", "place 0,1")
DRAGON = f"{PD}FFRR-rSW-dragon"


# -- into play --------------------------------------------------------------------------------------------------------
def test_the_tiles_of_the_box() -> None:
    """30 tiles: 12 dragons, 6 volcanoes, 6 portals, 6 princesses, in either edition."""
    for edition in ("current", "first"):
        setup = Setup(boxes=("princess_and_dragon",), options={"edition": edition})
        tiles = [(tile, count) for tile, count in setup.tile_list() if tile.set == "princess_dragon"]
        assert sum(n for _, n in tiles) == 30
        shown = {name: sum(n for tile, n in tiles if name in tile.symbols) for name in ("dragon", "volcano", "portal")}
        assert shown == {"dragon": 12, "volcano": 6, "portal": 6}
        assert sum(n for tile, n in tiles for part in tile.segments if "princess" in part.traits) == 6


@rule("PD-01", "SETUP-03")
def test_dragon_and_fairy_begin_outside_the_game() -> None:
    game = table(BOX)
    assert whereabouts(game) == {}
    assert tokens(game) == []
    assert "Dragon" not in describe(game, game.texts())


@rule("PD-02", "PD-04", "EX-PD-01", "TURN-03")
def test_dragon_tiles_wait_for_the_first_volcano() -> None:
    """Two are set aside, Red draws on; the volcano shuffles both in; drawn again they are laid."""
    game = scenario("first_volcano")
    assert told(game, "set_aside", "dragon_placed", "shuffled_in") == [
        f"set_aside {DRAGON}",
        f"set_aside {DRAGON}",
        f"dragon_placed {PD}FFFF-volcano 0,1 0",
        "shuffled_in 2",
    ]
    assert game.tiles_left[DRAGON] == 2
    assert sum(game.tiles_left.values()) == game.state.bag_size == 100  # 102 less the start tile and the volcano
    play(game, f"draw {DRAGON}")
    assert (game.actor, game.step) == ("blue", "place")


@rule("PD-02")
def test_a_tile_set_aside_cannot_be_drawn() -> None:
    """While it is aside it cannot be drawn; each draw is still the same player's."""
    game = play(table(BOX), f"draw {PD}FRFR-rEW-dragon")
    assert (game.actor, game.player, game.tile) == ("chance", "red", None)
    assert f"{PD}FRFR-rEW-dragon" not in game.tiles_left
    with pytest.raises(Illegal):
        game.play(f"draw {PD}FRFR-rEW-dragon")
    play(game, f"draw {FIELD}")
    assert (game.actor, game.step) == ("red", "place")


@rule("R-PD-18")
def test_what_is_set_aside_when_the_stack_runs_out_stays_out() -> None:
    game = table(BOX, THIEF)
    leave_in_stack(game, DRAGON)
    play(game, f"draw {DRAGON}")
    assert game.over and game.scores == {"red": 1, "blue": 0}


@rule("PD-03", "PD-05", "TURN-07", "R-TURN-03")
def test_on_a_volcano_the_dragon_comes_and_nobody_else() -> None:
    """Red is asked nothing: the dragon is put on the tile, what it completes is scored, and Blue is next."""
    game = play(table(BOX, KNIGHT), f"draw {PD}CFFF-volcano", "place 0,-1 turn 180")
    assert whereabouts(game) == {"dragon": "0,-1"}
    assert told(game, "scored") == ["red scores 4: tiles 4"]
    assert (game.player, game.step) == ("blue", "draw")


@rule("R-PD-12", "PD-03")
def test_a_later_volcano_calls_the_dragon_from_wherever_it_is() -> None:
    game = table(BOX, LAIR, "stand blue meeple field ER at 0,0")
    play(game, f"draw {PD}FFRF-volcano", "place 0,2 turn 0")
    assert whereabouts(game) == {"dragon": "0,2"}
    assert game.supply["blue"] == {"meeple": 6}  # nobody is eaten on the way
    assert told(game, "shuffled_in") == []


@rule("R-PD-13", "R-PD-33")
def test_with_follower_only_the_volcano_itself_stays_empty() -> None:
    """`follower_only`: nobody is offered a place on the tile; there being nothing else to do, nobody is asked."""
    game = play(table(BOX, "option volcano_skips follower_only"), f"draw {PD}FFFF-volcano", "place 0,1")
    assert (game.player, game.step) == ("blue", "draw")
    assert whereabouts(game) == {"dragon": "0,1"}


class Errand(Part):
    """Something that may be done in the figure step, whatever the tile is: a tower piece, say."""

    def __init__(self) -> None:
        self.code: i64 = -1

    def setup(self, rules: Rules) -> None:
        self.code = rules.reserve_options(1)
        rules.add_form("deploy errand", "errand")

    def figure_options(self, state: State, count: i64) -> i64:
        return offer(state, count, self.code)

    def use_figure_option(self, state: State, action: i64) -> bool:
        return action == self.code

    def describe_figure_option(self, state: State, action: i64) -> Choice | None:
        return Choice("errand") if action == self.code else None


@rule("R-PD-13", "R-TURN-03")
@pytest.mark.parametrize(("skips", "asked"), [("to_step17", False), ("follower_only", True)])
def test_what_else_step_7_offers_on_a_volcano(skips: str, asked: bool) -> None:
    """A tower piece may be put by `follower_only`; as a rule the turn goes straight to the scoring."""
    game = play(beside(BOX, Errand(), volcano_skips=skips), *VOLCANO)
    assert (game.step == "deploy") is asked
    if asked:
        assert offered(game) == ["pass", "deploy errand"]
        assert refusal(game, "deploy meeple field NL") == ("PD-03", "volcano")


class Halt(Step):
    """Gives a point to whoever comes here."""

    def enter(self, state: State) -> i64:
        gain(state, state.player, 1, "fairy")
        return CONTINUE


class Halts(Part):
    """Stand-ins for steps of other boxes: more of step 7, steps 9 and 16, and one after the scoring has begun."""

    def setup(self, rules: Rules) -> None:
        for order in (750, 950, 1600, 1705):
            rules.add_step("turn", order, Halt())


@rule("PD-05", "R-PD-13", "R-TURN-03")
@pytest.mark.parametrize(("skips", "reached"), [("to_step17", 1), ("follower_only", 4)])
@pytest.mark.parametrize("fairy", ["off", "on"])
def test_which_steps_a_volcano_skips(skips: str, reached: int, fairy: str) -> None:
    """All from step 7 to step 16, whether the fairy may be moved or not; with `follower_only` none."""
    game = play(beside(BOX, Halts(), THIEF, volcano_skips=skips, fairy_after_volcano=fairy), *VOLCANO)
    if fairy == "on":
        game.play("fairy 0,0")
    assert (game.player, game.scores["red"]) == ("blue", reached)


@rule("R-PD-28")
def test_the_dragon_in_a_position_laid_by_hand() -> None:
    """It is on the last of the volcanoes; without one it is outside, and its tiles are set aside."""
    two = table(BOX, LAIR, f"lay {PD}FFRF-volcano 0,2 turn 0")
    assert whereabouts(two) == {"dragon": "0,2"}
    assert whereabouts(table(BOX, THIEF)) == {}


@rule("R-PD-29")
def test_without_the_dragon_its_signs_are_decoration() -> None:
    """A dragon tile is laid as drawn, a volcano takes a meeple; no hunt."""
    game = table(BOX, "without dragon")
    play(game, f"draw {PD}FRFR-rEW-dragon", "place 1,0 turn 0")
    assert spots(game)[0] == "meeple road E.W"
    play(game, "pass", *VOLCANO)
    assert spots(game) == ["meeple field NL.NR.EL.ER.SL.SR.WL.WR"]


# -- the hunt ---------------------------------------------------------------------------------------------------------
@rule("PD-20", "PD-21", "EX-PD-02", "R-PD-31", "D-PD-04", "TURN-14")
def test_six_steps_by_the_players_in_turn() -> None:
    """Red, Blue, Green, Red, Blue, Green; whoever has one way is not asked, and nobody speaks for another."""
    game = play(table(BOX, *HUNTING_GROUND, players="red blue green"), *HUNT)
    assert (game.actor, game.step) == ("red", "dragon")
    assert offered(game) == ["dragon 0,0", "dragon 1,1", "dragon 0,2", "dragon -1,1"]
    with pytest.raises(Illegal):
        game.play("dragon 0,0", "blue")
    play(game, "dragon -1,1")
    assert (game.actor, game.player, offered(game)) == ("blue", "red", ["dragon 2,0", "dragon 1,1"])
    play(game, "dragon 1,1")
    moves = [(event.seat, event.facts["cell"]) for event in game.events if event.name == "dragon_moved"]
    assert moves == [
        ("red", (-1, 1)), ("blue", (-1, 0)), ("green", (0, 0)), ("red", (1, 0)), ("blue", (1, 1)), ("green", (1, 2)),
    ]  # fmt: skip
    assert (game.player, game.step, whereabouts(game)) == ("blue", "draw", {"dragon": "1,2"})


@rule("R-PD-38")
def test_with_five_players_the_first_moves_twice() -> None:
    game = play(table(BOX, *HUNTING_GROUND, players="red blue green yellow black"), *HUNT, "dragon -1,1")
    play(game, "dragon 2,0")
    seats = [event.seat for event in game.events if event.name == "dragon_moved"]
    assert seats == ["red", "blue", "green", "yellow", "black"]  # at 2,0 it is stuck
    again = play(game.at(0), *HUNT, "dragon -1,1", "dragon 1,1")
    assert [event.seat for event in again.events if event.name == "dragon_moved"][-1] == "red"


@rule("PD-21", "PD-22", "R-PD-09")
def test_the_dragon_is_stuck_where_it_has_been_everywhere() -> None:
    """It comes beside the tile where it began, and may not go back there: the hunt ends after five steps."""
    game = play(table(BOX, *HUNTING_GROUND, players="red blue green"), *HUNT, "dragon 0,0")
    assert refusal(game, "dragon 0,1") == ("PD-22", "dragon_was_there")
    assert refusal(game, "dragon 1,1") == ("PD-20", "dragon_far")
    play(game, "dragon 1,0", "dragon 1,1")
    assert len(told(game, "dragon_moved")) == 5
    assert (whereabouts(game), game.player, game.step) == ({"dragon": "0,2"}, "blue", "draw")


@rule("PD-22")
def test_in_the_next_hunt_every_tile_is_free_again() -> None:
    """Nothing of a hunt is remembered: the dragon goes back where it was before."""
    game = play(table(BOX, *HUNTING_GROUND), *HUNT, "dragon -1,1", "dragon 1,1")
    assert whereabouts(game) == {"dragon": "1,2"}
    play(game, f"draw {DRAGON}", "place 3,0 turn 0", "pass")
    assert offered(game) == ["dragon 1,1", "dragon 0,2"]


@rule("R-PD-16", "PD-21")
def test_a_dragon_that_cannot_move_ends_the_hunt_at_once() -> None:
    """The fairy stands on the only tile beside it."""
    game = with_fairy(table(BOX, LAIR, THIEF), 0, 0)
    play(game, f"draw {PD}FRFR-rEW-dragon", "place 1,0 turn 0", "pass")
    assert told(game, "dragon_moved") == [] and game.player == "blue"


@rule("PD-24", "R-PD-34", "GEN-07", "COMB-005")
def test_whoever_is_met_goes_home() -> None:
    """The dragon eats everybody on a tile that it enters, Red's new thief too; who stands elsewhere stays."""
    game = table(
        BOX, LAIR, f"lay {STRAIGHT} -1,0", "stand blue meeple field ER at 0,0", "stand blue meeple road at -1,0"
    )
    play(game, f"draw {PD}FRRR-dragon", "place 1,0 turn 0", "deploy meeple road S")
    assert (game.actor, whereabouts(game)) == ("blue", {"dragon": "0,0"})  # there was no other way
    play(game, "dragon 1,0")
    assert told(game, "dragon_moved", "returned") == [
        "red dragon_moved base/CRFR-rEW 0,0 0",
        "blue returned meeple field ER.SL.SR.WL at 0,0",
        f"blue dragon_moved {PD}FRRR-dragon 1,0 0",
        "red returned meeple road S at 1,0",
    ]
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 6}}
    assert game.state.occupants[game.state.root[game.state.slot_first[0]]] == 0


@rule("PD-25", "EX-PD-03", "R-PD-03", "TURN-14")
def test_the_dragon_comes_before_the_scoring() -> None:
    """Red's only knight is eaten: the city that the dragon tile completes scores for nobody."""
    game = scenario("eaten_before_scoring")
    assert game.scores == {"red": 0, "blue": 0}
    assert game.supply["red"] == {"meeple": 7}


@rule("R-PD-03", "R-TURN-02")
def test_or_the_dragon_comes_after_the_scoring() -> None:
    """`after_scoring`: Red scores the city, then the dragon finds nobody there."""
    game = table(BOX, "option dragon_timing after_scoring", LAIR, KNIGHT)
    play(game, *CITY_DRAGON, "pass", "pass")
    assert game.scores == {"red": 4, "blue": 0}
    assert [event.name for event in game.events if event.name in ("scored", "dragon_moved")] == [
        "scored", "dragon_moved", "dragon_moved",
    ]  # fmt: skip


@rule("PD-19")
def test_the_dragon_stays_away_from_the_fairy() -> None:
    game = with_fairy(table(BOX, *HUNTING_GROUND, "stand red meeple field at 1,1"), 1, 1)
    play(game, *HUNT)
    assert offered(game) == ["dragon 0,0", "dragon 0,2", "dragon -1,1"]
    assert refusal(game, "dragon 1,1") == ("PD-19", "fairy_there")


@rule("PD-23", "R-PD-20", "R-PD-32")
def test_the_dragon_does_not_enter_tiles_that_bar_it(tmp_path: Path) -> None:
    """A stand-in for the City of Carcassonne and the Wheel: a tile whose facts say so."""
    facts = 'id = "wheel"\ntitle = "W"\nextends = "carcassonne"\ntiles = ["wheel"]\n'
    (tmp_path / "box.toml").write_text(facts, encoding="utf-8")
    code = "def parts(rules):\n    return []\n"
    (tmp_path / "rules.py").write_text(code, encoding="utf-8")
    tiles = "[sets.wheel]\ntitle = 'W'\n[[tile]]\nid = 'wheel/rim'\ncount = 1\nbars_dragon = true\n"
    tiles += "segments = ['field NL NR EL ER SL SR WL WR']\n"
    (tmp_path / "tiles.toml").write_text(tiles, encoding="utf-8")
    setup = Setup(boxes=("princess_and_dragon", str(tmp_path)), options={"first_player": "seat1"})
    game = Game(setup, deal=False)
    game.lay("\n".join([*HUNTING_GROUND[:5], "lay wheel/rim 0,2"]))
    play(game, *HUNT)
    assert offered(game) == ["dragon 0,0", "dragon 1,1", "dragon -1,1"]
    assert refusal(game, "dragon 0,2") == ("PD-23", "dragon_barred")


class Refuges(Part):
    """A barn's corner, a castle, a crown space, a quarter of the City of Carcassonne: locations, not segments."""

    def setup(self, rules: Rules) -> None:
        self.first = rules.reserve_locations(4)


@rule("PD-26", "R-PD-11", "GEN-06", "GEN-10")
def test_who_stands_on_no_segment_is_not_eaten_but_who_stands_on_a_bridge_is() -> None:
    """Four of Red's are safe; a road laid over the tile at 0,0 is not a refuge for the fifth."""
    refuges = Refuges()
    game = beside(BOX, refuges, LAIR)
    state = game.state
    for number in range(4):
        move(state, free_figure(state, 0, 0), refuges.first - number)
    bridge = add_segment(state, 0, 0, 0b0101)
    deploy(state, free_figure(state, 0, 0), bridge)
    assert game.supply["red"] == {"meeple": 2}
    play(game, f"draw {PD}FRFR-rEW-dragon", "place 1,0 turn 0", "pass", "pass")
    assert told(game, "returned") == ["red returned meeple road N.S at 0,0"]
    assert game.supply["red"] == {"meeple": 3}


# -- told -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("language", "dragon"), [("en", "Dragon on the tile at 0,1."), ("nb", "Drage på brikken på 0,1.")]
)
def test_dragon_and_fairy_are_drawn_and_told(language: str, dragon: str) -> None:
    """The board has a sign for each, its legend a name, and a screen reader a sentence."""
    game = with_fairy(table(BOX, LAIR, THIEF), 0, 0)
    texts = game.texts(language)
    assert dragon in describe(game, texts) and dragon in describe_cell(game, (0, 1), texts)
    assert dragon not in describe_cell(game, (0, 0), texts)
    board = draw(game, texts=texts)
    assert "d*" in board and "f*" in board and "r1" not in board and "m1" in board
    assert f"d* {texts.word('dragon')}" in board and f"f* {texts.word('fairy')}" in board
