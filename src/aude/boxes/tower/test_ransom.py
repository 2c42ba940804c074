"""Ransom: who may buy back whom, and when; whoever is asked meanwhile is asked on."""

from __future__ import annotations

import io

import pytest
from mypy_extensions import i64

from aude import Game, bots
from aude.boxes.tower.conftest import (
    BOX,
    FIELD,
    SITE,
    STRAIGHT,
    THIEF,
    TURN,
    imprisoned,
    prisoners,
    raised,
    ransoms,
    with_box,
)
from aude.catalog.texts import LANGUAGES
from aude.engine.drive import play_listed, roll_out
from aude.engine.rng import Random
from aude.engine.rules import PAYMENT, Part
from aude.engine.state import State
from aude.terminal.table import Table
from aude.testing import beside, finish, leave_in_stack, offered, play, refusal, rule, scenario, scored, table, told

RICH = ("points red 10", "points blue 4")
BLUE_HAS = "ransom meeple blue"
RED_HAS = "ransom meeple red"


def captive(*lines: str, owner: str = "red", captor: str = "blue", players: str = "red blue") -> Game:
    """Points enough for everybody, a tower, and a prisoner."""
    return imprisoned(table(BOX, *lines, SITE, *RICH, players=players), owner, captor)


# -- paying -----------------------------------------------------------------------------------------------------------
@rule("TOW-10", "TOW-11", "EX-TOW-02", "SC-30", "TURN-00")
def test_three_points_for_a_prisoner_who_is_placed_at_once() -> None:
    """Red's only meeple: bought back while the tile is laid, and used in the same turn."""
    game = captive("figures meeple 1")
    play(game, f"draw {FIELD}")
    assert (game.actor, game.step) == ("red", "place") and ransoms(game, "red") == [BLUE_HAS]
    play(game, BLUE_HAS)
    assert (game.actor, game.step) == ("red", "place")
    assert game.scores == {"red": 7, "blue": 7} and game.supply["red"] == {"meeple": 1}
    assert told(game, "ransomed", "scored") == [
        "red ransomed meeple blue",
        "red scores -3: ransom -3",
        "blue scores 3: ransom 3",
    ]
    play(game, "place 0,2", "deploy meeple monastery")
    assert game.supply["red"] == {"meeple": 0} and prisoners(game) == []


@rule("R-TOW-24", "TOW-11")
def test_who_has_nothing_to_place_pays_while_laying_the_tile() -> None:
    """Without a figure or a piece in the supply the turn goes on; with a tower piece the figure step is asked."""
    without = play(captive("figures meeple 1", "hold red tower_piece 0"), *TURN)
    assert (without.player, without.step) == ("blue", "draw")
    game = play(captive("figures meeple 1"), *TURN)
    assert offered(game) == ["pass", "tower 0,1", BLUE_HAS]
    play(game, BLUE_HAS)
    assert game.step == "deploy" and "deploy meeple monastery" in offered(game)


@rule("R-TOW-05", "TOW-10")
def test_the_captor_is_not_asked() -> None:
    """Red pays in Red's turn; Blue has no say, and no option."""
    game = play(captive(), f"draw {FIELD}")
    assert game.options_of("blue") == []
    assert refusal(game, "pass", "blue") == ("BASE-10", "not_asked")
    play(game, BLUE_HAS)
    assert game.actor == "red" and prisoners(game) == []


@rule("R-TOW-26", "COMB-044", "R-IC-05")
def test_the_owner_names_the_kind() -> None:
    """A large follower costs as much as a meeple; of equal ones any comes back."""
    game = table(with_box("inns_and_cathedrals"), SITE, *RICH, players="red blue green")
    imprisoned(game, "red", "blue", "meeple", "meeple", "large_follower")
    imprisoned(game, "red", "green")
    play(game, f"draw {FIELD}")
    assert ransoms(game, "red") == [BLUE_HAS, "ransom large_follower blue", "ransom meeple green"]
    play(game, "ransom large_follower")
    assert game.scores == {"red": 7, "blue": 7, "green": 0} and game.supply["red"]["large_follower"] == 1
    assert ransoms(game, "red") == [BLUE_HAS, "ransom meeple green"]
    assert refusal(game, "ransom large_follower blue", "red") == ("TOW-10", "no_such_prisoner")


@rule("TOW-10")
def test_nobody_buys_what_is_not_theirs() -> None:
    """Green's meeple is with Blue: neither Red nor Blue can pay for it."""
    game = play(captive(owner="green", players="red blue green"), f"draw {FIELD}")
    for seat in ("red", "blue"):
        assert ransoms(game, seat) == []
        assert refusal(game, BLUE_HAS, seat) == ("TOW-10", "no_such_prisoner")


# -- while another is asked -------------------------------------------------------------------------------------------
@rule("D-TOW-04", "R-TOW-03", "R-TOW-18", "TURN-00")
@pytest.mark.parametrize("actions", [TURN[:1], TURN, (*TURN, "tower 0,1")], ids=["place", "deploy", "capture"])
def test_any_seat_pays_in_the_middle_of_anothers_decision(actions: tuple[str, ...]) -> None:
    """Blue's meeple is with Green; in Red's turn Blue pays, and Red is asked as before."""
    stand = ("points green 2", "stand green meeple road at 0,0")
    game = captive(*stand, owner="blue", captor="green", players="red blue green")
    play(game, *actions)
    before = (game.actor, game.player, game.step, offered(game))
    assert game.actor == "red" and ransoms(game, "blue") == ["ransom meeple green"]
    assert ransoms(game, "red") == ransoms(game, "green") == []
    game.play("ransom meeple green", "blue")
    assert (game.actor, game.player, game.step, offered(game)) == before
    assert game.scores == {"red": 10, "blue": 1, "green": 5} and game.supply["blue"] == {"meeple": 7}
    assert game.moves[-1].seat == "blue" and not ransoms(game, "blue")


@rule("D-TOW-04", "R-TOW-06")
def test_a_prisoner_freed_out_of_turn_waits_for_the_own_turn() -> None:
    """Blue's only meeple: back in the supply at once, placed in Blue's turn."""
    game = captive("figures meeple 1", owner="blue", captor="red")
    play(game, f"draw {FIELD}")
    game.play(RED_HAS, "blue")
    assert game.supply["blue"] == {"meeple": 1} and game.actor == "red"
    play(game, "place 0,2", "pass", f"draw {FIELD}", "place 0,3")
    assert game.actor == "blue" and "deploy meeple monastery" in offered(game)


@rule("D-TOW-04", "R-TOW-18")
def test_a_record_names_who_pays() -> None:
    """Blue pays between Red's tile and Red's figure, as a record tells it; undone, nothing is left of it."""
    game = scenario("ransom_out_of_turn")
    assert [(move.seat, move.text.split()[0]) for move in game.moves[-3:]] == [
        ("red", "place"), ("blue", "ransom"), ("red", "pass"),
    ]  # fmt: skip
    assert Game.read(game.record) == game
    before = game.at(len(game.moves) - 1)
    before.undo()
    assert before.moves[-1].text.startswith("place") and prisoners(before) == [("red", "blue", "meeple")]


@rule("R-TOW-18")
def test_no_ransom_while_a_tile_is_drawn_or_after_the_end() -> None:
    game = captive()
    assert game.actor == "chance" and ransoms(game, "red") == []
    assert refusal(game, BLUE_HAS, "red") == ("R-TOW-18", "ransom_no_question")
    finish(game, FIELD, "0,2")
    assert game.over and game.options_of("red") == []


@rule("R-TOW-22", "TOW-09")
def test_nobody_pays_between_capture_and_exchange() -> None:
    """Red must say which figure comes back from Blue, and cannot buy it; Green's prisoner may be bought."""
    game = table(with_box("inns_and_cathedrals"), SITE, THIEF, *RICH, players="red blue green")
    imprisoned(imprisoned(game, "red", "blue", "meeple", "large_follower"), "red", "green")
    play(game, *TURN, "tower 0,1", "capture blue meeple")
    assert game.step == "exchange" and ransoms(game, "red") == ["ransom meeple green"] and ransoms(game, "blue") == []
    assert refusal(game, "ransom large_follower blue", "red") == ("R-TOW-22", "ransom_between")
    play(game, "ransom meeple green")
    assert game.step == "exchange" and offered(game, "exchange") == ["exchange meeple", "exchange large_follower"]
    play(game, "exchange meeple", f"draw {FIELD}")
    assert ransoms(game, "red") == ["ransom large_follower blue"]


# -- house rules ------------------------------------------------------------------------------------------------------
@rule("R-TOW-03", "R-TOW-19")
@pytest.mark.parametrize(
    ("timing", "blue", "red"),
    [("any_time", True, 3), ("own_turn", False, 3), ("own_turn_once", False, 1)],
)
def test_when_a_ransom_is_paid(timing: str, blue: bool, red: int) -> None:
    """Red's turn. Blue, whom Green holds, may pay only at any time; Red, who has three with Green, once or thrice."""
    game = table(
        BOX, f"option ransom_timing {timing}", SITE, "points red 20", "points blue 20", players="red blue green"
    )
    imprisoned(imprisoned(game, "blue", "green"), "red", "green", *["meeple"] * 3)
    play(game, f"draw {FIELD}")
    paid = 0
    while ransoms(game, "red"):
        play(game, "ransom meeple green")
        paid += 1
    assert paid == red
    if timing == "own_turn_once":
        assert refusal(game, "ransom meeple green", "red") == ("R-TOW-03", "ransom_once")
    assert (ransoms(game, "blue") == ["ransom meeple green"]) is blue
    if not blue:
        assert refusal(game, "ransom meeple green", "blue") == ("R-TOW-03", "ransom_own_turn")
    play(game, "place 0,2", "pass", f"draw {FIELD}")
    assert game.actor == "blue" and ransoms(game, "blue") == ["ransom meeple green"]


@rule("R-TOW-03", "R-TOW-19")
def test_once_in_each_own_turn() -> None:
    """Red pays in the first turn, not in Blue's, and again in the next of Red's."""
    game = table(BOX, "option ransom_timing own_turn_once", SITE, "points red 9")
    imprisoned(game, "red", "blue", "meeple", "meeple")
    play(game, f"draw {FIELD}", BLUE_HAS, "place 0,2", "pass", f"draw {FIELD}")
    assert game.actor == "blue" and ransoms(game, "red") == []
    play(game, "place 0,3", "pass", f"draw {FIELD}")
    assert ransoms(game, "red") == [BLUE_HAS]


@rule("R-TOW-19", "R-TB-10")
@pytest.mark.parametrize(("counts", "again"), [("one_turn", []), ("two_turns", [BLUE_HAS])])
def test_once_in_a_double_turn(counts: str, again: list[str]) -> None:
    """Red's builder earns a second tile: a part of the same turn, or a turn in which Red may pay again."""
    options = ("option ransom_timing own_turn_once", f"option double_turn_counts {counts}")
    stand = ("stand red meeple road at 0,0", f"lay {STRAIGHT} 1,0", "stand red builder road at 1,0", "points red 9")
    game = table(with_box("traders_and_builders"), *options, SITE, *stand)
    imprisoned(game, "red", "blue", "meeple", "meeple")
    play(game, f"draw {STRAIGHT}", BLUE_HAS, "place 2,0", "pass", "second", f"draw {FIELD}")
    assert game.player == "red" and ransoms(game, "red") == again


@rule("R-TOW-19")
@pytest.mark.parametrize("timing", ["own_turn", "own_turn_once"])
def test_in_the_own_turn_also_while_another_is_asked(timing: str) -> None:
    """Red's crop circle asks Blue first: Red may pay meanwhile, Blue may answer but not pay."""
    lines = (f"option ransom_timing {timing}", "figures meeple 4", SITE, THIEF, "stand red meeple city at 0,0")
    game = table(with_box("crop_circles"), *lines, *RICH, f"lay {STRAIGHT} 1,0")
    imprisoned(imprisoned(game, "red", "blue"), "blue", "red")
    circle = next(
        tile for tile in game.tiles_left if tile.startswith("crop_circles/") and "road" in symbols(game, tile)
    )
    play(game, f"draw {circle}")
    play(game, game.options[0].text, "pass", "all-remove road")
    assert game.actor == "blue" and game.player == "red"
    assert ransoms(game, "red") == [BLUE_HAS] and ransoms(game, "blue") == []


def symbols(game: Game, tile: str) -> str:
    """What is printed on a tile."""
    return " ".join(game.rules.table.tiles[game.rules.table.index[tile]].symbols)


@rule("R-TOW-04")
@pytest.mark.parametrize(("option", "may"), [("3", False), ("none", True)])
@pytest.mark.parametrize("points", [0, 2])
def test_paying_with_too_few_points(option: str, may: bool, points: int) -> None:
    """As a rule 3 points are needed; by option the score goes below nothing."""
    game = table(BOX, f"option ransom_min_score {option}", SITE, f"points red {points}")
    play(imprisoned(game, "red", "blue"), f"draw {FIELD}")
    assert (ransoms(game, "red") == [BLUE_HAS]) is may
    if may:
        assert play(game, BLUE_HAS).scores == {"red": points - 3, "blue": 3}
    else:
        assert refusal(game, BLUE_HAS) == ("R-TOW-04", "ransom_too_dear")


@rule("R-TOW-04")
@pytest.mark.parametrize("option", ["3", "none"])
def test_paying_with_three_points(option: str) -> None:
    """Enough with either value; of two prisoners only one can be paid for as a rule."""
    game = table(BOX, f"option ransom_min_score {option}", SITE, "points red 3")
    play(imprisoned(game, "red", "blue", "meeple", "meeple"), f"draw {FIELD}", BLUE_HAS)
    assert game.scores == {"red": 0, "blue": 3} and (ransoms(game, "red") == []) is (option == "3")


class Ledger(Part):
    """Stands in for the Count, who wants to know who has earned points in this turn."""

    def __init__(self) -> None:
        self.causes: list[tuple[int, int, int]] = []

    def points_gained(self, state: State, seat: i64, points: i64, cause: i64) -> None:
        self.causes.append((int(seat), int(points), int(cause)))


@rule("R-TOW-15", "COMB-078")
def test_a_ransom_is_a_payment_and_nothing_earned() -> None:
    """Whoever counts the points of a turn is told that these are none."""
    ledger = Ledger()
    game = imprisoned(beside(BOX, ledger, SITE, *RICH), "red", "blue")
    play(game, f"draw {FIELD}", BLUE_HAS)
    assert ledger.causes == [(0, -3, PAYMENT), (1, 3, PAYMENT)]


# -- those who only answer --------------------------------------------------------------------------------------------
@rule("D-TOW-04")
def test_roll_outs_and_the_greedy_bot_never_pay() -> None:
    """To pay is an offer, never a question: whoever does not know of it is not held up by it."""
    game = play(captive("figures meeple 2"), f"draw {FIELD}")
    for seed in range(5):
        assert bots.make("greedy", seed).choose(game).action.verb == "place"
    leave_in_stack(game)
    for finish_at_random in (roll_out, play_listed):
        state = game.state.copy()
        finish_at_random(state, Random(1))
        assert state.scores[0] >= 10  # nothing was paid


@rule("D-TOW-04", "R-TOW-03")
@pytest.mark.parametrize(
    ("language", "offer"),
    [
        ("en", "Blue: pay red a ransom of 3 points and get back: meeple"),
        ("nl", "Blauw: betaal rood 3 punten losgeld en krijg terug: meeple"),
        ("nb", "Blå: betal rød 3 poeng i løsepenger og få tilbake: meeple"),
    ],
)
def test_the_table_offers_it_to_whoever_may_pay(language: str, offer: str) -> None:
    """Two people at one keyboard: in Red's turn Blue's offer stands among the options, and is taken by its number."""
    game = play(captive(owner="blue", captor="red"), *TURN)
    number = len(game.options) + 1
    out = io.StringIO()
    sitting = Table(game, language=language, plain=True, source=io.StringIO(f"{number}\n"), out=out)
    sitting.run()
    said = " ".join(out.getvalue().split())
    assert f"{number}. {offer}" in said
    assert [move.text for move in game.moves][-1] == RED_HAS and game.moves[-1].seat == "blue"
    assert game.scores == {"red": 13, "blue": 1}


def test_every_language_tells_everything() -> None:
    """Capture, exchange and ransom read well."""
    game = scenario("ransom_out_of_turn")
    raised(game, 1)
    for language in LANGUAGES:
        texts = game.texts(language)
        for event in game.events:
            told_event = event.text(texts)
            assert "{" not in told_event and "events." not in told_event and "lines." not in told_event
        for name in ("capture", "exchange"):
            assert texts.has(f"steps.{name}")
    assert scored(game)[-2:] == ["blue scores -3: ransom -3", "red scores 3: ransom 3"]
