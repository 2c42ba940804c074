"""The Tunnel together with other boxes, and what holds in every game with it."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from aude.api import Game
from aude.boxes.tunnel.rules import Tunnel
from aude.catalog import boxes
from aude.catalog.texts import LANGUAGES
from aude.engine.drive import opening
from aude.engine.joining import port_node
from aude.engine.pairs import pairs
from aude.engine.rng import Random
from aude.engine.rules import CONTINUE, NOBODY, Part, Rules, Step
from aude.engine.state import State
from aude.game.notation import action_of
from aude.game.setup import COLOURS, Setup
from aude.terminal.descriptions import describe, describe_cell
from aude.terminal.textboard import draw
from aude.testing import leave_in_stack, play, rule, table, told

FIELD = "base/FFFF-monastery"
END = "base/FFRF-monastery"
STRAIGHT = "base/FRFR-rEW"
INN = "inns_cathedrals/FRFR-rEW-inn-garden"

# A road from the start tile at 0,0 to the exit LONG, its western end left to the test; one of 2 tiles from SHORT.
EXITS = ("lay tunnel/FRRF 1,0 turn 180", "lay tunnel/CRFR 0,1 turn 180")
FAR_END = f"lay {END} 1,1 turn 90"
LONG = "road W at 1,0"
SHORT = "road E at 0,1"


def turn(game: Game, *actions: str, tile: str = FIELD) -> Game:
    """Lay a tile as far to the east as possible, place no figure, and act."""
    game.play(f"draw {tile}")
    game.play(max(game.options, key=lambda option: int(option.text.split()[1].split(",")[0])))
    return play(game, "pass", *actions)


# -- Inns & Cathedrals ------------------------------------------------------------------------------------------------
AT_THE_INN = (f"lay {INN} -1,0", f"lay {END} -2,0 turn 270", *EXITS, FAR_END)


@rule("COMB-051")
def test_an_inn_doubles_the_whole_road_through_the_tunnel() -> None:
    """6 tiles, the inn on one side of the tunnel and Red on the other: 12 points."""
    game = table("boxes tunnel inns_and_cathedrals", *AT_THE_INN, "stand red meeple road at 1,1")
    turn(turn(turn(game, f"tunnel {LONG}"), "pass"), f"tunnel {SHORT} to {LONG}")
    assert told(game, "scored") == ["red scores 12: tiles 12"]


@rule("COMB-051", "R-TUN-02")
def test_an_inn_takes_all_of_an_incomplete_road_through_the_tunnel() -> None:
    """Without the far end the joined road is incomplete: what was worth a point before is worth none."""
    laid = (*AT_THE_INN[:-1], "stand red meeple road E at 0,1")
    game = table("boxes tunnel inns_and_cathedrals", *laid)
    assert game.if_ended_now["red"] == 1
    turn(turn(turn(game, f"tunnel {LONG}"), "pass"), f"tunnel {SHORT} to {LONG}")
    assert game.if_ended_now["red"] == 0
    leave_in_stack(game, FIELD)
    turn(game, "pass")
    assert game.over and game.scores == {"red": 0, "blue": 0}


@rule("TUN-05", "TURN-09")
def test_the_forecast_knows_what_a_token_has_completed() -> None:
    """Step 9 comes before the crop circle of step 15; asked there, the road at the inn counts as completed."""
    laid = (*AT_THE_INN, "stand red meeple road at 1,1", "stand blue meeple city at 0,0")
    game = table("boxes tunnel inns_and_cathedrals crop_circles", *laid)
    turn(turn(game, f"tunnel {LONG}"), "pass")
    turn(game, tile="crop_circles/CFFC-cNW-circle-city")
    assert game.if_ended_now == {"red": 2, "blue": 1}
    game.play(f"tunnel {SHORT} to {LONG}")
    assert game.step == "circle" and told(game, "scored") == []
    assert game.if_ended_now == {"red": 12, "blue": 1}


# -- Traders & Builders -----------------------------------------------------------------------------------------------
BUILDER = (
    "boxes tunnel traders_and_builders",
    *(f"lay {STRAIGHT} -1,0", *EXITS),
    *("stand red meeple road at 0,0", "stand red builder road at -1,0"),
)


@rule("COMB-062", "R-TUN-09", "R-TB-11")
def test_a_token_does_not_trigger_the_builder() -> None:
    """Red's token lets the builder's road grow, and Red's turn ends; a tile beyond the tunnel triggers it later."""
    game = turn(turn(table(*BUILDER), f"tunnel {LONG}"), "pass")
    turn(game, f"tunnel {SHORT} to {LONG}")
    assert game.player == "blue" and game.step == "draw"
    turn(game, "pass")
    play(game, f"draw {END}", "place 1,1 turn 90", "pass", "pass")
    assert (game.player, game.step) == ("red", "second")


@rule("COMB-062", "R-TUN-09")
def test_a_token_before_the_follower_does_not_trigger_the_builder_either() -> None:
    """`any_time`: joined before the figure, in the same turn in which a tile was laid at the road's far side."""
    game = table("option tunnel_timing any_time", *BUILDER)
    for action in (f"tunnel {LONG}", "pass"):
        play(game, f"draw {FIELD}")
        play(game, max(game.options, key=lambda option: int(option.text.split()[1].split(",")[0])).text, action, "pass")
        if game.step == "tunnel":
            game.play("pass")
    play(game, f"draw {END}", "place 1,1 turn 90", f"tunnel {SHORT} to {LONG}", "pass")
    assert game.player == "blue" and game.step == "draw"


@rule("R-TUN-06")
@pytest.mark.parametrize("timing", ["step9", "any_time"])
def test_each_part_of_a_double_turn_has_its_token(timing: str) -> None:
    """Red's first tile extends the builder's road; a token lies in either part, and they may be a pair."""
    game = table(f"option tunnel_timing {timing}", *BUILDER)
    first = ("pass", f"tunnel {LONG}") if timing == "step9" else (f"tunnel {LONG}", "pass")
    play(game, f"draw {STRAIGHT}", "place -2,0", *first, "second")
    second = ("pass", f"tunnel {SHORT} to {LONG}") if timing == "step9" else (f"tunnel {SHORT} to {LONG}", "pass")
    play(game, f"draw {FIELD}", "place 2,0", *second)
    assert game.player == "blue" and game.step == "draw"
    assert told(game, "tunnel_joined") == [f"red tunnel_joined {SHORT} {LONG}"]


# -- King & Robber Baron ----------------------------------------------------------------------------------------------
@rule("COMB-111", "R-KR-08", "R-TUN-14", "R-TUN-03")
@pytest.mark.parametrize(("other", "tiles"), [(SHORT, 5), ("road N at 1,0", 4)])
def test_the_robber_measures_what_can_be_seen(other: str, tiles: int) -> None:
    """Red's token completes the first road, with Blue's follower: Red takes the robber, for its visible tiles."""
    laid = (f"lay {END} -1,0 turn 270", *EXITS, FAR_END, f"lay {END} 1,-1", "stand blue meeple road at 0,0")
    game = table("boxes tunnel king_and_robber", "tiles base 2", *laid)
    turn(turn(turn(game, f"tunnel {LONG}"), "pass"), f"tunnel {other} to {LONG}")
    assert told(game, "robber_taken") == [f"red robber_taken {tiles}"]
    assert told(game, "scored") == [f"blue scores {tiles}: tiles {tiles}"]


# -- where no figure may be placed ------------------------------------------------------------------------------------
class Barren(Part):
    """No figure may be placed, as on a volcano."""

    def forbids_figures(self, state: State) -> bool:
        return True


class Jump(Step):
    """A volcano's way from step 7 to step 17."""

    def enter(self, state: State) -> i64:
        state.jump(state.rules.step_numbers["collect"])
        return CONTINUE


class Volcano(Barren):
    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 710, Jump())


def barren_game(timing: str, part: Part) -> State:
    """A game with two exits on the table, after the first tile has been laid."""
    setup = Setup(boxes=("tunnel",), options={"tunnel_timing": timing, "first_player": "seat1"})
    start = [("base/CRFR-rEW", 0, 0, 0), ("tunnel/FRRF", 1, 0, 2)]
    boxes = [*(info.parts() for info in setup.infos()), lambda _: [part]]
    rules = Rules(boxes, ["red", "blue"], setup.values(), set(), {}, setup.tile_list(), start)
    state = opening(rules)
    state.play(rules.table.index[FIELD])
    state.play(state.legal()[0])
    return state


@rule("R-TUN-15")
@pytest.mark.parametrize("timing", ["step9", "any_time"])
def test_where_no_figure_may_be_placed_the_question_is_asked_once(timing: str) -> None:
    """Without figures it is step 9 that asks; where that is skipped too, nobody does."""
    state = barren_game(timing, Barren())
    assert state.rules.program[state.step].name == "tunnel"
    state.play(0)
    assert state.player == 1 and state.rules.program[state.step].name == "draw"
    state = barren_game(timing, Volcano())
    assert state.player == 1 and state.rules.program[state.step].name == "draw"


# -- every game -------------------------------------------------------------------------------------------------------
def open_ends(state: State, tunnel: Tunnel, joined: set[int], feature: int) -> int:
    """Counted by hand: sides that lead to an empty cell, and exits without a finished pair."""
    total = 0
    for node in range(state.nodes):
        if state.root[node] != feature:
            continue
        slot = state.node_slot[node]
        for side in range(4):
            if port_node(state, slot, side) == node and state.beside(state.slot_cell[slot], side) <= 0:
                total += 1
        total += node in set(tunnel.exits(state)) - joined
    return total


@rule("TUN-01", "TUN-03", "R-TUN-02", "R-TUN-06", "R-TUN-13")
@pytest.mark.parametrize("seed", range(6))
def test_what_holds_in_every_game(seed: int) -> None:
    """Tokens lie on exits, one on each, and stay; one a tile; roads are open where they should be; all can be read."""
    expansions = list(boxes.expansions("carcassonne"))
    setup = Setup(
        boxes=tuple(expansions) if seed % 2 else ("tunnel",),
        players=COLOURS[: 2 + seed % 3],
        options={
            "tunnel_timing": ("step9", "any_time")[seed // 2 % 2],
            "tunnel_tokens": ("seed", "official", "single")[seed % 3],
        },
    )
    state = opening(setup.rules())
    [tunnel] = [part for part in state.rules.parts if isinstance(part, Tunnel)]
    random = Random(seed)
    before: list[int] = []
    at_tile = (-1, 0)  # how many tokens lay when the newest tile was laid
    asked = 0
    while state.actor != NOBODY:
        step = state.rules.program[state.step]
        options = list(step.legal(state)) if step.name.startswith("tunnel") else []
        asked += bool(options)
        assert len(options) != 1 and len({action_of(state, step.describe(state, code)) for code in options}) == len(
            options
        )
        state.play(options[-1] if options and random.below(3) else step.sample(state, random))
        tokens = [
            int(number)
            for number in state.registers[tunnel.tokens : tunnel.tokens + 2 * tunnel.sets * state.rules.seats]
        ]
        lying = [number - 1 for number in tokens if number]
        assert len(set(lying)) == len(lying) and set(lying) <= set(tunnel.exits(state))
        assert all(now == then for now, then in zip(tokens, before, strict=False) if then)
        before = tokens
        if state.slots != at_tile[0]:
            at_tile = (int(state.slots), len(lying))
        assert len(lying) <= at_tile[1] + 1
        if state.slots % 5 == 0:
            pairs_placed = [(one, two) for one, two in zip(tokens[::2], tokens[1::2], strict=True) if two]
            joined = {node - 1 for pair in pairs_placed for node in pair}
            assert all(state.root[one - 1] == state.root[two - 1] for one, two in pairs_placed)
            for feature in {int(state.root[node]) for node in tunnel.exits(state)}:
                assert max(state.open_ends[feature], 0) == open_ends(state, tunnel, joined, feature)
    assert asked and before


@pytest.mark.parametrize("timing", ["step9", "any_time"])
def test_pairs_are_placements_followed_by_figures(timing: str) -> None:
    """Where a token may come before the figure, a placement stands for itself."""
    game = table("boxes tunnel", f"option tunnel_timing {timing}", *EXITS, f"red draw {STRAIGHT}")
    flat = [int(number) for number in pairs(game.state)]
    figures = {option for option in flat[1::2] if option}
    assert bool(figures) is (timing == "step9")
    assert set(flat[::2]) == set(game.state.legal())


@pytest.mark.parametrize("language", LANGUAGES)
def test_tokens_are_seen_at_the_table(language: str) -> None:
    """How many each seat has left stands with its figures; the one on an exit is told by whoever looks there."""
    game = table("boxes tunnel", *EXITS, f"red draw {STRAIGHT}   place -1,0   pass   tunnel {SHORT}")
    assert game.holdings == {"red": {"tunnel_token": 3}, "blue": {"tunnel_token": 4}}
    texts = game.texts(language)
    said = describe_cell(game, (0, 1), texts).casefold()
    assert texts.word("tunnel_token") in said and texts.word("red") in said
    assert texts.word("tunnel_token") not in describe_cell(game, (0, 0), texts).casefold()


def test_tokens_are_drawn_and_told_with_the_board() -> None:
    """On the board a token stands in the place of its exit, with the number of its seat; in sentences it is named."""
    game = table("boxes tunnel", *EXITS, f"red draw {STRAIGHT}   place -1,0   pass   tunnel {LONG}")
    drawn = draw(game, plain=True).split("\n")
    assert "u1-o" in drawn[2] and "t" not in drawn[1] + drawn[3]
    assert "u1 tunnel token" in drawn[-1] and "e tunnel exit" in drawn[-1]
    told = describe(game, game.texts()).split("\n")
    assert "Tunnel token of red on the road W at 1,0." in told
