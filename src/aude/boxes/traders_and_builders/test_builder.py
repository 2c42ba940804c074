"""Traders & Builders: the builder and the double turn."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from aude.api import Game
from aude.boxes.traders_and_builders.conftest import (
    ALL_CITY,
    BOX,
    CAP,
    CITY,
    GATE_ARMS,
    MONASTERY,
    ROAD,
    STRAIGHT,
    VILLAGE,
    node_at,
    standing,
)
from aude.engine.drive import opening
from aude.engine.figures import take_back
from aude.engine.joining import close_end, join_nodes
from aude.engine.pairs import options_after, pairs, play_pair
from aude.engine.rng import Random
from aude.engine.rules import CONTINUE, Part, PartsOf, Rules, Step
from aude.engine.state import State
from aude.errors import Illegal, Unreadable
from aude.game.setup import Setup
from aude.testing import finish, leave_in_stack, play, rule, scenario, scored, spots, table


# -- placing the builder ----------------------------------------------------------------------------------------------
@rule("EX-TB-03", "TB-14", "TURN-07b", "D-TB-01")
def test_the_builder_joins_an_own_highwayman() -> None:
    """On the road that Red extends Red may place the builder, instead of a meeple elsewhere on the tile."""
    game = table(BOX, "stand red meeple road at 0,0", f"red draw {STRAIGHT}   place 1,0")
    assert spots(game) == ["meeple field NL.NR.EL.WR", "meeple field ER.SL.SR.WL", "builder road E.W"]
    play(game, "deploy builder road")
    assert game.supply["red"] == {"meeple": 6, "builder": 0, "pig": 1}
    assert game.events[-1].line() == "red deployed builder road E.W at 1,0"


def test_pairs_know_who_is_joined_by_way_of_anothers_feature() -> None:
    """A segment may meet the player's followers only beyond a feature of somebody else that the tile meets twice."""
    rules = Setup(boxes=("traders_and_builders",), options={"first_player": "seat1"}).rules()
    state, random = opening(rules), Random(122)
    while state.slots < 30:
        if state.step == rules.place_step:
            played: list[int] = []
            for place in state.legal():
                for option in options_after(state, place):
                    played += [int(place), int(option)]
            assert [int(number) for number in pairs(state)] == played
            k = 2 * int(random.below(len(played) // 2))
            play_pair(state, played[k], played[k + 1])
        else:
            state.play(rules.program[state.step].sample(state, random))


@rule("EX-TB-07", "TB-19", "TURN-19")
def test_a_builder_just_placed_gives_no_second_tile() -> None:
    """The builder was not there when the turn began: it is Blue's turn."""
    game = table(BOX, "stand red meeple road at 0,0", f"red draw {STRAIGHT}   place 1,0   deploy builder road")
    assert (game.player, game.actor) == ("blue", "chance")


@rule("TB-14", "R-TB-08")
@pytest.mark.parametrize("standing", [(), ("stand blue meeple road at 0,0",), ("stand red meeple city at 0,0",)])
def test_without_an_own_meeple_there_the_builder_is_refused(standing: tuple[str, ...]) -> None:
    """An empty road, another's road, or an own knight elsewhere are not enough."""
    game = table(BOX, *standing, f"red draw {STRAIGHT}   place 1,0")
    assert "builder road E.W" not in spots(game)
    with pytest.raises(Illegal, match=r"TB-14.*there is none there"):
        game.play("deploy builder road")


@rule("R-TB-08")
def test_there_is_one_builder_and_one_pig() -> None:
    """A builder that stands on the road cannot be placed a second time."""
    game = table(BOX, *ROAD, f"red draw {STRAIGHT}   place 2,0")
    assert not [spot for spot in spots(game) if spot.startswith("builder")]
    with pytest.raises(Illegal, match="none left in the supply"):
        game.play("deploy builder road")


@rule("TB-15", "TURN-07b")
def test_the_builder_stands_on_no_field_and_no_monastery() -> None:
    """Beside an own farmer the pig is offered and the builder is not, and on no monastery either."""
    game = table(BOX, f"lay {MONASTERY} 0,1", "stand red meeple field at 0,1", f"red draw {MONASTERY}   place 0,2")
    assert spots(game) == ["meeple monastery", "pig field NL.NR.EL.ER.SL.SR.WL.WR"]


@rule("TB-16")
def test_others_may_stand_on_the_same_road() -> None:
    """With Blue's highwayman and builder on the road Red's builder may join Red's highwayman."""
    game = table(
        BOX,
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} 2,0",
        "stand blue meeple road at 0,0",
        "stand blue builder road at 1,0",
        "stand red meeple road at 2,0",
        f"red draw {STRAIGHT}   place 3,0   deploy builder road",
    )
    assert (standing(game, "red", "builder"), standing(game, "blue", "builder")) == (1, 1)
    # Each builder works for its owner only: Blue has a double turn, though Red's builder stands there too.
    play(game, f"draw {STRAIGHT}", "place 4,0", "pass")
    assert (game.actor, game.step) == ("blue", "second")


@rule("TB-17")
def test_meeple_and_builder_may_be_far_apart() -> None:
    """Four tiles lie between the highwayman and the builder."""
    road = [f"lay {STRAIGHT} {x},0" for x in range(1, 5)]
    game = table(BOX, *road, "stand red meeple road at 0,0", f"red draw {STRAIGHT}   place 5,0")
    assert "builder road E.W" in spots(game)


@rule("R-TB-12")
def test_the_builder_goes_only_onto_an_unfinished_feature() -> None:
    """On a road that the tile completes the builder is not offered."""
    game = table(BOX, f"lay {VILLAGE} 1,0", "stand red meeple road at 0,0", f"red draw {VILLAGE}   place -1,0")
    assert not [spot for spot in spots(game) if spot.startswith("builder")]
    with pytest.raises(Illegal, match=r"R-TB-12.*completed by this very tile"):
        game.play("deploy builder road")


def test_without_the_builder_it_is_not_there() -> None:
    """The element `builder` can be left out."""
    game = table(BOX, "without builder", "stand red meeple road at 0,0", f"red draw {STRAIGHT}   place 1,0")
    assert not [spot for spot in spots(game) if spot.startswith("builder")]
    assert game.supply["red"] == {"meeple": 6, "pig": 1}
    play(game, "pass")
    assert game.player == "blue"


# -- the double turn --------------------------------------------------------------------------------------------------
@rule("TB-18", "TB-34", "TURN-19", "R-TB-02", "D-TB-02")
@pytest.mark.parametrize(
    ("lines", "tile", "place"),
    [(ROAD, STRAIGHT, "place 2,0"), (ROAD, VILLAGE, "place 2,0"), (CITY, GATE_ARMS, "place 0,-2 turn 90")],
    ids=["road", "one end closed", "city"],
)
def test_extending_the_builders_feature_gives_a_second_tile(lines: tuple[str, ...], tile: str, place: str) -> None:
    """Red may draw a second tile and lay it anywhere; then it is Blue's turn."""
    game = table(BOX, *lines, f"red draw {tile}   {place}   pass")
    assert (game.actor, game.step) == ("red", "second")
    assert [option.text for option in game.options] == ["stop", "second"]
    play(game, "second", f"draw {MONASTERY}", "place 0,1")
    assert game.actor == "red"
    play(game, "pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("TB-18")
def test_laying_elsewhere_gives_no_second_tile() -> None:
    """A tile that lies beside the builder's tile but is not part of the road gives nothing."""
    game = table(BOX, *ROAD, f"red draw {MONASTERY}   place 1,1   pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("TB-18")
def test_another_players_tile_gives_nobody_a_second_one() -> None:
    """When Blue extends Red's road, neither Blue nor Red draws again."""
    game = table(BOX, *ROAD, "turn blue", f"blue draw {STRAIGHT}   place 2,0   pass")
    assert (game.actor, game.player) == ("chance", "red")


@rule("R-TB-02", "D-TB-02")
def test_the_second_tile_may_be_declined() -> None:
    """With `builder_second_tile = may`, the default, Red may stop; nothing of it is left in later turns."""
    game = table(BOX, *ROAD, f"red draw {STRAIGHT}   place 2,0   pass   stop")
    assert (game.actor, game.player) == ("chance", "blue")
    play(game, f"draw {MONASTERY}", "place 0,1", "pass", f"draw {MONASTERY}", "place 0,2", "pass")
    assert game.player == "blue"


@rule("R-TB-02")
def test_the_second_tile_can_be_compulsory() -> None:
    """With `builder_second_tile = must` nobody is asked: Red draws again."""
    game = table(BOX, "option builder_second_tile must", *ROAD, f"red draw {STRAIGHT}   place 2,0   pass")
    assert (game.actor, game.player, game.step) == ("chance", "red", "draw")
    assert game.events[-1].line() == "red second"
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("EX-TB-06", "TB-23", "TURN-19")
@pytest.mark.parametrize("option", ["may", "must"])
def test_there_is_no_third_tile(option: str) -> None:
    """Red extends the road with both tiles; then it is Blue's turn."""
    game = table(BOX, f"option builder_second_tile {option}", *ROAD, f"red draw {STRAIGHT}   place 2,0   pass")
    if option == "may":
        play(game, "second")
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("TB-20", "TB-21")
def test_both_tiles_take_a_figure_and_both_are_scored() -> None:
    """Red completes the road and sends a meeple to another road, then completes a city with a second meeple."""
    game = table(BOX, *ROAD, f"lay {VILLAGE} -1,0", f"red draw {VILLAGE}   place 2,0   deploy meeple road S   second")
    assert scored(game) == ["red scores 4: tiles 4"]
    play(game, f"draw {CAP}", "place 0,-1 turn 180", "deploy meeple city")
    assert scored(game) == ["red scores 4: tiles 4", "red scores 4: tiles 4"]
    assert game.supply["red"] == {"meeple": 6, "builder": 1, "pig": 1}
    assert game.player == "blue"


@rule("EX-TB-04", "TB-22", "TB-15", "R-TB-01")
def test_a_builder_that_came_back_is_placed_again() -> None:
    """Red completes the road and puts the builder, just returned, beside the knight with the second tile."""
    game = scenario("builder_twice")
    assert game.scores == {"red": 4, "blue": 0}
    assert game.supply["red"] == {"meeple": 6, "builder": 0, "pig": 1}
    assert (game.player, game.actor) == ("blue", "chance")
    assert Game.read(game.record) == game


@rule("TB-24", "R-TB-18")
def test_every_later_turn_can_be_double() -> None:
    """The builder stays, and Red has a double turn each time; Blue's road elsewhere does not matter."""
    game = table(BOX, *ROAD)
    for turn in range(3):
        leave_in_stack(game, STRAIGHT, STRAIGHT, MONASTERY, MONASTERY)
        play(game, f"draw {STRAIGHT}", f"place {2 + turn},0", "pass")
        assert (game.actor, game.step) == ("red", "second")
        play(game, "second", "draw " + STRAIGHT, f"place {-1 - turn},0", "pass")
        assert game.player == "blue" and standing(game, "red", "builder") == 1
        play(game, f"draw {MONASTERY}", f"place 0,{1 + turn}", "pass")


@rule("R-TB-18", "TB-19", "TB-23")
def test_a_builder_placed_with_the_second_tile_works_in_the_next_turn() -> None:
    """In EX-TB-04 the builder is placed with the second tile: no third follows, but Red's next turn is double."""
    game = scenario("builder_twice")
    play(game, f"draw {MONASTERY}", "place 0,3", "pass", f"draw {GATE_ARMS}", "place -2,-2 turn 90", "pass")
    assert (game.actor, game.step) == ("red", "second")


@rule("R-TB-03")
def test_joining_the_builders_road_with_another_extends_it() -> None:
    """The tile joins Red's road with Blue's: the builder's road contains it, so Red may draw again."""
    game = table(
        BOX,
        *ROAD,
        *(f"lay {MONASTERY} {x},1" for x in (1, 2, 3)),
        f"lay {STRAIGHT} 3,0",
        "stand blue meeple road at 3,0",
        f"red draw {STRAIGHT}   place 2,0   pass",
    )
    assert (game.actor, game.step) == ("red", "second")


@rule("R-TB-04")
def test_what_closes_the_road_without_extending_it_gives_no_second_tile() -> None:
    """A road whose ends are closed by something that is not part of it is scored, but Red draws no second tile."""
    game = table(BOX, *ROAD, f"red draw {MONASTERY}")
    for _ in range(2):
        close_end(game.state, node_at(game, "road", 1, 0))
    play(game, "place 1,1", "pass")
    assert scored(game) == ["red scores 2: tiles 2"]
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}
    assert (game.actor, game.player) == ("chance", "blue")


@rule("R-TB-11")
def test_a_road_that_grows_otherwise_gives_no_second_tile() -> None:
    """Two roads are joined far away from the tile that Red has laid: that is not a tile at the builder's road."""
    tiles = (*(f"lay {MONASTERY} {x},1" for x in (1, 2, 3)), f"lay {STRAIGHT} 3,0")
    game = table(BOX, *ROAD, *tiles, f"red draw {MONASTERY}   place 1,2")
    join_nodes(game.state, node_at(game, "road", 1, 0), node_at(game, "road", 3, 0))
    play(game, "pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("R-TB-16")
@pytest.mark.parametrize("option", ["may", "must"])
def test_after_the_last_tile_nobody_is_asked(option: str) -> None:
    """Red extends the road with the last tile: the game is over."""
    game = table(BOX, f"option builder_second_tile {option}", *ROAD)
    finish(game, STRAIGHT, "2,0")
    assert game.over
    assert game.scores == {"red": 3, "blue": 0}


@rule("R-TB-17")
def test_a_second_tile_that_fits_nowhere_is_replaced() -> None:
    """The second tile is thrown away, and Red draws another."""
    game = table(BOX, f"lay {CAP} 0,-1 turn 180", *ROAD, f"red draw {STRAIGHT}   place 2,0   pass   second")
    play(game, f"draw {ALL_CITY}")
    assert (game.actor, game.player) == ("chance", "red")
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass")
    assert (game.actor, game.player) == ("chance", "blue")


class Dawn(Step):
    """Counts how often a turn begins, as a rule of step 1 would."""

    name = "dawn"

    def __init__(self, at: int) -> None:
        self.at = at

    def enter(self, state: State) -> i64:
        state.registers[self.at] += 1
        return CONTINUE


class Beginning(Dawn):
    """Counts how often a part of a turn begins."""

    name = "part"


class Dawning(Part):
    """Something that happens at the beginning of a turn (step 1), and something that happens in each part (step 2)."""

    def setup(self, rules: Rules) -> None:
        self.at = rules.reserve_registers(2)
        rules.add_step("turn", 100, Dawn(self.at))
        rules.add_step("turn", 200, Beginning(self.at + 1))


@rule("R-TB-10", "R-TURN-04")
@pytest.mark.parametrize(("counts", "turns"), [("one_turn", 1), ("two_turns", 2)])
def test_a_double_turn_is_one_turn_or_two(counts: str, turns: int) -> None:
    """What happens at the beginning of a turn happens once, or twice if the option says so; step 2 comes twice."""
    chosen = {"double_turn_counts": counts, "builder_second_tile": "must", "first_player": "seat1"}
    setup = Setup(boxes=("traders_and_builders",), options=chosen)
    dawning = Dawning()
    boxes: list[PartsOf] = [*(info.parts() for info in setup.infos()), lambda _: [dawning]]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    rules = Rules(boxes, list(setup.players), setup.values(), setup.elements(), {}, setup.tile_list(), start)
    game = Game(setup, deal=False)
    game.rules, game.state = rules, opening(rules)
    game.lay("\n".join(ROAD))
    before = [int(game.state.registers[dawning.at + k]) for k in (0, 1)]
    play(game, f"draw {STRAIGHT}", "place 2,0", "pass")
    assert (game.player, game.step) == ("red", "draw")
    after = [int(game.state.registers[dawning.at + k]) for k in (0, 1)]
    assert [after[0] - before[0], after[1] - before[1]] == [turns - 1, 1]
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass")
    assert game.player == "blue"


# -- the builder goes home --------------------------------------------------------------------------------------------
@rule("TB-25", "TB-24")
def test_a_builder_left_alone_goes_home() -> None:
    """If something takes Red's only highwayman away, the builder goes too; while one is left, it stays."""
    lines = (*ROAD, f"lay {STRAIGHT} 2,0", "stand red meeple road at 2,0", "stand blue meeple city at 0,0")
    game = table(BOX, *lines)
    first, second = (figure for figure, node in enumerate(game.state.figure_at[:7]) if node >= 0)
    take_back(game.state, first)
    assert standing(game, "red", "builder") == 1
    take_back(game.state, second)
    assert standing(game, "red", "builder") == 0
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}
    assert standing(game, "blue", "meeple") == 1


@rule("TB-25", "TB-14", "TB-28")
@pytest.mark.parametrize(("figure", "spot"), [("builder", "road"), ("pig", "field EL")])
def test_no_position_has_them_alone(figure: str, spot: str) -> None:
    """A follower of Blue does not help, nor one of Red on another feature."""
    lines = (
        f"lay {STRAIGHT} 1,0",
        f"stand red {figure} {spot} at 0,0",
        f"stand blue meeple {spot} at 1,0",
        "stand red meeple city at 0,0",
    )
    with pytest.raises(Unreadable, match=rf"red's {figure} stands where no follower of its owner does \(TB-25\)"):
        table(BOX, *lines)


@rule("TB-26", "TB-34", "TB-27", "GEN-04")
def test_the_builder_counts_in_no_majority() -> None:
    """Against two of Blue a highwayman and a builder are one: Blue scores, and all figures return."""
    game = table(
        BOX,
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} 2,0",
        f"lay {STRAIGHT} -1,0",
        f"lay {VILLAGE} 3,0",
        "stand red meeple road at 0,0",
        "stand red builder road at 2,0",
        "stand blue meeple road at 1,0",
        "stand blue meeple road at -1,0",
        f"red draw {VILLAGE}   place -2,0   pass",
    )
    assert scored(game) == ["blue scores 6: tiles 6"]
    assert game.supply == {seat: {"meeple": 7, "builder": 1, "pig": 1} for seat in ("red", "blue")}


@rule("TB-27", "GEN-04")
def test_builder_and_pig_are_no_followers() -> None:
    """They occupy nothing and weigh nothing; on an empty feature nobody is offered them."""
    game = table(BOX, f"red draw {MONASTERY}   place 0,1")
    kinds = {kind.name: kind for kind in game.rules.figure_kinds}
    assert [(kinds[name].occupies, kinds[name].weight) for name in ("builder", "pig")] == [(False, 0), (False, 0)]
    assert spots(game) == ["meeple monastery", "meeple field NL.NR.EL.ER.SL.SR.WL.WR"]
