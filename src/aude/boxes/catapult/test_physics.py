"""The simulated table itself (R-CAT-12): flight, slide and collisions, with the library that carries them."""

from __future__ import annotations

import math

import pytest

from aude import Game
from aude.boxes.catapult import physics
from aude.boxes.catapult.conftest import BOX, FAIR, FARMER, KNIGHT, PHYSICS, THIEF, Barn, fair, shots_of, standing
from aude.boxes.catapult.physics import Outcome, Shot
from aude.engine.figures import deploy, free_figure
from aude.testing import beside, play, rule, told

CATAPULT = (5.0, 13.0)  # to the south of everything
AIM = (5.0, 5.0)
STEADY = (0.0, 0.0)


def shoot(*figures: tuple[float, float], strength: int = 3, wobble: tuple[float, float] = STEADY) -> Outcome:
    """Shoot at 5,5 from the south."""
    numbered = tuple((number, *place) for number, place in enumerate(figures))
    return physics.simulate(Shot(CATAPULT, AIM, strength, wobble, numbered))


@rule("R-CAT-12", "CAT-04")
@pytest.mark.parametrize("strength", range(1, 6))
def test_whoever_stands_at_the_aim_is_hit_and_nobody_far_away(strength: int) -> None:
    """A steady hand: the figure at the aim is hit; others some tiles to the side, before and behind are not."""
    assert shoot(AIM, (2.0, 5.0), (8.0, 5.0), (5.0, 9.0), (5.0, 1.0), strength=strength).hits == (0,)


@rule("R-CAT-12", "CAT-05")
def test_a_figure_that_is_pushed_hits_the_one_behind_it() -> None:
    """A flat shot; the second figure stands behind the first, out of the token's reach when it is alone."""
    behind = (5.0, 3.8)
    assert shoot(behind, strength=5).hits == ()
    assert shoot(AIM, behind, strength=5).hits == (0, 1)
    assert shoot(AIM, behind, strength=1).hits == (0,)  # a lob pushes nobody so far


@rule("R-CAT-12")
def test_figures_that_stand_side_by_side_do_not_hit_each_other() -> None:
    """They touch, but nobody has met the token."""
    assert shoot((1.0, 1.0), (1.2, 1.0), (1.1, 1.1)).hits == ()


@rule("R-CAT-12")
def test_flat_shots_slide_farther_than_lobs() -> None:
    slides = [AIM[1] - shoot(strength=strength).token[1] for strength in range(1, 6)]
    assert slides == sorted(slides) and slides[0] < 0.3 and slides[-1] > 0.6
    assert all(abs(shoot(strength=strength).token[0] - AIM[0]) < 0.01 for strength in range(1, 6))


@rule("R-CAT-12")
def test_an_unsteady_hand_misses() -> None:
    """To either side by the direction; too short and too far by the speed."""
    left, right = shoot(wobble=(-2.0, 0.0)).token, shoot(wobble=(2.0, 0.0)).token
    short, far = shoot(wobble=(0.0, -2.0)).token, shoot(wobble=(0.0, 2.0)).token
    assert left[0] < 4.2 and right[0] > 5.8
    assert short[1] > 5.8 and far[1] < 3.8
    assert shoot(AIM, wobble=(2.0, 0.0)).hits == ()


@rule("R-CAT-12")
def test_equal_shots_have_equal_outcomes() -> None:
    """Simulated afresh, not remembered."""
    figures = ((5.0, 5.0), (5.3, 5.1), (4.8, 4.7), (5.1, 4.4))
    first = shoot(*figures, strength=4, wobble=(0.3, 0.2))
    assert first.hits
    for _ in range(5):
        physics.simulate.cache_clear()
        assert shoot(*figures, strength=4, wobble=(0.3, 0.2)) == first


# -- the table of a game ----------------------------------------------------------------------------------------------
def shot_in(game: Game, aim: str, strength: int, wobble: int) -> Game:
    """Aim, shoot, and look at the table before anything is recorded."""
    return play(game, f"aim {aim}", f"strength {strength}", f"wobble {wobble}")


@rule("R-CAT-12")
def test_figures_stand_where_their_segments_lie() -> None:
    """The knight to the north of the tile's middle, the thief in the middle, the farmer between; none in one place."""
    game = fair(KNIGHT, THIEF, FARMER, mode=PHYSICS)
    places = {figure: (x, y) for figure, x, y in physics.figures_of(game.state, shots_of(game.rules))}
    assert len(places) == 3
    for at, expected in zip(sorted(places.values(), key=lambda place: place[1]), (-0.325, -0.16, 0.0), strict=True):
        assert abs(at[1] - expected) < 0.16 and abs(at[0]) < 0.5
    apart = [math.dist(one, other) for one in places.values() for other in places.values() if one is not other]
    assert min(apart) >= 2 * physics.FIGURE_RADIUS


@rule("R-CAT-12")
def test_two_followers_on_one_spot_stand_side_by_side() -> None:
    game = fair(KNIGHT, mode=PHYSICS)
    city = int(game.state.figure_at[next(f for f in range(game.rules.figures) if game.state.figure_at[f] >= 0)])
    for _ in range(9):
        deploy(game.state, int(free_figure(game.state, 0, 0 if game.state.supply[0] else 1)), city)
    places = [place[1:] for place in physics.figures_of(game.state, shots_of(game.rules))]
    assert len(places) == 10
    for number, place in enumerate(places):
        assert all(math.dist(place, other) >= 2 * physics.FIGURE_RADIUS for other in places[:number])


@rule("CAT-14", "R-CAT-12")
def test_what_a_token_cannot_reach_is_not_on_the_simulated_table() -> None:
    game = beside(BOX, Barn(), KNIGHT, catapult_mode="physics")
    barn = int(free_figure(game.state, [kind.name for kind in game.rules.figure_kinds].index("barn"), 1))
    deploy(game.state, barn, int(game.state.slot_first[0]) + 2)
    play(game, *FAIR[:2])
    assert barn not in [figure for figure, _, _ in physics.figures_of(game.state, shots_of(game.rules))]
    assert len(physics.figures_of(game.state, shots_of(game.rules))) == 1


@rule("R-CAT-12")
def test_the_shooters_sit_around_the_table() -> None:
    """With four seats they shoot from the south, west, north and east: the same wobble leads elsewhere."""
    game = fair(players="red blue green yellow", mode=PHYSICS)
    play(game, "token target")
    catapults = []
    for _ in range(4):
        shot_in(game, "0,0", 3, 5050)
        catapults.append(physics.shot_of(game.state, shots_of(game.rules)).catapult)
        play(game, "land 0,0")
    (south, west, north, east) = catapults
    assert south[1] > 3 and north[1] < -3 and west[0] < -3 and east[0] > 3


@rule("R-CAT-12", "CAT-04")
def test_of_two_alike_on_one_spot_one_is_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of them it was on the simulated table, one goes home and the other stays."""
    for number in (0, 1):
        game = fair(THIEF, mode=PHYSICS)
        [road] = [at for at in game.state.figure_at if at >= 0]
        deploy(game.state, int(free_figure(game.state, 0, 1)), int(road))
        figures = [figure for figure in range(game.rules.figures) if game.state.figure_at[figure] >= 0]
        monkeypatch.setattr(physics, "seen_hits", lambda state, shots, hit=figures[number]: [hit])
        play(game, "token knock-out")
        game.deal(8)
        before = len(game.moves)
        play(game, "aim 0,0", "strength 3")
        texts = [move.text.split()[0] for move in game.moves[before:]]
        assert texts[4:6] == ["hit", "rest"]
        assert standing(game, "blue") == 1


@rule("R-CAT-12", "CAT-04")
def test_a_dealt_game_sees_its_shots() -> None:
    """The dealer draws the wobble; landing and hits are those of the simulation, and reading needs none of it."""
    game = fair(KNIGHT, THIEF, FARMER, mode=PHYSICS)
    play(game, "token knock-out")
    game.deal(8)
    hits = 0
    while game.step == "aim":
        before = len(game.moves)
        trial = game.copy()
        trial._dealer = None
        play(game, "aim 0,0", "strength 3")
        texts = [move.text for move in game.moves[before:]]
        wobble = int(texts[2].split()[1])
        shot_in(trial, "0,0", 3, wobble)
        x, y = physics.seen_landing(trial.state, shots_of(trial.rules))
        assert texts[3] == f"land {x},{y}"
        seen = physics.seen_hits(trial.state, shots_of(trial.rules))
        assert [text.split()[0] for text in texts[4 : 5 + len(seen)]] == ["hit"] * len(seen) + ["rest"]
        hits += len(seen)
    assert len(told(game, "knocked_out")) == hits and standing(game, "blue") + standing(game, "red") == 3 - hits
    assert not told(game, "no_physics")
    assert Game.read(game.record) == game


@rule("R-CAT-12")
@pytest.mark.parametrize(
    ("wobble", "said"),
    [
        (0, "27 mm to the left of its aim and 51 mm too short"),
        (99, "46 mm to the left of its aim and 51 mm too far"),
        (9900, "27 mm to the right of its aim and 51 mm too short"),
        (9999, "46 mm to the right of its aim and 51 mm too far"),
    ],
)
def test_the_wobble_is_told_as_where_it_leads(wobble: int, said: str) -> None:
    """Red shoots from the south, four tiles and a half away: to the left is to the west, too short to the south."""
    game = fair(mode=PHYSICS)
    play(game, "token target")
    shot_in(game, "0,0", 1, wobble)
    [event] = game.moves[-1].events
    assert event.text(game.texts()) == f"the hand of red wobbles: the token comes down {said} (a tile is 45 mm wide)"
    assert f"{event.facts['aside']} mm" in event.text(game.texts("nl")) and "{" not in event.text(game.texts("nb"))
    x, y = physics.simulate(physics.shot_of(game.state, shots_of(game.rules))).token  # a lob, which slides on a little
    assert (x < 0) == ("left" in said) and (y > 0) == ("short" in said)
    assert abs(abs(x) * physics.TILE - int(event.aside)) < 10


@rule("R-CAT-12")
def test_many_wobbles_hit_now_and_then() -> None:
    """Of a hundred shots at a knight some hit and some miss, and no token leaves the table."""
    game = fair(KNIGHT, mode=PHYSICS)
    play(game, "token knock-out")
    hits = 0
    for wobble in range(50, 10_000, 100):
        after = game.copy()
        shot_in(after, "0,0", 3, wobble)
        hits += bool(physics.seen_hits(after.state, shots_of(after.rules)))
        x, y = physics.seen_landing(after.state, shots_of(after.rules))
        assert f"land {x},{y}" in [option.text for option in after.options]
    assert 5 < hits < 95
