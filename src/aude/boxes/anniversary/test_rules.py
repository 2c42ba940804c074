"""20th Anniversary, rule by rule: arrows, the choice among them, points and extra turns."""

from __future__ import annotations

from collections import Counter

import pytest

from aude import Game, Illegal, Setup, bots
from aude.boxes.anniversary.rules import SYMBOLS, Arrows
from aude.catalog import boxes
from aude.catalog.rulebook import read_spec, specs
from aude.catalog.texts import LANGUAGES
from aude.engine.drive import opening
from aude.engine.pairs import pairs, play_pair, play_pairs
from aude.engine.rng import Random
from aude.engine.rules import NOBODY, PASS
from aude.testing import leave_in_stack, part_of, play, rule, scenario, spots, table, told

BOX = "boxes anniversary"
AN = "anniversary_20/AN-"

# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
MONASTERY = "base/FFFF-monastery"
STRAIGHT = "base/FRFR-rEW"
ADD_TO_1_1 = f"lay {AN}B 1,0 turn 180"  # its arrow points south, at an empty cell
EXTRA_TO_1_1 = f"lay {AN}K 0,1 turn 270"  # and this one's east, at the same cell


def offered(game: Game) -> list[str]:
    """What the asked seat may choose."""
    return [option.text for option in game.options]


def activated(game: Game) -> str:
    """The symbol that works now."""
    number = int(game.state.registers[part_of(game, Arrows).activated])
    return SYMBOLS[number - 1] if number else "none"


# -- the box ----------------------------------------------------------------------------------------------------------
@rule("ANN-01", "R-ANN-01")
def test_15_tiles_in_three_categories_are_shuffled_in() -> None:
    """15 more tiles can be drawn, 5 with each symbol, and each has one arrow; the game starts as usual."""
    game = Game(boxes=["anniversary"], deal=False, first_player="seat1")
    assert sum(game.tiles_left.values()) == 71 + 15
    mine = [tile for tile, _ in game.setup.tile_list() if tile.id.startswith(AN)]
    assert Counter(symbol.partition(":")[0] for tile in mine for symbol in tile.symbols) == {
        "add": 5,
        "anywhere": 5,
        "extra": 5,
    }
    assert all(len(tile.symbols) == 1 and tile.symbols[0][-2:] in (":N", ":E", ":S", ":W") for tile in mine)
    assert {tile.more["status"] for tile in mine} == {"found", "reconstruction"}
    assert (game.step, game.player) == ("draw", "red")


def test_the_options_are_those_of_the_specification() -> None:
    """What the box offers is what its rulings say, the default first."""
    spec = read_spec(specs()["anniversary"])
    assert spec.status == "complete"
    written = [(option.name, option.values, option.ruling) for option in spec.options]
    assert written == [(option.name, option.values, option.ruling) for option in boxes.info("anniversary").options]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_read(language: str) -> None:
    """Every question, option and event of the arrows has a sentence, with every slot filled."""
    game = table(BOX, ADD_TO_1_1, EXTRA_TO_1_1, f"red draw {AN}I   place 1,1 turn 0")
    texts = game.texts(language)
    assert texts.has("steps.activate") and texts.has("lines.unused_symbol")
    assert all(texts.has(f"events.{name}") for name in ("extra_turn", *(f"activated_{name}" for name in SYMBOLS)))
    for option in game.options:
        sentence = option.sentence(texts)
        assert "{" not in sentence and texts.word(option.text.split()[1]) in sentence
    play(game, "activate extra at 0,1", "pass")
    told = [event.text(texts) for event in game.events]
    assert not any("{" in sentence or "events." in sentence or "lines." in sentence for sentence in told)


@rule("ANN-02", "R-ANN-14")
@pytest.mark.parametrize(
    ("tile", "cell", "turns"),
    [("I", "0,1", 4), ("B", "1,0", 2), ("C", "0,1", 2), ("O", "1,0", 4)],
)
def test_a_rotation_that_only_moves_the_arrow_is_one_of_its_own(tile: str, cell: str, turns: int) -> None:
    """A tile that would look the same without its arrow can be laid in each of these turns."""
    game = table(BOX, f"red draw {AN}{tile}")
    there = [text for text in offered(game) if text.startswith(f"place {cell} ")]
    assert len(there) == turns
    ends = [play(game.copy(), text) for text in there]
    assert len({after.events[1].line() for after in ends}) == turns  # laid in another turn each
    assert all(len(told(after, "scored", *(f"activated_{name}" for name in SYMBOLS))) == 1 for after in ends)


# -- activating -------------------------------------------------------------------------------------------------------
@rule("EX-ANN-01", "ANN-02", "ANN-03", "SC-36")
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_an_arrow_at_an_empty_cell_brings_2_points_at_once(turn: int) -> None:
    """The points come before the meeple is placed; then the turn goes on as usual."""
    game = table(BOX, f"red draw {AN}I   place 0,1 turn {turn}")
    assert game.step == "deploy"
    assert told(game, "scored") == ["red scores 2: unused_symbol 2"]
    assert game.scores == game.if_ended_now == {"red": 2, "blue": 0}
    assert spots(game) == ["meeple monastery", "meeple field NL.NR.EL.ER.SL.SR.WL.WR"]
    play(game, "deploy meeple monastery")
    assert (game.player, game.scores["red"]) == ("blue", 2)


@rule("ANN-04", "ANN-02")
def test_an_arrow_at_a_tile_activates_the_symbol_and_brings_no_points() -> None:
    """The same tile with its arrow against the start tile."""
    game = table(BOX, f"red draw {AN}I   place 0,1 turn 0")
    assert told(game, "activated_anywhere") == [f"red activated_anywhere {AN}I 0,1 0"]
    assert (game.step, game.scores["red"], activated(game)) == ("deploy", 0, "anywhere")


@rule("ANN-05")
@pytest.mark.parametrize("tile", [MONASTERY, f"{AN}I"])
def test_any_tile_in_front_of_a_free_arrow_activates_it(tile: str) -> None:
    """A tile without a symbol, and one with; whoever laid the arrow."""
    game = table(BOX, f"red draw {AN}B   place 1,0 turn 180   pass")
    assert game.scores == {"red": 2, "blue": 0}
    play(game, f"draw {tile}", "place 1,1 turn 90")
    assert told(game, "activated_add") == [f"blue activated_add {AN}B 1,0 180"]
    assert activated(game) == "add"


@rule("ANN-02", "ANN-05")
@pytest.mark.parametrize("cell", ["2,1", "0,1", "1,-1"])
def test_a_tile_beside_an_arrow_but_not_in_front_of_it_does_nothing(cell: str) -> None:
    """Only the cell that the arrow points at counts."""
    game = table(BOX, ADD_TO_1_1, f"lay {STRAIGHT} 2,0", f"red draw {MONASTERY}   place {cell}")
    assert (game.step, activated(game), told(game, "activated_add", "scored")) == ("deploy", "none", [])


@rule("ANN-06", "R-ANN-12", "D-ANN-01")
def test_of_two_neighbours_symbols_the_player_chooses_one() -> None:
    """Right after the tile is laid, before the meeple, Red is asked; nothing else is an answer."""
    game = table(BOX, ADD_TO_1_1, EXTRA_TO_1_1, f"red draw {MONASTERY}   place 1,1")
    assert (game.step, game.actor) == ("activate", "red")
    assert offered(game) == ["activate add at 1,0", "activate extra at 0,1"]
    with pytest.raises(Illegal) as refusal:
        game.play("activate anywhere at 0,1")
    assert refusal.value.rule == "ANN-06"
    with pytest.raises(Illegal):
        game.play("pass")
    with pytest.raises(Illegal):
        game.play("activate add at 1,0", "blue")
    add, extra = play(game.copy(), "activate add at 1,0"), play(game.copy(), "activate extra at 0,1")
    assert (activated(add), activated(extra)) == ("add", "extra")
    assert (play(add, "pass").player, play(extra, "pass").player) == ("blue", "red")
    assert add.scores == extra.scores == {"red": 0, "blue": 0}


@rule("ANN-07", "ANN-03")
def test_the_own_arrow_at_an_empty_cell_brings_points_whatever_is_chosen() -> None:
    """Red's arrow points east at nothing while the tile activates one of two others: the points come before that."""
    game = table(BOX, ADD_TO_1_1, EXTRA_TO_1_1, f"red draw {AN}I   place 1,1 turn 90")
    assert (game.step, game.scores["red"], game.if_ended_now["red"]) == ("activate", 2, 2)
    assert offered(game) == ["activate add at 1,0", "activate extra at 0,1"]
    for answer in offered(game):
        assert play(game.copy(), answer).scores["red"] == 2


@rule("ANN-06", "R-ANN-13")
def test_three_symbols_and_one_choice() -> None:
    """Its own arrow at one neighbour, and those of two neighbours: the own symbol is named without a cell."""
    game = table(BOX, ADD_TO_1_1, EXTRA_TO_1_1, f"red draw {AN}I   place 1,1 turn 0")
    assert offered(game) == ["activate anywhere", "activate add at 1,0", "activate extra at 0,1"]
    play(game, "activate anywhere")
    assert (activated(game), game.scores["red"]) == ("anywhere", 0)


@rule("EX-ANN-05", "ANN-06", "R-ANN-02", "R-ANN-12", "R-ANN-13", "SC-36")
@pytest.mark.parametrize(("bonus", "points"), [("on", 2), ("off", 0)])
def test_the_neighbours_symbol_instead_of_the_own(bonus: str, points: int) -> None:
    """ADD chosen: points for the own EXTRA, as the option says, a second meeple, no extra turn."""
    game = table(
        BOX,
        f"option anniversary_unchosen_bonus {bonus}",
        ADD_TO_1_1,
        "stand red meeple city at 0,0",
        f"red draw {AN}K   place 1,1 turn 180",
    )
    assert (game.step, game.scores["red"]) == ("activate", 0)
    assert offered(game) == ["activate extra", "activate add at 1,0"]
    extra = play(game.copy(), "activate extra")
    assert "meeple city N at 0,0" not in spots(extra)
    assert (play(extra, "pass").player, extra.scores["red"], told(extra, "scored")) == ("red", 0, [])
    play(game, "activate add at 1,0")
    assert (game.scores["red"], game.if_ended_now["red"]) == (points, points + 1)
    play(game, "deploy meeple city N at 0,0")
    assert (game.player, game.supply["red"]["meeple"], told(game, "extra_turn")) == ("blue", 5, [])


@rule("EX-ANN-05", "R-ANN-02")
def test_the_same_as_a_scenario() -> None:
    """The record of the example reads, and writes itself again."""
    game = scenario("one_of_two")
    assert (game.scores, game.player) == ({"red": 2, "blue": 0}, "blue")
    assert Game.read(game.record) == game


@rule("R-ANN-03", "EX-ANN-05")
@pytest.mark.parametrize("choice", ["activate extra", "activate add at 1,0"])
def test_both_arrows_are_spent(choice: str) -> None:
    """Whichever was chosen, no later tile activates either of them."""
    game = table(BOX, ADD_TO_1_1, f"red draw {AN}K   place 1,1 turn 180")
    play(game, choice, "pass")
    before = len(told(game, "activated_add", "activated_extra"))
    for cell in ("0,1", "2,1"):
        play(game, f"draw {MONASTERY}", f"place {cell}", "pass")
    assert len(told(game, "activated_add", "activated_extra")) == before == 1


@rule("R-ANN-02", "ANN-04")
def test_a_single_symbol_cannot_be_declined() -> None:
    """Nobody is asked, and there are no points instead."""
    game = table(BOX, f"red draw {AN}K   place 0,1 turn 180")
    assert (game.step, activated(game), game.scores["red"]) == ("deploy", "extra", 0)


@rule("R-ANN-18", "ANN-05")
def test_the_arrow_of_a_start_tile_is_free() -> None:
    """Nobody has points for it; the first tile in front of it activates it."""
    game = table(BOX, f"start {AN}K 0,0")
    assert game.scores == {"red": 0, "blue": 0}
    play(game, f"draw {MONASTERY}", "place 0,1")
    assert activated(game) == "extra"


# -- extra turns ------------------------------------------------------------------------------------------------------
@rule("ANN-14", "R-ANN-04", "TURN-19", "R-TURN-07")
def test_extra_means_the_whole_turn_again() -> None:
    """Red completes a city, scores it, and must then draw, lay and place again before Blue."""
    game = table(BOX, "stand red meeple city at 0,0", f"lay {AN}J 1,0", f"lay {AN}N 1,-1 turn 180")
    play(game, "draw base/CFFF", "place 0,-1 turn 180")
    assert (activated(game), game.player) == ("extra", "red")
    play(game, "deploy meeple field")
    assert [event.name for event in game.events][-4:] == ["deployed", "scored", "returned", "extra_turn"]
    assert (game.player, game.actor, game.step, activated(game)) == ("red", "chance", "draw", "none")
    play(game, f"draw {MONASTERY}", "place 0,1", "deploy meeple monastery")
    assert (game.player, game.actor, game.supply["red"]["meeple"]) == ("blue", "chance", 5)


@rule("EX-ANN-03", "EX-ANN-04", "ANN-07", "ANN-15", "ANN-05")
def test_points_and_an_extra_turn_but_no_third() -> None:
    """The extra turn activates another EXTRA; after it Blue plays."""
    game = scenario("extra_turn")
    assert (game.scores, game.player) == ({"red": 2, "blue": 0}, "blue")
    assert told(game, "extra_turn") == ["red extra_turn"]
    first = game.at(3)
    assert (first.player, first.step) == ("red", "draw")


@rule("ANN-15")
@pytest.mark.parametrize("stacking", ["one", "each_source"])
def test_never_three_in_a_row_but_again_in_the_next_turn(stacking: str) -> None:
    """With either way of counting, EXTRA brings one extra turn in a turn; the next player's turn is free again."""
    game = table(BOX, f"option extra_turn_stacking {stacking}", f"red draw {AN}K   place 0,1 turn 180   pass")
    play(game, f"draw {AN}O", "place 1,0 turn 270", "pass")
    assert (game.player, told(game, "extra_turn")) == ("blue", ["red extra_turn"])
    play(game, f"draw {AN}L", "place -1,0 turn 180", "pass")
    assert (game.player, told(game, "extra_turn")) == ("blue", ["red extra_turn", "blue extra_turn"])


@rule("R-ANN-09")
def test_without_a_tile_there_is_no_extra_turn() -> None:
    """The last tile activates EXTRA: the game ends, and no extra turn is told of."""
    game = table(BOX)
    leave_in_stack(game, f"{AN}K")
    play(game, f"draw {AN}K", "place 0,1 turn 180", "pass")
    assert game.over and told(game, "extra_turn") == []


# -- whole games ------------------------------------------------------------------------------------------------------
def test_the_symbol_is_forgotten_when_the_turn_is_over() -> None:
    """Blue has nothing of Red's symbol."""
    game = table(BOX, "stand blue meeple city at 0,0", f"red draw {AN}A   place 0,1 turn 180")
    assert activated(game) == "add"
    play(game, "pass")
    assert (game.player, activated(game)) == ("blue", "none")
    play(game, f"draw {STRAIGHT}", "place 1,0")
    assert not [spot for spot in spots(game) if " at " in spot]


def test_pairs_stop_at_the_choice_of_a_symbol() -> None:
    """Where a symbol has to be chosen, a pair is the placement alone; elsewhere ADD's spots are among the options."""
    game = table(BOX, ADD_TO_1_1, EXTRA_TO_1_1, "stand red meeple city at 0,0", f"red draw {MONASTERY}")
    flat = [int(number) for number in pairs(game.state)]
    listed = list(zip(flat[::2], flat[1::2], strict=True))
    assert len(set(listed)) == len(listed)
    asking = 0
    for place, option in listed:
        after = game.state.copy()
        play_pair(after, place, option)
        if after.rules.program[after.step].name == "activate":
            asking += 1
            assert option == PASS
    assert asking == 1
    state = opening(Setup(boxes=("anniversary",)).rules())
    play_pairs(state, Random(3))
    assert state.actor == NOBODY and state.bag_size == 0


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_games_come_to_their_end(kind: str) -> None:
    """Both kinds of bots play it, with every symbol."""
    game = Game(boxes=["anniversary"], players=3, seed=5)
    bot = bots.make(kind, 1)
    while not game.over and len(game.moves) < (1000 if kind == "random" else 60):
        game.play(bot.choose(game))
    assert told(game, "activated_add", "activated_anywhere", "activated_extra")
    assert game.if_ended_now == game.scores or not game.over
