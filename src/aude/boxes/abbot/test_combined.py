"""The abbot beside other boxes: those of the catalog, and some made for these tests."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from aude.boxes.abbot.test_rules import CAP, GARDEN, MONASTERY, STRAIGHT, recalls, refused, texts_of
from aude.catalog import boxes
from aude.engine.drive import opening, roll_out
from aude.engine.figures import deploy, free_figure
from aude.engine.rng import Random
from aude.engine.rules import NOBODY, Part, Rules
from aude.engine.state import State
from aude.game.setup import Setup
from aude.testing import beside, play, rule, scored, spots, table

# Red's abbot on a garden with three tiles around it: worth 4.
GARDEN_OF_THREE = (f"lay {GARDEN} 1,0", f"lay {STRAIGHT} 2,0", f"lay {MONASTERY} 1,1", "stand red abbot garden at 1,0")


# -- boxes of the catalog ---------------------------------------------------------------------------------------------
@rule("COMB-023", "ABB-05")
def test_a_large_follower_stands_on_no_garden() -> None:
    """It stands where a meeple may, and that is not a garden."""
    for tile in (GARDEN, "inns_cathedrals/FRFR-rEW-inn-garden"):
        game = table("boxes abbot inns_and_cathedrals", f"red draw {tile}   place 1,0")
        assert [spot for spot in spots(game) if "garden" in spot] == ["abbot garden"]
        assert "large_follower road E.W" in spots(game)
        assert refused(game, "deploy large_follower garden") == ("ABB-05", "spot_unfit")


@rule("ABB-01")
@pytest.mark.parametrize(
    ("box", "tile"),
    [
        ("inns_and_cathedrals", "inns_cathedrals/CCCC-garden"),
        ("traders_and_builders", "traders_builders/CRRC-cNW-wine-garden"),
        ("traders_and_builders", "traders_builders/CRFC-cNW-cloth-garden"),
        ("king_and_robber", "king_robber/CFFR-garden"),
    ],
)
def test_the_gardens_of_other_boxes_count(box: str, tile: str) -> None:
    """Whichever box is named first."""
    for order in (f"abbot {box}", f"{box} abbot"):
        game = table(f"boxes {order}", f"red draw {tile}")
        game.play(game.options[0])
        assert [spot for spot in spots(game) if "garden" in spot] == ["abbot garden"]


@rule("COMB-024", "R-ABB-05")
def test_recall_builder_and_pig_exclude_each_other() -> None:
    """All are offered in one question; each of them ends it."""
    lines = (
        "boxes abbot traders_and_builders",
        *GARDEN_OF_THREE,
        "stand red meeple road at 0,0",
        "stand red meeple field NL at 1,0",
        f"red draw {STRAIGHT}   place 3,0",
    )
    game = table(*lines)
    mine = [text for text in texts_of(game) if "meeple" not in text]
    assert mine == ["pass", "recall abbot garden at 1,0", "deploy builder road E.W", "deploy pig field NL.NR.EL.WR"]
    for text, left in zip(mine[1:], (["builder", "pig"], ["pig"], ["builder"]), strict=True):
        after = play(table(*lines), text)
        assert (after.actor, after.player) == ("chance", "blue")
        assert [kind for kind in ("builder", "pig") if after.supply["red"][kind]] == left
        assert after.supply["red"]["abbot"] == int(text.startswith("recall"))


@rule("COMB-024", "R-ABB-14")
@pytest.mark.parametrize("order", ["abbot traders_and_builders", "traders_and_builders abbot"])
def test_every_option_of_either_box_means_itself(order: str) -> None:
    """Two abbots, a builder and a pig: each option does what it says, whichever box is named first."""
    game = table(
        f"boxes {order}",
        "figures abbot 2",
        *GARDEN_OF_THREE,
        "stand red abbot monastery at 1,1",
        "stand red meeple road at 0,0",
        "stand red meeple field NL at 1,0",
        f"red draw {STRAIGHT}   place 3,0",
    )
    mine = [option for option in game.options if option.text != "pass" and "meeple" not in option.text]
    assert len({option.code for option in mine}) == len(mine) == 4
    for option in mine:
        events = game.copy().play(option)
        name = "returned" if option.action.verb == "recall" else "deployed"
        told = next(event.line() for event in events if event.name == name)
        assert told.split()[2:4] == option.text.split()[1:3]


@rule("COMB-024")
def test_no_builder_on_a_garden() -> None:
    """Where the abbot stands there is no road or city to build at."""
    game = table("boxes abbot traders_and_builders", "stand red meeple road at 0,0", f"red draw {GARDEN}   place 1,0")
    assert [spot for spot in spots(game) if spot.startswith("builder")] == ["builder road E.W"]


@rule("R-ABB-02", "COMB-024", "TB-20")
def test_in_the_second_part_of_a_double_turn_he_is_placed_again() -> None:
    """Recalled with the first tile, he stands on a garden of the second; or the other way round."""
    lines = (
        "boxes abbot traders_and_builders",
        "option builder_second_tile must",
        f"lay {STRAIGHT} 1,0",
        "stand red meeple road at 0,0",
        "stand red builder road at 1,0",
    )
    game = table(*lines, f"lay {MONASTERY} 0,1", "stand red abbot monastery at 0,1", f"red draw {STRAIGHT}   place 2,0")
    play(game, "recall", f"draw {GARDEN}", "place 3,0")
    assert game.player == "red" and "abbot garden" in spots(game)
    play(game, "deploy abbot garden")
    assert (scored(game), game.player) == (["red scores 3: tiles 3"], "blue")
    game = table(*lines, f"red draw {GARDEN}   place 2,0   deploy abbot garden")
    play(game, f"draw {STRAIGHT}", "place 3,0", "recall abbot garden at 2,0")
    assert (scored(game), game.player) == (["red scores 3: tiles 3"], "blue")


@rule("COMB-00", "R-ABB-07")
def test_crop_circles_leave_the_abbot_alone() -> None:
    """They concern roads, cities and fields: he is neither taken away nor added, though he is a follower."""
    lines = ("boxes abbot crop_circles", f"lay {GARDEN} 1,0", f"lay {MONASTERY} 1,1", "stand red abbot garden at 1,0")
    for tile in ("CFFC-cNW-circle-city", "CRFF-circle-field", "FFRR-rSW-circle-road"):
        game = table(*lines, f"red draw crop_circles/{tile}")
        play(game, game.options[0].text, "pass")
        assert (game.actor, game.player) == ("chance", "blue")  # it concerns nobody
    for choice, offered in (
        ("all-add road", ["add meeple road E.W at 1,0"]),
        ("all-remove road", ["remove meeple road E.W at 1,0"]),
    ):
        game = table(*lines, "stand red meeple road at 1,0", "red draw crop_circles/FFRR-rSW-circle-road   place 2,0")
        play(game, "pass", choice)
        assert texts_of(game) == offered


@rule("COMB-00")
def test_king_and_robber_take_no_notice_of_gardens() -> None:
    """A completed garden is neither city nor road."""
    around = (f"lay {MONASTERY} 0,1", f"lay {MONASTERY} 2,1", "lay base/FCFC-cEW 0,-1 turn 90", f"lay {CAP} 1,-1")
    game = table("boxes abbot king_and_robber", *GARDEN_OF_THREE, *around, f"red draw {CAP}")
    events = game.play("place 2,-1") + game.play("pass")
    assert [event.name for event in events] == ["placed", "scored", "returned"]
    assert (game.scores, game.if_ended_now) == ({"red": 9, "blue": 0}, {"red": 9, "blue": 0})


# -- several figures on one spot (the crop circles let figures share spots) -------------------------------------------
BOXES = "boxes abbot crop_circles"
MONK = (f"lay {MONASTERY} 0,1", f"lay {STRAIGHT} 1,0", "stand red abbot monastery at 0,1")
SHARED = (BOXES, *MONK)
NEXT = f"red draw {STRAIGHT}   place 2,0"


@rule("R-ABB-07")
def test_the_abbot_weighs_as_much_as_a_meeple() -> None:
    """One against one both score; against two he scores nothing."""
    blue = "stand blue meeple monastery at 0,1"
    assert table(*SHARED, blue).if_ended_now == {"red": 3, "blue": 3}
    assert table(*SHARED, blue, blue).if_ended_now == {"red": 0, "blue": 3}


@rule("R-ABB-11")
@pytest.mark.parametrize("others", [1, 2])
def test_a_recall_scores_for_the_abbots_owner_alone(others: int) -> None:
    """Blue's figures stand there too, even more of them: Red has the points, Blue stays and scores later."""
    game = table(*SHARED, *["stand blue meeple monastery at 0,1"] * others, NEXT)
    play(game, "recall")
    assert game.scores == {"red": 3, "blue": 0}
    assert game.supply["blue"]["meeple"] == 7 - others
    assert game.if_ended_now == {"red": 3, "blue": 3}


@rule("R-ABB-11", "R-ABB-01")
def test_an_own_meeple_beside_him_stays_and_scores_again() -> None:
    """Recalled from beside an own meeple he brings the points; the meeple holds the monastery on."""
    game = table(*SHARED, "stand red meeple monastery at 0,1", NEXT)
    assert game.if_ended_now["red"] == 3
    play(game, "recall")
    assert (game.scores["red"], game.if_ended_now["red"]) == (3, 6)
    assert game.supply["red"] == {"meeple": 6, "abbot": 1}


@rule("R-ABB-14")
def test_two_abbots_on_one_spot_are_one_option() -> None:
    """Either would do; the other stays and can be recalled later."""
    game = table(BOXES, "figures abbot 2", *MONK, "stand red abbot monastery at 0,1", NEXT)
    assert recalls(game) == ["recall abbot monastery at 0,1"]
    play(game, "recall")
    assert game.supply["red"]["abbot"] == 1
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass", f"draw {STRAIGHT}", "place 4,0")
    assert recalls(game) == ["recall abbot monastery at 0,1"]


# -- boxes made for these tests ---------------------------------------------------------------------------------------


class Watcher(Part):
    """Counts what other boxes are told: figures removed, figures sent home by a scoring, features completed."""

    def setup(self, rules: Rules) -> None:
        self.seen = rules.reserve_registers(3)

    def figure_returned(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        assert state.figure_at[figure] < 0 <= at
        state.registers[self.seen + int(scored)] += 1

    def feature_completed(self, state: State, feature: i64) -> None:
        state.registers[self.seen + 2] += 1


class Squatter(Part):
    """Puts a meeple of the last seat onto whatever lies in the middle of a new tile, before anybody is asked."""

    def tile_placed(self, state: State, slot: i64) -> None:
        centre = state.rules.table.tile_centre[state.slot_tile[slot] >> 2]
        if centre >= 0:
            deploy(state, free_figure(state, 0, state.rules.seats - 1), state.slot_first[slot] + centre)


class Wagons(Part):
    """A wagon, which may stand on roads, in cities and in monasteries."""

    def setup(self, rules: Rules) -> None:
        rules.add_figure("wagon", each=1, weight=1, stands_on=["road", "city", "monastery"])


@rule("R-ABB-12", "R-ABB-07")
def test_other_boxes_see_the_abbot_leave_and_nothing_completed() -> None:
    """One figure removed, none sent home by a scoring, no feature completed; the garden is free again."""
    game = play(beside("boxes abbot", Watcher(), *GARDEN_OF_THREE), f"draw {STRAIGHT}", "place 3,0")
    before = list(game.state.open_ends[: game.state.nodes])
    play(game, "recall")
    assert list(game.state.registers) == [1, 0, 0]
    assert list(game.state.open_ends[: game.state.nodes]) == before
    assert not any(game.state.occupants[: game.state.nodes])


@rule("R-ABB-01")
@pytest.mark.parametrize(("tile", "spot"), [(MONASTERY, "monastery"), (GARDEN, "garden")])
def test_no_abbot_joins_another_figure_by_placing(tile: str, spot: str) -> None:
    """Somebody stands there already, however it came about."""
    place = {"monastery": "place 0,1", "garden": "place 1,0"}[spot]
    game = play(beside("boxes abbot", Squatter()), f"draw {tile}", place)
    assert spots(game) and not any("abbot" in text for text in spots(game))
    assert refused(game, f"deploy abbot {spot}") == ("BASE-17", "spot_taken")


@rule("R-ABB-09", "R-ABB-07")
def test_a_garden_is_no_monastery_for_the_figures_of_others() -> None:
    """A figure for monasteries is offered the monastery, beside meeple and abbot; the garden is not."""
    game = play(beside("boxes abbot", Wagons()), f"draw {GARDEN}", "place 1,0")
    assert [spot for spot in spots(game) if "garden" in spot] == ["abbot garden"]
    game = play(beside("boxes abbot", Wagons()), f"draw {MONASTERY}", "place 0,1")
    found = [spot for spot in spots(game) if "monastery" in spot]
    assert found == ["meeple monastery", "abbot monastery", "wagon monastery"]


# -- everything together ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("names", [["abbot"], boxes.expansions("carcassonne")])
def test_random_games_end(names: list[str]) -> None:
    """With the box alone and with all of the catalog; every abbot is home again, and some were recalled."""
    rules = Setup(boxes=tuple(names), players=("red", "blue", "green")).rules()
    kind = [kind.name for kind in rules.figure_kinds].index("abbot")
    recalled = 0
    for seed in range(3):
        state = opening(rules)
        state.journal = []
        roll_out(state, Random(seed))
        assert state.actor == NOBODY
        assert [state.supply[kind * 3 + seat] for seat in range(3)] == [1, 1, 1]
        gained = [0, 0, 0]
        for note, after in zip(state.journal, [*state.journal[1:], None], strict=True):
            if note.name == "scored":
                gained[note.facts[0]] += note.facts[1]
            if note.name == "scored" and after is not None and after.name == "returned":
                recalled += note.facts[3] == 0 and rules.figure_kind[after.facts[0]] == kind
        assert gained == list(state.scores)
    assert recalled
