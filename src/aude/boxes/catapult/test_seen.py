"""Shots over a simulated table, as far as the game is concerned: what is asked, drawn, seen, recorded and believed."""

from __future__ import annotations

import sys

import pytest

from aude import Game, Setup, Unreadable, data
from aude.boxes.catapult import physics
from aude.boxes.catapult.conftest import FARMER, KNIGHT, PHYSICS, THIEF, draws, fair, standing, text_of
from aude.engine.drive import opening, play_listed, roll_out
from aude.engine.rng import Random
from aude.testing import offered, play, refusal, rule, told

SHOT = ("aim 0,0", "strength 3", "wobble 5000")


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library for the simulation is not installed."""
    monkeypatch.setattr(physics, "LIBRARY", "no_such_library")
    physics.simulate.cache_clear()


@pytest.fixture
def no_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever simulates a shot fails."""

    def fail(*_: object) -> None:
        raise AssertionError("a shot was simulated")

    monkeypatch.setattr(physics, "is_installed", lambda: True)
    monkeypatch.setattr(physics, "simulate", fail)


# -- the questions ----------------------------------------------------------------------------------------------------
@rule("R-CAT-12", "R-CAT-01", "D-CAT-02")
def test_the_default_is_physics_and_its_questions() -> None:
    """Aim and strength are the shooter's, the wobble is one of ten thousand, and the table shows the rest."""
    assert Setup(boxes=("catapult",)).values()["catapult_mode"] == "physics"
    game = fair(FARMER, KNIGHT, mode=PHYSICS)
    play(game, "token knock-out")
    assert game.actor == "red" and offered(game) == ["aim 0,0", "aim 0,1"]
    assert refusal(game, "aim 0,0", "blue") == ("BASE-10", "not_asked")
    play(game, "aim 0,0")
    assert game.actor == "red" and offered(game) == [f"strength {number}" for number in range(1, 6)]
    assert refusal(game, "strength 1", "blue") == ("BASE-10", "not_asked")
    assert refusal(game, "strength 6") == ("R-CAT-12", "not_offered")
    play(game, "strength 3")
    assert game.actor == "chance" and offered(game) == ["wobble 0..9999"]
    assert set(draws(game).values()) == {1} and len(draws(game)) == 10_000
    assert refusal(game, "wobble 10000") == ("R-CAT-12", "range")
    play(game, "wobble 5000")
    assert game.actor == "chance" and game.step == "land"


@rule("R-CAT-12")
def test_the_token_may_lie_anywhere_on_the_table() -> None:
    """Six cells around the rectangle of the two tiles, and no farther."""
    game = fair(mode=PHYSICS)
    play(game, "token knock-out", *SHOT)
    assert len(offered(game)) == 13 * 14
    assert {"land -6,-6", "land 6,7", "land 0,0"} <= set(offered(game))
    assert refusal(game, "land 7,0", "chance")[0] == "R-CAT-12"


@rule("R-CAT-12", "CAT-04", "CAT-05")
def test_whoever_was_seen_to_be_hit_goes_home_when_all_lie_still() -> None:
    """Any figure can have been hit, wherever the token lies."""
    game = fair(FARMER, KNIGHT, THIEF, mode=PHYSICS)
    play(game, "token knock-out", *SHOT, "land 0,1")
    assert len(offered(game)) == 4 and offered(game)[-1] == "rest"
    play(game, "hit blue meeple road", "hit red meeple field")
    assert standing(game, "blue") == 2 and standing(game, "red") == 1
    play(game, "rest")
    assert standing(game, "blue") == 1 and standing(game, "red") == 0 and game.actor == "blue"


@rule("R-CAT-12")
def test_other_tokens_send_nobody_home() -> None:
    """In target and seduction rounds nobody is asked whom the token met; both are aimed, the target too."""
    game = fair(KNIGHT, mode=PHYSICS)
    after = game.copy()
    play(after, "token target", *SHOT, "land 0,1")
    assert (after.actor, after.step) == ("blue", "aim")
    play(after, *SHOT, "land 0,0")
    assert after.scores == {"red": 5, "blue": 0} and standing(after, "blue") == 1
    play(game, "token seduction", *SHOT, "land 0,0")
    assert (game.actor, game.step) == ("red", "seduce")


@rule("R-CAT-12")
def test_a_catch_is_drawn_as_with_scatter(no_simulation: None) -> None:
    game = fair(mode=PHYSICS)
    play(game, "token catch", "catch", "power short", "fly short")
    assert draws(game) == {"fall short": 4, "fall beyond": 6}


# -- records ----------------------------------------------------------------------------------------------------------
def dealt(seed: int) -> Game:
    """A game with a seed, played to its end at random."""
    game = Game(boxes=["catapult"], players=3, seed=seed)
    random = Random(seed)
    while not game.over:
        options = game.options
        game.play(options[int(random.below(len(options)))])
    return game


@rule("R-CAT-12", "R-CAT-01")
def test_a_record_is_believed(no_simulation: None) -> None:
    """What was seen is taken from the record, with a seed or without one; nothing is simulated."""
    game = fair(KNIGHT, mode=PHYSICS)
    play(game, "token knock-out", *SHOT, "land 5,5", "hit blue meeple city", "rest")
    again = Game.read(game.record)
    assert again == game and standing(again, "blue") == 0


@rule("R-CAT-12")
def test_the_wobble_is_checked_against_the_seed(no_library: None) -> None:
    """A record with a seed may tell any outcome of a shot, but no other wobble than the one that is drawn."""
    game = dealt(4)
    lands = [move.text for move in game.moves if move.text.startswith("land ")]
    wobbles = [move.text for move in game.moves if move.text.startswith("wobble ")]
    assert len(lands) == len(wobbles) > 5
    assert Game.read(game.record) == game
    number = int(wobbles[0].split()[1])
    with pytest.raises(Unreadable, match=f"its seed draws 'wobble {number}'"):
        Game.read(game.record.replace(f"wobble {number} ", f"wobble {(number + 1) % 10_000} ", 1))
    # The end of the game is cut off behind the first landing, which is then moved to another cell.
    head, _, _ = game.record.partition(lands[0])
    start = [int(number) for number in lands[0].split()[1].split(",")]
    elsewhere = f"land {start[0] + (1 if start[0] < 0 else -1)},{start[1]}"
    moved = Game.read(head + elsewhere + "\n")
    assert elsewhere in [move.text for move in moved.moves]


@rule("R-CAT-01")
def test_whoever_looks_ahead_draws_as_with_scatter(no_simulation: None) -> None:
    """Roll-outs, listed games and games by bots in bulk: no shot is simulated."""
    setup = Setup(boxes=("catapult",))
    for play_on in (roll_out, play_listed):
        state = opening(setup.rules())
        play_on(state, Random(3))
        assert state.actor < 0
    assert data.play(data.Plan(setup, seed=5, bots={"*": "random"}), range(1)).games == 1


@rule("R-CAT-01")
def test_looking_ahead_has_the_chances_of_scatter() -> None:
    """A landing is drawn within two cells, the target nine times as often as a corner; then whoever stands there."""
    game = fair(FARMER, KNIGHT, mode=PHYSICS)
    play(game, "token knock-out", *SHOT)
    step = game.rules.program[game.state.step]
    random = Random(1)
    found = [text_of(game, int(step.sample(game.state, random))) for _ in range(8100)]
    assert len(set(found)) == 25
    assert 800 < found.count("land 0,0") < 1000 and 50 < found.count("land 2,-2") < 150
    play(game, "land 0,0")
    step = game.rules.program[game.state.step]
    hits = [text_of(game, int(step.sample(game.state, random))) for _ in range(400)]
    assert "rest" not in hits and 150 < hits.count(hits[0]) < 250
    play(game, "hit blue meeple city")
    further = [text_of(game, int(step.sample(game.state, random))) for _ in range(400)]
    assert 70 < 400 - further.count("rest") < 130 and len(set(further)) == 2
    play(game, "hit red")
    assert step.sample(game.state, random) == 0


# -- without the library ----------------------------------------------------------------------------------------------
@rule("R-CAT-01")
def test_without_the_library_the_simulation_says_what_to_install(no_library: None) -> None:
    shot = physics.Shot((0.0, 9.0), (0.0, 0.0), 3, (0.0, 0.0), ())
    with pytest.raises(physics.NoPhysics, match=r"not installed here: install it with pip install 'aude\[physics\]'"):
        physics.simulate(shot)


@rule("R-CAT-01")
def test_without_the_library_a_game_scatters_and_says_so(no_library: None) -> None:
    """Every round but a catch tells what to install; equal seeds still give equal games."""
    game = dealt(4)
    rounds = told(game, "knock_out_round", "seduction_round", "target_round")
    assert rounds and len(told(game, "no_physics")) == len(rounds)
    wobbles = [move for move in game.moves if move.text.startswith("wobble ")]
    assert {event.name for move in wobbles for event in move.events} == {"hand_wobbled"}
    assert "pip install 'aude[physics]'" in next(e for e in game.events if e.name == "no_physics").text(game.texts())
    assert dealt(4).record == game.record
    for number, move in enumerate(game.moves):
        if move.text.startswith("land "):
            aim = next(m.text for m in reversed(game.moves[:number]) if m.text.startswith("aim "))
            x, y, at_x, at_y = (int(n) for text in (move.text, aim) for n in text.split()[1].split(","))
            assert abs(x - at_x) <= 2 and abs(y - at_y) <= 2


def test_the_library_is_loaded_by_shots_only() -> None:
    """Neither the rules nor the file of the simulation load it."""
    import subprocess

    script = (
        "import sys; from aude import Game; from aude.boxes.catapult import physics; "
        "Game(boxes=['catapult'], seed=1); print('pymunk' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
