"""King & Robber Baron: the rulings, its elements, forecasts and words."""

from __future__ import annotations

import random

import pytest

from aude import Game, Unreadable, bots
from aude.boxes.king_and_robber.conftest import (
    BOX,
    CAP,
    GATE,
    STRAIGHT,
    VALUES,
    Castles,
    city,
    close_city,
    close_road,
    holders,
    prize,
    road,
    told,
    turn,
    whole_city,
    whole_road,
    with_part,
)
from aude.engine.scoring import if_ended_now
from aude.testing import finish, rule, table


# -- rulings ----------------------------------------------------------------------------------------------------------
@rule("R-KR-02")
def test_coats_of_arms_do_not_make_a_city_larger() -> None:
    """Blue's city of three tiles with a coat of arms is worth more than Red's, but not larger."""
    game = table(
        *BOX, *city(1, 3), *city(2, 3, "base/FCFC-cEW-pennant"), f"red {close_city(1, 3)}", f"blue {close_city(2, 3)}"
    )
    assert holders(game)[0] == "red"


@rule("R-KR-02")
def test_a_tile_counts_once_for_a_city_that_touches_it_twice() -> None:
    """A ring of four tiles that ends on both halves of one of them is a city of four, not of five."""
    game = table(
        *BOX,
        "lay base/CFFC-cNW-pennant 0,1 turn 180",
        "lay base/CFFC-cNW 1,1 turn 270",
        "lay base/CFFC-cNW-pennant-garden 0,2 turn 90",
        "red draw base/CFFC   place 1,2 turn 0   pass",
    )
    assert told(game) == ["red king_taken 4"]


BETWEEN = [f"lay {STRAIGHT} {x},0" for x in range(1, 7)]


def between(west: int, east: int) -> list[str]:
    """Two cities in row 1 of so many tiles each, which one tile between them completes."""
    first = [f"lay {CAP} 0,1 turn 90", *(f"lay {GATE} {x},1 turn 0" for x in range(1, west - 1))]
    last = west + east - 2
    second = [f"lay {CAP} {last},1 turn 270", *(f"lay {GATE} {x},1 turn 0" for x in range(last - 1, west - 1, -1))]
    return [*BETWEEN, *first, *second, f"lay {CAP} 0,2 turn 90", f"lay {GATE} 1,2 turn 0"]


@rule("R-KR-04")
@pytest.mark.parametrize(("west", "east"), [(2, 4), (4, 2)])
def test_of_two_cities_completed_at_once_the_larger_counts(west: int, east: int) -> None:
    """Red has the king for three tiles; Blue's tile completes a city of two and one of four, and takes it for four."""
    game = table(
        *BOX, *between(west, east), f"red {close_city(2, 3)}",
        f"blue draw base/CFCF   place {west - 1},1 turn 90   pass",
    )  # fmt: skip
    assert told(game) == ["red king_taken 3", "blue king_taken 4"]


@rule("R-KR-09")
def test_two_cities_of_one_size_completed_at_once() -> None:
    """Red has the king for three tiles; Blue's tile completes two cities of four, larger than all before."""
    game = table(*BOX, *between(4, 4), f"red {close_city(2, 3)}", "blue draw base/CFCF   place 3,1 turn 90   pass")
    assert told(game) == ["red king_taken 3", "blue king_taken 4"]


@rule("R-KR-05")
@pytest.mark.parametrize(
    ("value", "apart", "both"),
    [
        ("per_feature_end", {"red": 2, "blue": 3}, {"red": 5, "blue": 0}),
        ("10_each", {"red": 10, "blue": 10}, {"red": 20, "blue": 0}),
        ("15_40", {"red": 15, "blue": 15}, {"red": 40, "blue": 0}),
        ("continuous", {"red": 0, "blue": 0}, {"red": 0, "blue": 0}),
    ],
)
def test_what_the_tiles_bring_at_the_end(value: str, apart: dict[str, int], both: dict[str, int]) -> None:
    """Two completed cities and three roads: Red has the king and Blue the robber, or Red has both."""
    laid = [*city(1, 3), *whole_city(2, 2), *road(3, 3), *whole_road(4, 2), *whole_road(5, 2)]
    wait = f"draw {STRAIGHT}   place 1,0 turn 0   pass"
    option = f"option king_scoring {value}"
    game = table(*BOX, option, *laid, f"red {close_city(1, 3)}", f"blue {close_road(3, 3)}")
    assert game.if_ended_now == apart
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == apart
    game = table(*BOX, option, *laid, f"red {close_city(1, 3)}", f"blue {wait}", f"red {close_road(3, 3)}")
    assert game.if_ended_now == both
    finish(game, STRAIGHT, "2,0 turn 0")
    assert game.scores == both
    assert all(sum(line.points for line in event.lines) == event.points for event in game.events)


@rule("EX-KR-02", "R-KR-05", "R-KR-11")
def test_a_point_for_who_held_the_king_before() -> None:
    """`continuous`: Blue holds the king for three tiles, Red completes four: Blue +1, then the tile goes to Red."""
    game = table(
        *BOX, "option king_scoring continuous", *city(1, 3), *city(2, 4), "turn blue", f"blue {close_city(1, 3)}"
    )
    assert game.scores == {"red": 0, "blue": 0}
    for action in close_city(2, 4).split("   ")[:2]:
        game.play(action)
    assert game.if_ended_now == {"red": 0, "blue": 1}
    game.play("pass")
    assert told(game, "scored", "king_taken") == ["blue king_taken 3", "blue scores 1: king 1", "red king_taken 4"]
    assert game.scores == {"red": 0, "blue": 1}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == {"red": 0, "blue": 1}


@rule("EX-KR-02", "R-KR-05")
def test_fifteen_each_forty_for_both_or_twenty() -> None:
    """`15_40`: Red king and Blue robber have 15 each, Red with both 40. `10_each`: Red with both 20."""
    laid = [*city(1, 2), *road(2, 2)]
    wait = f"blue draw {STRAIGHT}   place 1,0 turn 0   pass"
    fifteen = "option king_scoring 15_40"
    game = table(*BOX, fifteen, *laid, f"red {close_city(1, 2)}", f"blue {close_road(2, 2)}")
    assert [event.line() for event in game.forecast()] == [
        "red scores 15: king_tile 15",
        "blue scores 15: robber_tile 15",
    ]
    game = table(*BOX, fifteen, *laid, f"red {close_city(1, 2)}", wait, f"red {close_road(2, 2)}")
    assert [event.line() for event in game.forecast()] == ["red scores 40: king_and_robber 40"]
    ten = "option king_scoring 10_each"
    game = table(*BOX, ten, *laid, f"red {close_city(1, 2)}", wait, f"red {close_road(2, 2)}")
    assert game.if_ended_now == {"red": 20, "blue": 0}


@rule("R-KR-05", "R-KR-11")
def test_the_holder_scores_each_of_several_and_also_own_cities() -> None:
    """`continuous`: two cities completed by one tile of the holder's own are 2 points in one score."""
    game = table(
        *BOX, "option king_scoring continuous", *between(2, 2),
        f"red {close_city(2, 3)}",
        "blue draw base/CRRR   place 7,0 turn 180   pass",
        "red draw base/CFCF   place 1,1 turn 90   pass",
    )  # fmt: skip
    assert "red scores 2: king 2" in told(game, "scored")
    assert holders(game)[0] == "red"


@rule("R-KR-05", "R-KR-11")
def test_the_robber_scores_as_it_goes_too() -> None:
    """`continuous`: Red's first road brings nothing, Blue's longer one a point for Red before Blue takes the tile."""
    game = table(
        *BOX, "option king_scoring continuous", *road(1, 2), *road(2, 3), f"red {close_road(1, 2)}",
        f"blue {close_road(2, 3)}",
    )  # fmt: skip
    assert game.scores == {"red": 1, "blue": 0}
    assert holders(game)[1] == "blue"


@rule("R-KR-07", "R-KR-06")
def test_a_castle_is_no_city() -> None:
    """A small city that becomes a castle brings no king and does not count at the end."""
    state = with_part(Castles())
    king = prize(state.rules, "king")
    turn(state, CAP, "0,-1 turn 180")
    assert king.holder(state) == -1
    assert list(if_ended_now(state)) == [0, 0]
    turn(state, CAP, "0,1 turn 90")
    turn(state, GATE, "1,1 turn 0")
    turn(state, CAP, "2,1 turn 270")
    assert king.holder(state) == 1
    assert list(if_ended_now(state)) == [0, 1]


@rule("R-KR-10", "KR-01")
def test_what_was_laid_by_hand_was_completed_by_nobody() -> None:
    """A laid city of three brings nobody the king, but a city must be larger than it, and it counts at the end."""
    laid = [*whole_city(1, 3), *city(2, 3), *city(3, 4)]
    game = table(*BOX, *laid, f"red {close_city(2, 3)}")
    assert holders(game)[0] is None
    assert game.if_ended_now == {"red": 0, "blue": 0}
    game = table(*BOX, *laid, f"red {close_city(3, 4)}")
    assert holders(game)[0] == "red"
    assert game.if_ended_now == {"red": 2, "blue": 0}


# -- elements, forecasts, bots, words ---------------------------------------------------------------------------------
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(("without", "taken"), [("king", ["blue robber_taken 3"]), ("robber", ["red king_taken 3"])])
def test_king_and_robber_can_be_left_out(without: str, taken: list[str], value: str) -> None:
    """Without the king, cities bring nothing; without the robber, roads bring nothing."""
    laid = [*city(1, 3), *road(2, 3)]
    game = table(
        *BOX, f"option king_scoring {value}", f"without {without}", *laid,
        f"red {close_city(1, 3)}", f"blue {close_road(2, 3)}",
    )  # fmt: skip
    assert told(game) == taken
    points = {"per_feature_end": 1, "10_each": 10, "15_40": 15, "continuous": 0}[value]
    expected = {"red": points, "blue": 0} if without == "robber" else {"red": 0, "blue": points}
    assert game.if_ended_now == expected
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == expected


def test_without_both_only_the_tiles_are_left() -> None:
    """With both elements off the box is five more tiles."""
    game = table(*BOX, "without king robber", *city(1, 3), f"red {close_city(1, 3)}")
    assert told(game) == []
    assert game.if_ended_now == {"red": 0, "blue": 0}


@rule("KR-02", "KR-05")
def test_the_score_if_the_game_ended_now_foresees_the_king() -> None:
    """As soon as Blue's larger city lies there, the points of the king are foreseen for Blue."""
    game = table(*BOX, *city(1, 3), *city(2, 4), f"red {close_city(1, 3)}")
    assert game.if_ended_now == {"red": 1, "blue": 0}
    for action in close_city(2, 4).split("   ")[:2]:
        game.play(action)
    assert holders(game)[0] == "red"
    assert game.if_ended_now == {"red": 0, "blue": 2}
    game.play("pass")
    assert game.if_ended_now == {"red": 0, "blue": 2}


def test_greedy_takes_the_king() -> None:
    """Without meeples a city brings no points; the bot completes the one that brings the tile."""
    laid = [f"lay {CAP} 0,-1 turn 180", *city(1, 3)]
    game = table(*BOX, "figures meeple 0", "option king_scoring 10_each", *laid, f"red draw {CAP}")
    assert bots.make("greedy", 1).choose(game).text == "place 2,1 turn 270"


def test_greedy_beats_random() -> None:
    """In most of six games with the box."""
    won = 0
    for seed in range(6):
        game = Game(
            boxes=["king_and_robber"], players=2, seed=seed, first_player="seat1", king_scoring=VALUES[seed % 4]
        )
        seat = game.seats[seed % 2]
        players = {name: bots.make("greedy" if name == seat else "random", seed) for name in game.seats}
        for _ in range(40):  # a third of a game tells
            game.play(players[game.actor or ""].choose(game))
        now = game.if_ended_now
        won += now[seat] > max(points for name, points in now.items() if name != seat)
    assert won >= 5


@pytest.mark.parametrize("language", ["en", "nl", "nb"])
def test_everything_said_has_words(language: str) -> None:
    """Every note and every line of a score can be read, in random games with each way of scoring."""
    said: set[str] = set()
    for seed, value in enumerate(VALUES):
        game = Game(boxes=["king_and_robber"], players=2, seed=seed, king_scoring=value)
        choose = random.Random(seed)
        texts = game.texts(language)
        while not game.over:
            game.play(choose.choice(game.options))
        for event in game.events:
            sentence = event.text(texts)
            assert not any(mark in sentence for mark in ("{", "events.", "lines."))
            said |= {event.name, *(line.label for line in event.lines)}
    assert {"king_taken", "robber_taken", "king", "robber"} <= said
    assert all(texts.has(f"lines.{name}") for name in ("king_tile", "robber_tile", "king_and_robber"))
    sentence = game.texts("en")("events.king_taken", seat="red", tiles=4)
    assert sentence == "red takes the king tile with a city of 4 tiles"


def test_the_tiles_are_given_by_hand() -> None:
    """Each to one seat; that others have none may be said, but not that anybody has two."""
    game = table(*BOX, "hold blue king 1", "hold red king 0", "hold red robber 1")
    assert game.holdings == {"red": {"king": 0, "robber": 1}, "blue": {"king": 1, "robber": 0}}
    for lines in (["hold red king 2"], ["hold blue king 1", "hold red king 1"]):
        with pytest.raises(Unreadable, match="red cannot hold"):
            table(*BOX, *lines)


def test_the_tiles_are_part_of_a_saved_position() -> None:
    """Who holds the king is known again after a snapshot, a copy and a record."""
    game = table(*BOX, *city(1, 3), *road(2, 3), f"red {close_city(1, 3)}", f"blue {close_road(2, 3)}")
    restored = Game(game.setup, deal=False)
    restored.restore(game.to_bytes())
    for again in (restored, game.copy(), Game.read(game.record), game.at(len(game.moves))):
        assert holders(again) == ("red", "blue")
        assert again.if_ended_now == game.if_ended_now
