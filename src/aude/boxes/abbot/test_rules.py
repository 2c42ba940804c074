"""The abbot and his gardens, rule by rule: ABB-01 … ABB-08 with their examples and rulings."""

from __future__ import annotations

import pytest

from aude.api import Game
from aude.errors import Illegal
from aude.game.setup import COLOURS, Setup
from aude.testing import finish, play, rule, scenario, scored, spots, table

BOX = "boxes abbot"
# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
GARDEN = "base/FRFR-rEW-garden"
STRAIGHT = "base/FRFR-rEW"
MONASTERY = "base/FFFF-monastery"
CAP = "base/CFFF"

# A garden at 1,0 and a monastery at 1,1, each with seven tiles around it; then the eighth tile and its place.
GARDEN_OF_SEVEN = (
    f"lay {GARDEN} 1,0",
    f"lay {STRAIGHT} 2,0",
    f"lay {MONASTERY} 0,1",
    f"lay {MONASTERY} 1,1",
    f"lay {MONASTERY} 2,1",
    f"lay {CAP} 0,-1 turn 180",
    f"lay {CAP} 1,-1",
)
MONASTERY_OF_SEVEN = (
    f"lay {GARDEN} 1,0",
    f"lay {STRAIGHT} 2,0",
    f"lay {MONASTERY} 1,1",
    f"lay {CAP} 0,1 turn 270",
    f"lay {CAP} 2,1 turn 90",
    f"lay {MONASTERY} 0,2",
    f"lay {MONASTERY} 1,2",
)
OF_SEVEN = [
    ("garden at 1,0", GARDEN_OF_SEVEN, f"draw {CAP}", "place 2,-1 turn 0"),
    ("monastery at 1,1", MONASTERY_OF_SEVEN, f"draw {MONASTERY}", "place 2,2 turn 0"),
]
BOTH_KINDS = pytest.mark.parametrize(("spot", "laid", "draw", "place"), OF_SEVEN, ids=["garden", "monastery"])


def texts_of(game: Game) -> list[str]:
    """Everything that may be chosen, in words."""
    return [option.text for option in game.options]


def recalls(game: Game) -> list[str]:
    """The offers to take an abbot back."""
    return [text for text in texts_of(game) if text.startswith("recall ")]


def refused(game: Game, action: str) -> tuple[str, str]:
    """The rule by which the table refuses an action, and the key of the reason."""
    with pytest.raises(Illegal) as refusal:
        game.play(action)
    return refusal.value.rule, refusal.value.key.removeprefix("refusals.")


# -- the pieces -------------------------------------------------------------------------------------------------------
@rule("ABB-01")
def test_gardens_have_a_function_with_the_box_only() -> None:
    """The same tile offers its garden with the box; without the box there is no such feature."""
    with_box = table(BOX, f"red draw {GARDEN}   place 1,0")
    assert [spot for spot in spots(with_box) if "garden" in spot] == ["abbot garden"]
    without = table(f"red draw {GARDEN}   place 1,0")
    assert not any("garden" in text for text in texts_of(without))
    assert [spot for spot in spots(with_box) if spot.startswith("meeple")] == spots(without)


@rule("ABB-01")
@pytest.mark.parametrize(("edition", "gardens"), [("current", 8), ("first", 0)])
def test_the_tiles_say_where_gardens_are(edition: str, gardens: int) -> None:
    """8 gardens in the current edition, none in the first; the box adds no tile, and none has two middles."""
    setup = Setup(boxes=("abbot",), options={"edition": edition})
    kinds = [[segment.kind for segment in tile.segments] for tile, count in setup.tile_list() for _ in range(count)]
    assert len(kinds) == 72
    assert sum("garden" in of_tile for of_tile in kinds) == gardens
    assert not any("garden" in of_tile and "monastery" in of_tile for of_tile in kinds)


@rule("ABB-02")
def test_every_player_has_an_abbot_in_the_supply() -> None:
    """One abbot beside the seven meeples."""
    game = Game(players=COLOURS[:5], boxes=["abbot"], deal=False)
    assert game.supply == {seat: {"meeple": 7, "abbot": 1} for seat in COLOURS[:5]}


@rule("R-ABB-06")
@pytest.mark.parametrize(
    ("boxes", "options"), [(["abbot", "inns_and_cathedrals"], {}), (["abbot"], {"sixth_player": "on"})]
)
def test_a_sixth_player_has_an_abbot_too(boxes: list[str], options: dict[str, str]) -> None:
    """Whatever brings the sixth colour."""
    game = Game(Setup(boxes=tuple(boxes), players=COLOURS, options=options), deal=False)
    assert [game.supply[seat]["abbot"] for seat in COLOURS] == [1] * 6


@rule("ABB-03")
@pytest.mark.parametrize("tile", ["base/CFFF", "base/FFRR-rSW", "base/CFCF", "base/CFFC-cNW-pennant"])
def test_a_tile_with_a_garden_is_laid_as_any(tile: str) -> None:
    """It fits where the same tile without a garden fits."""
    plain, garden = table(BOX, f"red draw {tile}"), table(BOX, f"red draw {tile}-garden")
    assert texts_of(plain) == texts_of(garden)


# -- placing ----------------------------------------------------------------------------------------------------------
@rule("ABB-04", "ABB-05", "D-ABB-01")
def test_on_a_tile_with_a_garden_the_abbot_goes_to_the_garden_only() -> None:
    """Meeples on road and fields as ever, the abbot on the garden, in a stable order."""
    game = table(BOX, f"red draw {GARDEN}   place 1,0")
    offered = ["meeple road E.W", "meeple field NL.NR.EL.WR", "meeple field ER.SL.SR.WL", "abbot garden"]
    assert texts_of(game) == ["pass", *(f"deploy {spot}" for spot in offered)]
    assert refused(game, "deploy abbot road") == ("ABB-04", "spot_unfit")
    assert refused(game, "deploy abbot field ER") == ("ABB-04", "spot_unfit")
    assert refused(game, "deploy meeple garden") == ("ABB-05", "spot_unfit")
    play(game, "deploy abbot garden")
    assert game.supply["red"] == {"meeple": 7, "abbot": 0}


@rule("ABB-04", "D-ABB-01")
def test_on_a_monastery_the_player_chooses_between_abbot_and_meeple() -> None:
    """Either may be put there; the field takes the meeple only."""
    game = table(BOX, f"red draw {MONASTERY}   place 0,1")
    field = "meeple field NL.NR.EL.ER.SL.SR.WL.WR"
    assert spots(game) == ["meeple monastery", field, "abbot monastery"]
    assert play(game.copy(), "deploy abbot monastery").supply["red"] == {"meeple": 7, "abbot": 0}
    assert play(game.copy(), "deploy meeple monastery").supply["red"] == {"meeple": 6, "abbot": 1}


@rule("ABB-04")
def test_elsewhere_the_abbot_has_no_place() -> None:
    """A tile with neither monastery nor garden offers the meeple only, and an abbot cannot be laid there by hand."""
    game = table(BOX, "red draw base/CFRR-rSW   place 1,0")
    assert spots(game) and not any("abbot" in spot for spot in spots(game))
    assert refused(game, "deploy abbot city N") == ("ABB-04", "spot_unfit")
    assert refused(game, "deploy abbot garden") == ("BASE-15", "spot_absent")


@rule("ABB-04")
def test_without_an_abbot_in_the_supply_none_is_placed() -> None:
    """He stands on a garden: the monastery takes a meeple only."""
    game = table(BOX, f"lay {GARDEN} 1,0", "stand red abbot garden at 1,0", f"red draw {MONASTERY}   place 0,1")
    assert not any("abbot" in spot for spot in spots(game))
    assert refused(game, "deploy abbot monastery") == ("BASE-20", "supply_empty")


@rule("ABB-05")
def test_no_meeple_stands_on_a_garden() -> None:
    """On none of the gardens of the base game."""
    gardens = [tile.id for tile, _ in Setup(boxes=("abbot",)).tile_list() if tile.id.endswith("-garden")]
    assert len(gardens) == 8
    for tile in gardens:
        game = Game(boxes=["abbot"], deal=False, first_player="seat1")
        game.play(f"draw {tile}")
        game.play(game.options[0])
        assert [spot for spot in spots(game) if "garden" in spot] == ["abbot garden"]


# -- completed --------------------------------------------------------------------------------------------------------
@rule("EX-ABB-02", "ABB-06", "SC-08")
def test_the_eighth_tile_around_a_garden() -> None:
    """Red scores 9 and has the abbot back; the record tells it."""
    game = scenario("garden_surrounded")
    assert game.scores == {"red": 9, "blue": 0}
    assert game.supply["red"] == {"meeple": 7, "abbot": 1}


@rule("ABB-06", "R-ABB-03", "SC-08")
@BOTH_KINDS
def test_completed_by_this_tile_he_is_scored_not_recalled(
    spot: str, laid: tuple[str, ...], draw: str, place: str
) -> None:
    """With the eighth tile there is nothing to recall: 9 points once, and the abbot returns."""
    game = table(BOX, *laid, f"stand red abbot {spot}", f"red {draw}   {place}")
    assert recalls(game) == []
    assert game.if_ended_now["red"] == 9
    play(game, "pass")
    assert scored(game) == ["red scores 9: tiles 9"]
    assert (game.scores, game.if_ended_now) == ({"red": 9, "blue": 0}, {"red": 9, "blue": 0})
    assert game.supply["red"]["abbot"] == 1


@rule("ABB-06")
def test_a_garden_without_an_abbot_scores_nothing() -> None:
    """Nobody stands there: nobody scores, and nothing is left of it to score later."""
    game = table(BOX, *GARDEN_OF_SEVEN, f"red draw {CAP}   place 2,-1 turn 0   pass")
    assert game.scores == {"red": 0, "blue": 0}


@rule("R-ABB-13", "ABB-06")
def test_a_garden_in_a_gap_scores_at_once() -> None:
    """The garden itself is the last of the nine tiles: the abbot is placed on it, scores 9 and returns."""
    around = [line for line in GARDEN_OF_SEVEN if GARDEN not in line and STRAIGHT not in line]
    game = table(
        BOX,
        *around,
        f"lay {CAP} 2,-1",
        f"lay {STRAIGHT} 2,0",
        f"red draw {GARDEN}   place 1,0   deploy abbot garden",
    )
    assert scored(game) == ["red scores 9: tiles 9"]
    assert game.supply["red"]["abbot"] == 1


# -- recalled ---------------------------------------------------------------------------------------------------------
@rule("EX-ABB-01", "ABB-07", "SC-35")
def test_recalled_from_a_garden_with_five_tiles_around_it() -> None:
    """6 points at once; the abbot is in the supply."""
    game = scenario("recall")
    assert game.scores == {"red": 6, "blue": 0}
    assert game.supply["red"] == {"meeple": 7, "abbot": 1}
    assert (game.actor, game.player) == ("chance", "blue")


@rule("ABB-07", "SC-35", "D-ABB-01")
@BOTH_KINDS
def test_a_recall_scores_what_the_feature_is_worth(spot: str, laid: tuple[str, ...], draw: str, place: str) -> None:
    """Seven tiles around it: 8 points. The forecast is the same before and after, for it is the points' moment only."""
    game = table(BOX, *laid, f"stand red abbot {spot}", f"red draw {STRAIGHT}   place 3,0")
    assert (recalls(game), texts_of(game)[-1]) == ([f"recall abbot {spot}"], f"recall abbot {spot}")
    assert (game.scores["red"], game.if_ended_now["red"]) == (0, 8)
    play(game, "recall")
    assert (game.scores["red"], game.if_ended_now["red"]) == (8, 8)
    assert scored(game) == ["red scores 8: tiles 8"]
    assert game.supply["red"] == {"meeple": 7, "abbot": 1}
    assert Game.read(game.record) == game


@rule("ABB-07", "R-TURN-07")
def test_other_scorings_follow_the_recall() -> None:
    """The tile that completes Red's city lies beside the garden: first 3 points for the abbot, then 4 for the city."""
    game = table(
        BOX,
        f"lay {GARDEN} 1,0",
        "stand red abbot garden at 1,0",
        "stand red meeple city at 0,0",
        f"red draw {CAP}   place 0,-1 turn 180   recall abbot garden at 1,0",
    )
    told = [event.line() for event in game.events if event.name in ("scored", "returned")]
    assert told == [
        "red scores 3: tiles 3",
        "red returned abbot garden at 1,0",
        "red scores 4: tiles 4",
        "red returned meeple city N at 0,0",
    ]
    assert game.scores["red"] == 7


@rule("ABB-07", "R-ABB-02", "R-ABB-05")
def test_a_recall_replaces_the_placement() -> None:
    """After it nothing is placed with this tile, neither meeple nor abbot; after a placement nothing is recalled."""
    lines = (BOX, f"lay {GARDEN} 1,0", "stand red abbot garden at 1,0", f"red draw {MONASTERY}   place 0,1")
    game = play(table(*lines), "recall abbot garden at 1,0")
    assert (game.actor, game.player, game.step) == ("chance", "blue", "draw")
    game = play(table(*lines), "deploy meeple monastery")
    assert (game.actor, game.player, game.supply["red"]["abbot"]) == ("chance", "blue", 0)


@rule("ABB-07")
def test_only_the_own_abbot_is_recalled() -> None:
    """Blue's abbot is not Red's to take; without an own one on the table nothing of the kind is offered."""
    lines = (BOX, f"lay {GARDEN} 1,0", "stand blue abbot garden at 1,0")
    game = table(*lines, f"red draw {MONASTERY}   place 0,1")
    assert recalls(game) == []
    assert refused(game, "recall abbot garden at 1,0") == ("BASE-11", "not_now")
    game = table(*lines, f"lay {MONASTERY} 0,1", "stand red abbot monastery at 0,1", f"red draw {STRAIGHT}   place 2,0")
    assert recalls(game) == ["recall abbot monastery at 0,1"]
    assert refused(game, "recall abbot garden at 1,0") == ("ABB-07", "not_offered")
    assert refused(game, "recall meeple monastery") == ("ABB-07", "not_offered")


@rule("ABB-07")
@pytest.mark.parametrize(("seat", "spot"), [("red", "garden at 1,0"), ("blue", "monastery at 1,1")])
def test_each_recalls_the_own_abbot_in_the_own_turn(seat: str, spot: str) -> None:
    """Both have an abbot on the table: whoever's turn it is scores and takes the own one."""
    standing = ("stand red abbot garden at 1,0", "stand blue abbot monastery at 1,1", f"turn {seat}")
    game = table(BOX, *GARDEN_OF_SEVEN, *standing, f"{seat} draw {STRAIGHT}   place 3,0")
    assert recalls(game) == [f"recall abbot {spot}"]
    worth = game.if_ended_now
    play(game, "recall")
    assert game.scores == {name: worth[name] if name == seat else 0 for name in ("red", "blue")}
    assert {name: game.supply[name]["abbot"] for name in game.seats} == {
        name: int(name == seat) for name in ("red", "blue")
    }
    for stand in standing[:2]:
        game = table(BOX, *GARDEN_OF_SEVEN, stand, f"turn {seat}", f"{seat} draw {STRAIGHT}   place 3,0")
        assert bool(recalls(game)) == (seat in stand)


@rule("R-ABB-10")
def test_a_recall_needs_nothing_to_place() -> None:
    """With an empty supply the recall is asked for; without an abbot on the table either, nobody is asked."""
    lines = (BOX, "figures meeple 1", f"lay {GARDEN} 1,0", "stand red meeple road at 1,0")
    game = table(*lines, "stand red abbot garden at 1,0", f"red draw {STRAIGHT}   place 2,0")
    assert texts_of(game) == ["pass", "recall abbot garden at 1,0"]
    game = table(*lines, f"red draw {STRAIGHT}   place 2,0")
    assert game.supply["red"] == {"meeple": 0, "abbot": 1}
    assert (game.actor, game.player) == ("chance", "blue")


@rule("R-ABB-10")
def test_a_recall_needs_no_free_feature() -> None:
    """Meeples in hand, but everything on the tile is taken: pass or recall."""
    game = table(
        BOX,
        "without farmers",
        f"lay {GARDEN} 1,0",
        "stand red abbot garden at 1,0",
        "stand blue meeple road at 1,0",
        f"red draw {STRAIGHT}   place 2,0",
    )
    assert texts_of(game) == ["pass", "recall abbot garden at 1,0"]


@rule("R-ABB-12", "ABB-07")
def test_what_he_left_can_still_be_completed_without_him() -> None:
    """After the recall the garden is nobody's: the eighth tile brings nothing more."""
    game = table(BOX, *GARDEN_OF_SEVEN, "stand red abbot garden at 1,0", f"red draw {STRAIGHT}   place 3,0   recall")
    play(game, f"draw {CAP}", "place 2,-1 turn 0", "pass")
    assert scored(game) == ["red scores 8: tiles 8"]


@rule("R-ABB-14")
def test_several_abbots_are_recalled_one_by_one() -> None:
    """Two abbots on two spots are two options; the one that is named returns."""
    game = table(
        BOX,
        "figures abbot 2",
        *GARDEN_OF_SEVEN,
        "stand red abbot garden at 1,0",
        "stand red abbot monastery at 1,1",
        f"red draw {STRAIGHT}   place 3,0",
    )
    assert recalls(game) == ["recall abbot garden at 1,0", "recall abbot monastery at 1,1"]
    play(game, "recall abbot monastery")
    assert scored(game) == ["red scores 6: tiles 6"]
    assert game.supply["red"]["abbot"] == 1
    assert [event.points for event in game.forecast()] == [8]


# -- at the end -------------------------------------------------------------------------------------------------------
@rule("ABB-08", "SC-18")
@BOTH_KINDS
def test_at_the_end_he_is_scored_like_a_monk(spot: str, laid: tuple[str, ...], draw: str, place: str) -> None:
    """Seven tiles around it: 8 points, as foreseen, for the abbot as for a meeple in the monastery."""
    game = table(BOX, *laid, f"stand red abbot {spot}", "turn blue")
    assert [event.line() for event in game.forecast()] == ["red scores 8: tiles 8"]
    finish(game, STRAIGHT, "3,0")
    assert game.scores == {"red": 8, "blue": 0}
    assert game.supply["red"]["abbot"] == 1
    if spot.startswith("monastery"):
        monk = table(BOX, *laid, f"stand red meeple {spot}", "turn blue")
        assert monk.if_ended_now == game.scores


@rule("ABB-07", "ABB-08")
def test_with_the_last_tile_recall_and_final_scoring_come_to_the_same() -> None:
    """The last turn of the game: recalled or left standing, the abbot brings his points once."""
    for choice in ("pass", "recall"):
        game = table(BOX, *GARDEN_OF_SEVEN, "stand red abbot garden at 1,0")
        for tile in range(len(game.state.bag)):
            game.state.bag[tile] = 0
        game.state.bag[game.rules.table.index[STRAIGHT]] = game.state.bag_size = 1
        play(game, f"draw {STRAIGHT}", "place 3,0", choice)
        assert game.over and game.scores == {"red": 8, "blue": 0}


def test_without_gardens_the_abbot_has_monasteries_only() -> None:
    """With the element left out a garden is decoration again."""
    game = table(BOX, "without gardens")
    play(game, f"draw {GARDEN}", "place 1,0")
    assert not any("garden" in option.text for option in game.options)
    assert "abbot" in game.supply["red"]
