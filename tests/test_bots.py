"""Players made of code."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import ClassVar

import pytest
from mypy_extensions import i64

from aude import Game, Illegal, Option, Setup, Unreadable, bots
from aude.bots.cores import Found, best_of
from aude.catalog.boxes import BOXES, info
from aude.data import Plan, play
from aude.engine.arrays import vec
from aude.engine.drive import opening
from aude.engine.greedy import greedy_choice, lead
from aude.engine.pairs import pairs, play_pair
from aude.engine.rng import Random
from aude.engine.rules import ASK, CONTINUE, NOBODY, Part, PartsOf, Rules, Step
from aude.engine.start import begin
from aude.engine.state import State
from aude.game.setup import COLOURS
from sizes import SOAK

PROVING_GROUND = str(Path(__file__).parent / "boxes" / "proving_ground")
# As many simulations as make no test slow; by the clock no two games of theirs are the same.
PLAYERS = [f"{name}:n8" if name in ("expert", "master") else name for name in bots.names()]


@pytest.mark.parametrize("name", PLAYERS)
def test_a_bot_chooses_what_is_offered_and_changes_nothing(name: str) -> None:
    game = Game(players=3, seed=11)
    bot = bots.make(name, 1)
    assert bot.name == name
    for _ in range(30):
        before = game.to_bytes()
        option = bot.choose(game)
        assert option in game.options
        assert game.to_bytes() == before
        game.play(option)


@pytest.mark.parametrize("name", PLAYERS)
def test_equal_seeds_choose_equally(name: str) -> None:
    def choices(seed: int) -> list[str]:
        game, bot = Game(players=2, seed=4), bots.make(name, seed)
        for _ in range(40):
            game.play(bot.choose(game))
        return [move.text for move in game.moves]

    assert choices(1) == choices(1)
    assert (choices(1) != choices(2)) == (name != "club")  # which leaves nothing to chance


def test_several_cores_search_together() -> None:
    """The same choices for the same seed, each of them offered; by the clock too, which does not wait for anybody."""
    chosen = []
    for name in ("expert:n32x2", "expert:n32x2", "expert:0.05x2"):
        game, bot = Game(players=2, seed=4, first_player="seat1"), bots.make(name, 5)
        for _ in range(6):
            game.play(bot.choose(game))
        chosen.append([move.text for move in game.moves])
    assert chosen[0] == chosen[1]


def test_searches_of_one_position_are_added_up() -> None:
    one = [Found(1, 0, 2.0, 40.0, 10), Found(2, 0, 1.0, 45.0, 10), Found(3, 0, 5.0, 1.0, 1)]
    other = [Found(2, 0, 1.0, 0.0, 2), Found(1, 0, 2.0, 60.0, 12)]
    best = best_of([one, other])
    assert (best.code, best.total, best.simulations) == (1, 100.0, 22)


def test_without_a_seed_a_bot_takes_one() -> None:
    game = Game(seed=1)
    assert bots.make("random").choose(game) in game.options


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(10):
        game = Game(players=["red", "blue"], seed=seed, first_player="seat1")
        seat = game.seats[seed % 2]
        players = {name: bots.make("greedy" if name == seat else "random", seed) for name in game.seats}
        for _ in range(44):  # a third of a game tells
            game.play(players[game.actor or ""].choose(game))
        now = game.if_ended_now
        won += now[seat] > max(points for name, points in now.items() if name != seat)
    assert won >= 9


@pytest.mark.parametrize("box", [name for name in BOXES if info(name).extends == "carcassonne"])
def test_greedy_beats_random_with_each_box(box: str) -> None:
    """It has no code for any box, only the score if the game ended now: in nine games of ten that is enough."""
    games = 100 if SOAK else 20
    for seat, other in (("red", "blue"), ("blue", "red")):
        plan = Plan(Setup(boxes=(box,)), seed=1, bots={seat: "greedy", other: "random"})
        found = play(plan, range(games // 2))
        assert found.seats[seat].wins >= 0.9 * (games // 2)


def test_greedy_takes_the_points_that_lie_there() -> None:
    game = Game.read("aude 1\nplayers red blue\noption first_player seat1\nred draw base/CFFF   place 0,-1 turn 180\n")
    choice = bots.make("greedy", 1).choose(game)
    assert choice.text == "deploy meeple city S"  # closed with this tile: 4 points at once


@pytest.mark.parametrize("boxes", [(), ("inns_and_cathedrals",)])
def test_greedy_finds_the_best_placement_and_figure(boxes: tuple[str, ...]) -> None:
    """Where a figure is all that may follow a tile, no pair leads to more than the one that greedy is after."""
    rules = Setup(boxes=boxes, players=COLOURS[:3], options={"first_player": "seat1"}).rules()
    state, random = opening(rules), Random(5)

    def best(seat: int, place: int | None) -> int:
        flat = [int(number) for number in pairs(state)]
        leads = []
        for tile, figure in zip(flat[::2], flat[1::2], strict=True):
            if place is None or tile == place:
                after = state.copy()
                play_pair(after, tile, figure)
                leads.append(int(lead(after, seat)))
        return max(leads)

    asked = 0
    while state.actor != NOBODY:
        if state.step == rules.place_step and state.slots % 5 == 0:
            choice, seat = int(greedy_choice(state, random)), int(state.actor)
            assert best(seat, choice) == best(seat, None)
            asked += 1
        state.play(rules.program[state.step].sample(state, random))
    assert asked > 10


def test_greedy_weighs_a_figure_on_the_tile_against_one_elsewhere() -> None:
    """With boxes that offer more than figures on the new tile, what is chosen is one of the two best tried out."""
    setup = Setup(boxes=("tower", "princess_and_dragon"), players=COLOURS[:2], options={"first_player": "seat1"})
    rules = setup.rules()
    assert not rules.figure_follows_tile
    state, random = opening(rules), Random(6)
    while state.actor != NOBODY and state.slots < 40:
        if state.step == rules.place_step:
            seat, offered = state.actor, list(state.legal())
            choice = greedy_choice(state, random)
            assert choice in offered
            # Nothing beats it that brings points at once: no bare placement leads further than it can.
            bare = []
            for place in offered:
                after = state.copy()
                after.play(place)
                bare.append(int(lead(after, seat)))
            reach = state.copy()
            reach.play(choice)
            leads = [int(lead(reach, seat))]
            if reach.actor == seat == reach.player:
                for option in reach.legal():
                    after = reach.copy()
                    after.play(option)
                    leads.append(int(lead(after, seat)))
            assert max(leads) >= max(bare)
        state.play(rules.program[state.step].sample(state, random))


def test_an_unknown_bot_is_refused_with_a_hint() -> None:
    with pytest.raises(Unreadable, match=r"there is no bot 'gredy'.*did you mean 'greedy'"):
        bots.make("gredy")
    with pytest.raises(Unreadable, match="bots: random, beginner, friendly, greedy, casual, club, expert, master"):
        bots.make("")


@pytest.mark.parametrize("name", PLAYERS)
def test_when_the_game_is_over_there_is_nothing_to_choose(name: str) -> None:
    game = Game(players=2, seed=1)
    bot = bots.make("random", 1)
    while not game.over:
        game.play(bot.choose(game))
    with pytest.raises(Illegal):
        bots.make(name, 1).choose(game)


def ground(players: int = 2, **options: str) -> Setup:
    """A set-up with the box that does everything a box may do: ranges whose codes are no numbers, interrupts."""
    return Setup(boxes=(PROVING_GROUND,), players=COLOURS[:players], options={"auction_top": "99", **options})


def auction() -> Game:
    """Blue is asked to bid 1 to 99 or nothing, or to ransom itself."""
    game = Game(ground(first_player="seat1"), deal=False)
    for action in ("draw proving/auction", "place 0,1", "pass"):
        game.play(action)
    assert [option.text for option in game.options] == ["nothing", "bid 1..99", "ransom"]
    return game


def typed(choice: bots.Answer) -> str:
    """What a person would type for it."""
    return choice.text if isinstance(choice, Option) else f"{choice.verb} {choice.number}"


def test_a_range_is_one_option_and_each_of_its_numbers_is_equally_likely() -> None:
    game = auction()
    bot = bots.make("random", 1)
    seen = Counter(typed(bot.choose(game)) for _ in range(9000))
    assert 2700 < seen["nothing"] < 3300 and 2700 < seen["ransom"] < 3300
    numbers = {text: count for text, count in seen.items() if text.startswith("bid ")}
    assert set(numbers) == {f"bid {number}" for number in range(1, 100)}
    assert max(numbers.values()) < 65  # of 30 expected


@pytest.mark.parametrize("name", PLAYERS)
def test_a_number_is_played_as_a_person_would_type_it(name: str) -> None:
    for seed in range(20):
        game = auction()
        bids = game.options[1]
        assert bids.low is not None
        choice = bots.make(name, seed).choose(game)
        other = game.copy(dealer=True)
        other.play(typed(choice))
        game.play(choice)
        assert game == other
        assert [move.code for move in game.moves] == [move.code for move in other.moves]
        if isinstance(choice, Option) and choice.action.verb == "bid":
            assert game.moves[-1].code == choice.code == bids.code + choice.action.number - bids.low


def test_greedy_finds_the_option_with_the_code_it_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    game = auction()
    bids = game.options[1]
    for code, text in ((game.options[0].code, "nothing"), (bids.code, "bid 1"), (bids.code + 98, "bid 99")):
        monkeypatch.setattr("aude.bots.greedy.greedy_choice", lambda state, random, code=code: code)
        assert typed(bots.make("greedy", 1).choose(game)) == text


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_with_everything_that_a_box_may_ask(name: str, seed: int) -> None:
    game = Game(ground(3), seed=seed)
    players = {seat: bots.make(name, seed * 10 + number) for number, seat in enumerate(game.seats)}
    while game.actor is not None:
        game.play(players[game.actor].choose(game))
    assert game.over and game.at(len(game.moves)) == game
    asked = {move.text.split()[0] for move in game.moves}
    assert asked & {"bid", "nothing"}


class Blind(Step):
    """Ten options that show nothing before chance has answered; every one that is tried is written down."""

    name = "blind"
    tried: ClassVar[list[int]] = []

    def enter(self, state: State) -> i64:
        state.actor = state.player
        return ASK

    def is_blind(self, state: State) -> bool:
        return True

    def legal(self, state: State) -> vec[i64]:
        return vec[i64](list(range(10)))

    def apply(self, state: State, action: i64) -> i64:
        self.tried.append(int(action))
        return CONTINUE


class BlindQuestions(Part):
    """A question before every draw."""

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 200, Blind())


def test_greedy_tries_one_option_of_a_blind_question() -> None:
    """Where no option shows its effect before chance has answered, any of them will do, and is drawn at random."""
    setup = Setup(options={"first_player": "seat1"})
    boxes: list[PartsOf] = [info("carcassonne").parts(), lambda _: [BlindQuestions()]]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    rules = Rules(boxes, ["red", "blue"], setup.values(), setup.elements(), {}, setup.tile_list(), start)
    state = State(rules)
    begin(state)
    chosen = {int(greedy_choice(state, Random(seed))) for seed in range(30)}
    assert len(chosen) > 5 and chosen <= set(range(10))
    assert len(Blind.tried) <= 30
