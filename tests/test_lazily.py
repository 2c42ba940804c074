"""Options, moves and events are made when somebody reads them: whenever that is, they are the same."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from aude import Event, Game, Illegal, Option, Setup, Unreadable
from aude.engine.rng import Random
from aude.game import setup as setups_module
from aude.game.game import SPACING
from sizes import sized
from strategies import SEEDS, setups

GAMES = sized(12, soak=200)
PLUGIN = Path(__file__).parent / "boxes" / "proving_ground"


def one_of(options: Sequence[Option], random: Random) -> Option:
    option = options[random.below(len(options))]
    return option if option.low is None else option.at(option.low)


def facts_of(options: Sequence[Option]) -> list[object]:
    """Everything that can be read of options."""
    return [
        (each.seat, each.code, each.action, each.which, each.text, each.low, each.high, each.segment, each.pieces)
        for each in options
    ]


# -- laws -------------------------------------------------------------------------------------------------------------
@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_what_is_read_late_is_what_was_there(setup: Setup, seed: int) -> None:
    """Of two equal games one is read at every step, the other after its end: options of all seats, events, moves."""
    early, late = Game(setup, seed=seed), Game(setup, seed=seed)
    random = Random(seed)
    read: list[tuple[list[list[object]], list[Event]]] = []
    kept = []
    while not early.over:
        offered = [facts_of(early.options_of(seat)) for seat in early.seats]
        unread = [late.options_of(seat) for seat in late.seats]
        options = list(early.options)
        index = random.below(len(options))
        chosen, its_twin = options[index], late.options[index]
        low = chosen.low
        if low is not None:
            chosen, its_twin = chosen.at(low), its_twin.at(low)
        if random.below(4) == 0:  # some are taken back, and chosen again
            moves = len(early.moves)
            early.play(chosen)
            if len(early.moves) == moves + 1:
                early.undo()
                late.play(its_twin)
                late.undo()
            else:
                late.play(its_twin)
                continue
        read.append((offered, list(early.play(chosen))))
        kept.append((unread, late.play(its_twin)))
    assert late == early
    for (offered, events), (unread, happened) in zip(read, kept, strict=True):
        assert [facts_of(options) for options in unread] == offered
        assert happened == events
    assert [(move.seat, move.text, move.which, move.events) for move in late.moves] == [
        (move.seat, move.text, move.which, move.events) for move in early.moves
    ]


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_every_earlier_moment_can_be_returned_to(setup: Setup, seed: int) -> None:
    """Before and after checkpoints, a game as it was after some moves is the game as it was then."""
    game, random = Game(setup, seed=seed), Random(seed)
    then = {}
    while not game.over and len(game.moves) < 4 * SPACING:
        game.play(one_of(game.options, random))
        then[len(game.moves)] = game.fingerprint()
    for number, fingerprint in then.items():
        again = game.at(number)
        assert again.fingerprint() == fingerprint
        assert [move.text for move in again.moves] == [move.text for move in game.moves[:number]]


def test_a_whole_turn_is_taken_back_wherever_checkpoints_are() -> None:
    """Place and deploy are taken back together, in every turn of a game."""
    game, random = Game(deal=False, first_player="seat1"), Random(3)
    while not game.over:
        game.play(one_of(game.options, random))  # the draw
        drawn = game.fingerprint()
        for _ in range(2):
            if game.actor not in (None, "chance"):
                game.play(one_of(game.options, random))
        taken = 0
        while game.moves[-1 - taken].seat != "chance":
            taken += 1
        if taken:
            again = game.copy()
            again.undo(taken)
            assert again.fingerprint() == drawn
    assert len(game.moves) > 4 * SPACING


# -- options of another moment ----------------------------------------------------------------------------------------
def test_an_option_of_another_moment_is_refused_and_changes_nothing() -> None:
    game = Game(seed=3, first_player="seat1")
    before = game.options
    stale = before[0]
    game.play(before[1])
    moment = game.fingerprint()
    with pytest.raises(Illegal, match="not allowed"):
        game.play(stale)
    with pytest.raises(Illegal, match="not allowed"):
        game.play(before[2])  # listed then, read now
    assert game.fingerprint() == moment and len(game.options) > 0


def test_an_option_that_is_taken_back_may_be_chosen_again() -> None:
    game = Game(seed=3, first_player="seat1")
    options = game.options
    game.play(options[1])
    game.undo()
    events = game.play(options[1])
    assert events[0].name == "placed" and options[0].text.startswith("place ")


def test_an_option_of_another_game_is_played_if_it_means_the_same() -> None:
    """As bots do with copies; another game's option that is not offered here is refused."""
    game = Game(seed=3, first_player="seat1")
    option = game.options[2]
    copy = game.copy()
    copy.play(option)
    game.play(option)
    assert copy.state.slots == game.state.slots == 2
    other = Game(seed=3, first_player="seat1", boxes=["inns_and_cathedrals"])
    foreign = next(each for each in other.options if str(each) not in [str(mine) for mine in game.options])
    with pytest.raises(Illegal):
        game.play(foreign)


def test_an_option_of_one_seat_is_not_played_for_another() -> None:
    game = Game(seed=3, first_player="seat1")
    option, moment = game.options[0], game.fingerprint()
    with pytest.raises(Illegal):
        game.play(option, "blue")
    with pytest.raises(Unreadable):
        game.play(option, "nobody")
    assert game.fingerprint() == moment


# -- like lists -------------------------------------------------------------------------------------------------------
def test_options_are_compared_cut_and_added_like_a_list() -> None:
    game = Game(seed=3, first_player="seat1")
    options = game.options
    assert options == list(options) == game.options and options != []
    assert options[-1] == list(options)[-1] and options[1:3] == list(options)[1:3]
    assert options[0] in options and options.index(options[2]) == 2
    first = [options[0]]
    assert options + first == [*options, *first] and first + options == [*first, *options]
    assert repr(options) == repr(list(options))
    assert bool(options) and not Game(deal=False).options_of("blue")
    with pytest.raises(IndexError):
        options[len(options)]
    with pytest.raises(TypeError):
        hash(options)
    with pytest.raises(TypeError, match="send its action"):
        pickle.dumps(options)


def test_events_are_pickled_as_a_list() -> None:
    game = Game(seed=3, first_player="seat1")
    events = game.play(game.options[0])
    assert pickle.loads(pickle.dumps(events)) == list(events) == events
    more = game.play("pass")
    assert events + more == [*events, *more] and (events + more)[-1].name == "drawn"


# -- shared rules -----------------------------------------------------------------------------------------------------
def test_games_with_equal_set_ups_share_their_rules() -> None:
    assert Game(seed=1).rules is Game(seed=2).rules
    assert Game(seed=1, tiny_city="on").rules is not Game(seed=1).rules
    laid = "lay base/FRRR 1,0\nturn blue"
    assert Setup(position=laid).rules() is Setup().rules()
    assert Setup(position=laid, order=("base/FRRR",)).rules() is not Setup(order=("base/FRRR",)).rules()


def test_what_only_looks_equal_is_checked_by_itself() -> None:
    """True equals 1, and 1.0 does; neither is a number of figures, of tiles or a seed."""
    right: dict[str, Any] = {"figures": {"meeple": 1}, "tiles": {"base": 1}, "seed": 1}
    Setup(**right).rules()
    mistakes: list[dict[str, Any]] = [{"figures": {"meeple": True}}, {"figures": {"meeple": []}}]
    mistakes += [{"tiles": {"base": 1.0}}, {"seed": True}]
    for wrong in mistakes:
        with pytest.raises(Unreadable):
            Setup(**(right | wrong)).rules()


def test_a_folder_is_another_box_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same path from another folder: nothing is there."""
    monkeypatch.chdir(PLUGIN.parent)
    setup = Setup(boxes=("./proving_ground",))
    assert setup.rules() is setup.rules()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unreadable, match="there is no box"):
        setup.rules()


def test_not_all_rules_are_kept() -> None:
    for seats in "abcdefghijklmnopqrstuvwxyz":
        Setup(players=(f"{seats}1", f"{seats}2")).rules()
    kept = setups_module._resolved.cache_info()
    assert kept.currsize <= setups_module.MAX_RESOLVED == kept.maxsize


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_what_is_taken_back_can_be_played_again(setup: Setup, seed: int) -> None:
    """Choices and draws are taken back, another choice is tried, and then the same choices meet the same draws."""
    game, straight = Game(setup, seed=seed), Game(setup, seed=seed)
    random = Random(seed)
    for _ in range(40):
        if game.over:
            break
        chosen = one_of(game.options, random)
        straight.play(chosen.action, chosen.seat)
        game.play(chosen)
        chosen_by_seats = [number for number, move in enumerate(game.moves) if move.seat != "chance"]
        number = chosen_by_seats[-1 - random.below(min(4, len(chosen_by_seats)))]
        if game.is_dealt and random.below(3) == 0:
            taken = game.take_back(len(game.moves) - number)
            game.play(one_of(game.options, random))
            game.take_back(len(game.moves) - number)
            for move in taken:
                if move.seat != "chance":
                    game.play(move.action, move.seat)
        assert game == straight and [move.text for move in game.moves] == [move.text for move in straight.moves]
    assert game.record == straight.record
    assert pickle.loads(pickle.dumps(game)).take_back(1) == straight.take_back(1)
