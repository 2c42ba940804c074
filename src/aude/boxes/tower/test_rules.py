"""Towers: where they stand, how they grow, and who closes them."""

from __future__ import annotations

import pytest

from aude import Game, Setup
from aude.boxes.tower.conftest import BOX, CLOSING, FIELD, IDLE, SITE, TURN, closed, height_of, raised, with_box
from aude.catalog.texts import LANGUAGES
from aude.engine.choice import Choice
from aude.engine.refusal import Refused
from aude.engine.spots import slot_at
from aude.terminal.descriptions import describe, describe_cell
from aude.terminal.textboard import draw
from aude.testing import finish, offered, play, refusal, rule, scenario, table, told

SECOND = "lay tower/CFFC-cNW 0,2 turn 270"  # a second foundation
SEATS = ("red", "blue", "green", "yellow", "black", "pink")


# -- the box ----------------------------------------------------------------------------------------------------------
@rule("TOW-01", "SETUP-01")
@pytest.mark.parametrize(("players", "pieces"), [(2, 10), (3, 9), (4, 7), (5, 6), (6, 5)])
def test_pieces_by_the_number_of_players(players: int, pieces: int) -> None:
    options = {"sixth_player": "on"} if players == 6 else {}
    game = Game(Setup(boxes=("tower",), players=SEATS[:players], options=options), deal=False)
    assert [held["tower_piece"] for held in game.holdings.values()] == [pieces] * players


@rule("TOW-02")
@pytest.mark.parametrize("edition", ["current", "first"])
def test_eighteen_tiles_with_a_foundation(edition: str) -> None:
    setup = Setup(boxes=("tower",), options={"edition": edition})
    found = [(tile, count) for tile, count in setup.tile_list() if tile.set == "tower"]
    assert sum(count for _, count in found) == 18
    assert all(tile.symbols == ("tower_foundation",) for tile, _ in found)
    gardens = sum(count for tile, count in found if any(segment.kind == "garden" for segment in tile.segments))
    assert gardens == (2 if edition == "current" else 0)


# -- pieces -----------------------------------------------------------------------------------------------------------
@rule("TOW-02")
def test_without_a_foundation_there_is_nothing_to_build_on() -> None:
    game = play(table(BOX), f"draw {FIELD}", "place 0,1")
    assert offered(game, "tower", "close") == []


@rule("TOW-02", "R-TOW-17", "D-TOW-01", "TURN-07")
def test_a_piece_goes_on_any_foundation_in_play() -> None:
    """On the one just laid, and on those laid before, wherever they are."""
    game = play(table(BOX), "draw tower/FFFF-monastery", "place 0,1")
    assert offered(game, "tower", "close") == ["tower 0,1"]
    play(game, "pass", "draw tower/CFFC-cNW", "place 0,2 turn 270")
    assert offered(game, "tower", "close") == ["tower 0,1", "tower 0,2"]
    play(game, "tower 0,1")
    assert (height_of(game), height_of(game, "0,2")) == (1, 0)
    assert told(game, "tower_built") == ["blue tower_built tower/FFFF-monastery 0,1 0 1"]


@rule("TOW-02", "R-TOW-25")
def test_everybody_builds_on_every_tower() -> None:
    """Red begins it, Blue goes on; each pays with an own piece, which does not come back."""
    game = play(table(BOX, SITE), *TURN, "tower 0,1", f"draw {FIELD}", "place 0,3", "tower 0,1")
    assert height_of(game) == 2
    assert [held["tower_piece"] for held in game.holdings.values()] == [9, 9]
    play(game, f"draw {FIELD}", "place 0,4", "tower 0,1")
    assert height_of(game) == 3 and game.holdings["red"]["tower_piece"] == 8


@rule("TOW-01", "TOW-02", "TOW-03")
def test_without_pieces_towers_can_only_be_closed() -> None:
    game = raised(table(BOX, SITE, "hold red tower_piece 0"), 1)
    play(game, *TURN)
    assert offered(game, "tower", "close") == ["close meeple 0,1"]
    assert refusal(game, "tower 0,1")[0] == "BASE-11"  # no piece anywhere: it is not the time for this verb


@rule("TOW-05")
@pytest.mark.parametrize("action", ["tower 0,1", "close meeple 0,1"])
def test_who_builds_or_closes_places_nobody(action: str) -> None:
    """Blue's turn follows; Red's monastery of this turn stays empty."""
    game = play(raised(table(BOX, SITE), 1), *TURN)
    assert "deploy meeple monastery" in offered(game)
    play(game, action)
    assert (game.player, game.step) == ("blue", "draw") and told(game, "deployed") == []


# -- closing ----------------------------------------------------------------------------------------------------------
@rule("TOW-03", "R-TOW-09", "D-TOW-01")
def test_a_tower_is_closed_by_a_follower_on_top() -> None:
    """The one with a piece, not the bare foundation beside it; the follower comes from the supply."""
    game = play(raised(table(BOX, SITE, SECOND), 1), f"draw {FIELD}", "place 1,1")
    assert offered(game, "close") == ["close meeple 0,1"]
    assert refusal(game, "close meeple 0,2") == ("R-TOW-09", "tower_unbuilt")
    play(game, "close meeple 0,1")
    assert told(game, "tower_closed") == ["red tower_closed meeple tower/FFFF-monastery 0,1 0"]
    assert game.supply["red"] == {"meeple": 6} and game.player == "blue"


@rule("TOW-04")
def test_nothing_is_added_to_a_closed_tower() -> None:
    """Neither a piece nor a second follower, by nobody; the other tower is open."""
    game = closed(raised(raised(table(BOX, SITE, SECOND), 2), 1, "0,2"), "blue")
    play(game, f"draw {FIELD}", "place 1,1")
    assert offered(game, "tower", "close") == ["tower 0,2", "close meeple 0,2"]
    assert refusal(game, "tower 0,1") == ("TOW-04", "tower_is_closed")
    assert refusal(game, "close meeple 0,1") == ("TOW-04", "tower_is_closed")


@rule("TOW-13", "SC-01", "SC-11", "R-TOW-10")
def test_a_follower_on_a_tower_counts_nowhere() -> None:
    """Red stands on the tower in Blue's city: the knight scores alone, in the forecast as at the end."""
    game = table(BOX, "lay tower/CCRC-cNEW 0,-1 turn 180", "stand blue meeple city at 0,0")
    closed(raised(game, 1, "0,-1"), "red", "0,-1")
    assert game.if_ended_now == {"red": 0, "blue": 2}
    finish(game, FIELD, "0,1")
    assert game.over and game.scores == {"red": 0, "blue": 2}
    assert [event.line() for event in game.forecast()] == []


@rule("TOW-13")
def test_a_follower_on_a_tower_keeps_nobody_from_its_tile() -> None:
    """Its monastery is free for whoever lays the tile: the top belongs to no feature."""
    game = play(table(BOX), "draw tower/FFFF-monastery", "place 0,1")
    closed(raised(game, 1), "blue")
    assert "deploy meeple monastery" in offered(game)


@rule("R-TOW-10", "R-TOW-14")
def test_at_the_end_guards_bring_nothing_and_go_home() -> None:
    game = closed(raised(table(BOX, SITE), 2), "red")
    finish(game, FIELD, "0,2")
    assert game.over and game.scores == {"red": 0, "blue": 0} and game.supply["red"] == {"meeple": 7}


@rule("R-TOW-10")
def test_no_scoring_brings_a_guard_back() -> None:
    """The monastery below the tower and the city beside it are scored; the guard stays."""
    game = table(BOX, "lay tower/CRFR-rEW 1,0 turn 0", "stand red meeple city at 0,0")
    closed(raised(game, 1, "1,0"), "red", "1,0")
    play(game, *CLOSING, "pass")
    assert game.scores["red"] == 4 and game.supply["red"] == {"meeple": 6}


@rule("R-TOW-20")
def test_a_tower_whose_guard_has_gone_is_open_again() -> None:
    """Blue's guard is captured from the tower beside it: there Red's next piece makes it three high."""
    game = closed(raised(raised(table(BOX, SITE, SECOND), 2, "0,2"), 0), "blue", "0,2")
    play(game, f"draw {FIELD}", "place 1,1", "tower 0,1", "capture blue meeple tower at 0,2")
    play(game, f"draw {FIELD}", "place 1,2")
    assert offered(game, "tower") == ["tower 0,1", "tower 0,2"]
    play(game, "tower 0,2")
    assert height_of(game, "0,2") == 3


@rule("TOW-02", "TOW-03", "R-TOW-08")
@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("tower 0,0", ("TOW-02", "tower_absent")),
        ("tower 5,5", ("TOW-02", "tower_absent")),
        ("tower x", ("TOW-02", "tower_absent")),
        ("tower 0,1 now", ("BASE-15", "not_offered")),
        ("close meeple 0,0", ("TOW-03", "tower_absent")),
        ("close abbot 0,1", ("R-TOW-08", "guard_unfit")),
        ("close builder 0,1", ("R-TOW-08", "guard_unfit")),
        ("close large_follower 0,1", ("BASE-20", "supply_empty")),
    ],
)
def test_refusals(action: str, expected: tuple[str, str]) -> None:
    game = raised(table(with_box("abbot", "traders_and_builders"), SITE, SECOND), 1)
    play(raised(game, 1, "0,2"), f"draw {FIELD}", "place 1,1")
    assert refusal(game, action) == expected


@rule("TOW-01")
def test_a_piece_is_refused_when_they_are_used_up() -> None:
    """The box says why, though no option of the turn is a tower."""
    game = play(raised(table(BOX, SITE, "hold red tower_piece 0"), 1), *TURN)
    step = game.rules.program[game.state.step]
    with pytest.raises(Refused) as refused:
        step.refuse(game.state, Choice("tower", [slot_at(game.state, 0, 1)]))
    assert (refused.value.rule, refused.value.key) == ("TOW-01", "pieces_used_up")


@rule("R-TOW-29")
def test_pieces_can_be_counted_out_by_hand() -> None:
    """No more than a player has, and no prisoners; foundations that are laid by hand are found."""
    game = table(BOX, "hold red tower_piece 3", "hold blue prisoner 0", SITE)
    assert game.holdings == {"red": {"tower_piece": 3, "prisoner": 0}, "blue": {"tower_piece": 10, "prisoner": 0}}
    assert play(game, *TURN).options[-1].text == "tower 0,1" and height_of(game) == 0
    for line, complaint in (("tower_piece 11", "cannot hold 11"), ("prisoner 1", "cannot hold 1")):
        with pytest.raises(ValueError, match=complaint):
            table(BOX, f"hold red {line}")


# -- what people see --------------------------------------------------------------------------------------------------
@rule("TOW-02", "TOW-03")
def test_the_table_shows_towers_and_guards() -> None:
    """How high, and who stands on top: in the drawing as in sentences."""
    game = closed(raised(raised(table(BOX, SITE, SECOND), 1, "0,2"), 3), "blue")
    drawing = draw(game)
    assert "3t*" in drawing and "k2" in drawing and "t* tower piece" in drawing and "k1 tower guard" in drawing
    said = describe(game, game.texts())
    assert "3 tower pieces on the tile at 0,1." in said and "Tower piece on the tile at 0,2." in said
    assert "Tower guard of blue on the tile at 0,1." in said
    assert "tower foundation" in describe_cell(game, (0, 1), game.texts())
    for language in LANGUAGES:
        assert "{" not in describe(game, game.texts(language))


@rule("TOW-02", "TOW-05")
def test_a_tower_from_the_first_piece_to_its_guard() -> None:
    """As a record tells it, and read back from its own text."""
    game = scenario("from_foundation_to_guard")
    assert height_of(game) == 2 and game.holdings["red"]["tower_piece"] == 9
    assert Game.read(game.record) == game


@rule("R-TOW-19")
def test_idle_turns_leave_towers_alone() -> None:
    game = play(raised(table(BOX, SITE), 2), *IDLE)
    assert height_of(game) == 2 and game.player == "blue"


@rule("TOW-04")
def test_towers_of_several_copies_of_the_tiles_are_told_apart() -> None:
    """Among more than forty foundations one can build on those without a guard, and on no other."""
    game = Game(Setup(boxes=("tower",), tiles={"tower": 4}, options={"ransom_timing": "own_turn"}), seed=3)
    seen = 0
    while not game.over:
        board, options = game.board, list(game.options)
        sites = [tile.cell for tile in board.tiles if "tower_foundation" in tile.symbols]
        verbs = [option.action.verb for option in options]
        if game.step == "deploy" and game.holdings[str(game.actor)]["tower_piece"]:
            guarded = {token.cell for token in board.tokens if token.name.endswith("tower_guard")}
            offered_at = {option.action.cell for option in options if option.action.verb == "tower"}
            assert offered_at == {*sites} - guarded
            seen += len(guarded) > 0 and any(sites.index(cell) > 40 for cell in guarded)
        late = len(sites) > 44  # by then there are pieces left, and the newest sites have high numbers
        wanted = next((verb for verb in ("close", "tower") if late and verb in verbs), "pass")
        chosen = [option for option, verb in zip(options, verbs, strict=True) if verb == wanted] or options
        game.play(chosen[-1])
    assert seen > 3
