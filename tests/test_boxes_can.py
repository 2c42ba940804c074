"""What a box may do to a game, tried with a box from outside the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aude import Game, Illegal, Setup, Unreadable
from aude.catalog.texts import Texts
from aude.engine.choice import Choice
from aude.engine.drive import count_ways, opening, roll_out
from aude.engine.figures import deploy, free_figure, move, take_back
from aude.engine.greedy import greedy_choice
from aude.engine.laying import put
from aude.engine.pairs import pairs, play_pair
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.rules import BOX_OPTION, NOBODY, Note
from aude.engine.scoring import SEAT_BITS, award, strengths
from aude.engine.snapshot import dump, restore, same
from aude.engine.state import State
from aude.game.events import event_of
from aude.game.position import lay_position

PLUGIN = str(Path(__file__).parent / "boxes" / "proving_ground")


def table(*without: str, players: int = 3, **options: str) -> Game:
    """A game with the proving ground, first seat first, draws by hand. "quiet" is off, unless it is named."""
    seats = ("red", "blue", "green", "yellow", "black", "pink")[:players]
    off = (*without, "quiet") if "quiet" not in without else tuple(name for name in without if name != "quiet")
    setup = Setup(boxes=(PLUGIN,), players=seats, without=off, options={"first_player": "seat1", **options})
    return Game(setup, deal=False)


def ground_of(game: Game) -> Any:
    """The part of the box that is always in the game; its class cannot be imported, for no package holds it."""
    [ground] = [part for part in game.rules.parts if type(part).__name__ == "Ground"]
    return ground


def test_every_seat_is_asked_in_order_and_nobody_else_may_answer() -> None:
    """An auction asks the left neighbour first and the player last; a wrong seat is refused and changes nothing."""
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("deploy meeple field")
    assert game.actor == "blue" and game.player == "red"
    with pytest.raises(Illegal, match="blue"):
        game.play("bid 3", "green")
    assert game.actor == "blue"
    game.play("bid 3")
    assert game.actor == "green"
    game.play("nothing")
    assert game.actor == "red"
    game.play("nothing")
    assert game.scores == {"red": 0, "blue": -3, "green": 0}
    assert game.player == "blue" and game.actor == "chance"


def test_a_called_sequence_comes_back_to_the_step_that_called_it() -> None:
    """After the auction the market step goes on: the farmer on the tile is sent home, then the turn ends."""
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("deploy meeple field")
    assert game.supply["red"]["meeple"] == 6
    for _ in range(3):
        game.play("nothing")
    assert game.supply["red"]["meeple"] == 7
    assert not list(game.state.calls)


def test_a_bid_is_a_range_with_bounds() -> None:
    """One option stands for all bids; a number outside is refused with the bounds, one inside is played."""
    game = table(auction_top="99")
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("pass")
    ranges = [option for option in game.options if option.low is not None]
    assert len(ranges) == 1 and len(game.options) == 3  # pass, the range, and the ransom
    game.play("bid 40")
    with pytest.raises(Illegal, match="between"):
        game.play("bid 40")
    with pytest.raises(Illegal, match="between"):
        game.play("bid 100")
    game.play("bid 41")
    assert [event.facts for event in game.events if event.name == "bid"] == [
        {"seat": "blue", "number": 40},
        {"seat": "green", "number": 41},
    ]


def test_any_seat_may_interrupt_while_another_is_asked() -> None:
    """Green pays its ransom in the middle of blue's bid; blue is still asked, and green cannot pay twice."""
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("pass")
    assert [option.text for option in game.options_of("green")] == ["ransom"]
    game.play("ransom", "green")
    assert game.scores["green"] == -3 and game.actor == "blue"
    assert game.options_of("green") == []
    with pytest.raises(Illegal):
        game.play("ransom", "green")
    again = Game.read(game.record, folders=[PLUGIN])
    with pytest.raises(Unreadable, match="code"):
        Game.read(game.record)
    assert again == game and again.record == game.record


def test_a_box_forbids_cells_and_rejects_tiles() -> None:
    """No tile lies north of y = -3, and a barren tile is put back at once; without the element both are allowed."""
    game = table()
    game.play("draw proving/barren")
    assert game.actor == "chance" and game.tile is None
    for tile, y in (("base/FCFC-cEW", -1), ("base/FCFC-cEW-pennant", -2), ("base/FCFC-cEW-pennant", -3)):
        game.play(f"draw {tile}")
        game.play(f"place 0,{y} turn 90")
        game.play("pass")
    game.play("draw base/CFCF")
    assert not [option for option in game.options if option.text.startswith("place 0,-4")]
    with pytest.raises(Illegal, match="another box"):
        game.play("place 0,-4 turn 0")
    free = table("veto")
    free.play("draw proving/barren")
    assert free.actor == "red"


def test_a_figure_may_weigh_what_its_box_says() -> None:
    """Red's giant counts as many as the city has tiles, and beats two of Blue's meeples in a city of three."""
    state = table(players=2).state
    rules = state.rules
    put_city(state)
    city = state.root[state.slot_first[0]]
    for _ in range(2):
        deploy(state, free_figure(state, 0, 1), state.slot_first[1])
    deploy(state, free_figure(state, 1, 0), state.slot_first[0])
    assert rules.figure_kinds[1].name == "giant"
    assert strengths(state, city) == 3 + (2 << SEAT_BITS)
    award(state, city, True, state.scores, None)
    assert list(state.scores) == [8, 0]  # three tiles and a coat of arms


def put_city(state: State) -> None:
    """A city of three tiles with a coat of arms, complete, around the start tile."""
    index = state.rules.table.index
    put(state, index["base/FCFC-cEW-pennant"], state.cell_of(0, -1), 1)
    put(state, index["base/CFFF"], state.cell_of(0, -2), 2)


def test_a_figure_can_be_moved_between_all_kinds_of_places() -> None:
    """Supply and occupants add up whether a figure comes from the supply, a prison or another segment."""
    game = table(players=2)
    state = game.state
    ground = ground_of(game)
    road, city = state.slot_first[0] + 1, state.slot_first[0]
    figure = free_figure(state, 0, 0)
    move(state, figure, road)
    assert (state.supply[0], state.occupants[state.root[road]]) == (6, 1)
    move(state, figure, ground.prison)
    assert (state.supply[0], state.occupants[state.root[road]]) == (6, 0)
    move(state, figure, city)
    assert (state.supply[0], state.occupants[state.root[city]]) == (6, 1)
    move(state, figure, ground.prison)
    take_back(state, figure)
    assert (state.supply[0], state.occupants[state.root[city]]) == (7, 0)
    assert state.registers[ground.left] == 100


def test_hooks_are_called() -> None:
    """A box is told of tiles and completed features, and may keep a turn without figures."""
    game = table("quiet", players=2)
    ground = ground_of(game)
    game.play("draw base/CFFF")
    game.play("place 0,-1 turn 180")
    game.play("deploy meeple city")
    registers = game.state.registers
    assert registers[ground.laid] == 1
    assert registers[ground.completed] == 1
    assert registers[ground.left] == 1
    game.play("draw proving/again")
    game.play("place 1,0 turn 0")
    assert game.actor == "chance"  # nothing was asked


def test_an_event_may_name_two_seats() -> None:
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    (event,) = game.play("ransom", "green")
    assert event.facts == {"payer": "green", "captor": "red"}


def test_an_event_may_name_sides() -> None:
    """A side is a letter in records and a word in sentences; a seat of that name and other facts are left alone."""
    game = table()
    rules = game.rules
    rules.add_note("leant", ["seat", "slot", "side", "far:side", "aside:number"])
    event = event_of(game.state, Note("leant", [1, 0, 0, 3, 7], []))
    assert event.facts == {
        "seat": "blue", "tile": "base/CRFR-rEW", "cell": (0, 0), "rotation": 0,
        "side": "N", "far_side": "W", "aside": 7,
    }  # fmt: skip
    assert event.line() == "blue leant base/CRFR-rEW 0,0 0 N W 7"
    texts = game.texts("nl")
    texts.entries["events.leant"] = {"nl": "{seat}: {side}zijde van {cell}, {far_side}, {aside}"}
    assert event.text(texts) == "blauw: noordzijde van 0,0, west, 7"


def test_an_option_may_name_a_side() -> None:
    texts = Texts("nb")
    texts.entries["options.lean"] = {"en": "the {side} side of {cell}", "nb": "{side}siden av {cell}"}
    assert texts.option("lean", [("side", ["E"]), ("", ["at"]), ("cell", ["2,3"])]) == "østsiden av 2,3"


def test_the_names_of_an_outside_boxs_steps_are_known() -> None:
    """Compiled or not, the program knows where the steps of an interpreted box are."""
    numbers = table().rules.step_numbers
    assert "market" in numbers and "bids" in numbers


def test_the_rule_of_an_outside_boxs_step_is_told() -> None:
    """It stands in the class, where compiled code does not look: the refusal that the engine raises names it."""
    rules = table().rules
    step = next(step for step in rules.program if step.rule == "PG-01")
    with pytest.raises(Refused) as caught:
        step.refuse(State(rules), Choice("pass"))
    assert (caught.value.rule, caught.value.key) == ("PG-01", "not_offered")


def test_tiles_and_rules_are_independent() -> None:
    """The box works without its tiles, and its tiles lie in a game without its elements."""
    setup = Setup(boxes=(PLUGIN,), tiles={"proving": 0})
    assert not any(tile.set == "proving" for tile, _ in setup.tile_list())
    state = opening(setup.rules())
    roll_out(state, Random(1))
    assert state.actor == NOBODY
    plain = Setup(boxes=(PLUGIN,), without=("auction", "ransom", "giant", "veto", "bonus", "quiet"))
    state = opening(plain.rules())
    roll_out(state, Random(1))
    assert state.actor == NOBODY


def test_a_position_obeys_the_boxes() -> None:
    """A tile cannot be laid by hand where a box forbids it."""
    with pytest.raises(Unreadable, match=r"line 4.*match"):
        lay_position(
            table(),
            [
                (1, "lay base/FCFC-cEW 0,-1 turn 90"),
                (2, "lay base/FCFC-cEW-pennant 0,-2 turn 90"),
                (3, "lay base/FCFC-cEW-pennant 0,-3 turn 90"),
                (4, "lay base/CFCF 0,-4"),
            ],
        )


def test_a_range_is_refused_by_perft() -> None:
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("pass")
    with pytest.raises(ValueError, match="range"):
        count_ways(game.state, [], 2)


def test_pairs_know_the_options_of_boxes() -> None:
    """With options of a box the pairs are found by playing, and every one of them plays."""
    game = table(players=2)
    for action in (
        "draw base/FFFF-monastery",
        "place 0,1",
        "deploy meeple monastery",
        "draw base/FRFR-rEW",
        "place 1,0",
    ):
        game.play(action)
    game.play("deploy meeple road")
    game.play("draw base/FFRR-rSW")
    found = [int(number) for number in pairs(game.state)]
    places = {int(code) for code in game.state.legal()}
    assert {found[k] for k in range(0, len(found), 2)} == places
    assert any(option >= BOX_OPTION for option in found[1::2])
    for k in range(0, len(found), 2):
        after = game.state.copy()
        play_pair(after, found[k], found[k + 1])
        assert after.step != game.state.step


def test_an_extra_turn_begins_where_the_box_says_and_only_once() -> None:
    """Red plays again after the tile with the symbol; the same symbol in the extra turn gives no third turn."""
    game = table()
    game.play("draw proving/again")
    game.play("place 1,0 turn 0")
    game.play("pass")
    assert game.player == "red" and game.actor == "chance"
    game.play("draw proving/again")
    game.play("place 2,0 turn 0")
    game.play("pass")
    assert game.player == "blue"


def test_rates_add_up_and_winners_get_their_bonus() -> None:
    """A completed road with an inn scores 2 a tile and the inn's 5, each on a line of its own."""
    setup = Setup(boxes=(PLUGIN,), options={"first_player": "seat1"})
    game = Game(setup, deal=False)
    for draw, place, figure in (
        ("proving/inn", "place 1,0", "deploy meeple road"),
        ("base/FRRR", "place 2,0 turn 0", "pass"),
        ("base/FRRR", "place -1,0 turn 180", "pass"),
    ):
        game.play(f"draw {draw}")
        game.play(place)
        events = game.play(figure)
    scored = [event for event in events if event.name == "scored"]
    assert [(event.points, [str(line) for line in event.lines]) for event in scored] == [(13, ["tiles 8", "inns 5"])]
    assert game.scores == {"red": 13, "blue": 0}
    assert game.if_ended_now == {"red": 15, "blue": 2}  # the giants in hand count 2 each; blue has placed it nowhere


def test_a_box_adds_options_of_its_own() -> None:
    """A second meeple may stand beside an own one on another tile."""
    game = table(players=2)
    game.play("draw base/FFFF-monastery")
    game.play("place 0,1")
    game.play("deploy meeple monastery")
    game.play("draw base/FFFF-monastery")
    game.play("place 0,2")
    game.play("pass")
    game.play("draw base/FFFF-monastery")
    game.play("place 0,3")
    twins = [option for option in game.options if option.text.startswith("twin")]
    assert len(twins) == 1
    game.play(twins[0])
    assert game.supply["red"]["meeple"] == 5


@pytest.mark.parametrize("players", [2, 3, 6])
def test_games_with_the_box_play_to_the_end(players: int, game_seeds: range) -> None:
    """Random games end; every record reads back; a copy and a snapshot go on exactly like the original."""
    setup = Setup(boxes=(PLUGIN,), players=("red", "blue", "green", "yellow", "black", "pink")[:players])
    first = opening(setup.rules())
    for seed in game_seeds:
        state = first.copy()
        other = first.copy()
        roll_out(state, Random(seed))
        roll_out(restore(first.rules, dump(other)), Random(seed))
        roll_out(other, Random(seed))
        assert same(state, other)
        assert state.actor == NOBODY


def test_the_greedy_choice_needs_no_code_of_the_box() -> None:
    """It bids nothing when a bid can only lose points."""
    game = table(players=2)
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("pass")
    assert greedy_choice(game.state, Random(1)) == 0


def test_a_box_that_is_not_there_is_named() -> None:
    with pytest.raises(Unreadable, match="there is no box"):
        Game(boxes=["no/such/folder"])
