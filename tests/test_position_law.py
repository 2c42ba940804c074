"""The law of positions: the table of any game between two turns, written as lines and laid again, is the same table."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from aude import Game, Setup, Unreadable
from aude.engine.rng import Random
from aude.engine.stack import tiles_in_stack
from aude.engine.state import State
from aude.game.notation import cell_of_slot
from aude.game.position import lay_position
from in_words import words_of as words_of_code
from sizes import sized
from strategies import SEEDS, setups

GAMES = sized(12, soak=200)
MAX_TURNS = 60
MOVES_ON = 40  # played in both games after the table was laid


def stopped(setup: Setup, seed: int, turns: int) -> tuple[Game, list[str]] | None:
    """A random game where its next turn begins after so many, and its lines; None if it is over before."""
    random = Random(seed)
    game = Game(setup, deal=False)
    placed = 0
    while not game.over:
        if placed >= turns:
            try:
                return game, game.position_lines()
            except Unreadable as error:
                assert "between two turns" in str(error)
        step = game.rules.program[game.state.step]
        placed += step.name == "place"
        code = int(step.sample(game.state, random))
        game._apply(str(game.actor), code, step.describe(game.state, code))
    return None


def features(state: State) -> set[tuple[object, ...]]:
    """Every feature by its kind, its tiles, its open ends, what occupies it, and who stands there with what."""
    rules = state.rules
    figures: dict[int, list[tuple[str, str]]] = {}
    for figure in range(rules.figures):
        at = state.figure_at[figure]
        if at >= 0:
            who = rules.seat_names[rules.figure_seat[figure]], rules.figure_kinds[rules.figure_kind[figure]].name
            figures.setdefault(int(state.root[at]), []).append(who)
    cells: dict[int, list[str]] = {}
    for node in range(state.nodes):
        cells.setdefault(int(state.root[node]), []).append(str(cell_of_slot(state, int(state.node_slot[node]))))
    return {
        (
            rules.kinds[state.kind_of(root)].name,
            tuple(sorted(where)),
            int(state.open_ends[root]),
            int(state.occupants[root]),
            tuple(sorted(figures.get(root, []))),
        )
        for root, where in cells.items()
    }


def words_of(game: Game) -> list[str]:
    """What the asked seat may do, in words."""
    return sorted(option.text for option in game.options)


def drawn(game: Game, tile: int) -> list[str]:
    """Who is asked what, once this tile has been drawn."""
    again = game.copy()
    state = again.state
    again.play(f"draw {again.rules.table.tiles[tile].id}")
    return [f"{again.actor} {again.step} {state.tile}", str(again.scores), *words_of(again)]


@settings(max_examples=GAMES)
@given(setups(), SEEDS, st.integers(min_value=0, max_value=MAX_TURNS))
def test_law_a_position_is_the_table_that_it_was_written_from(setup: Setup, seed: int, turns: int) -> None:
    """Scores now and at the end, features, figures, holdings, pieces and the options of every tile are the same."""
    found = stopped(setup, seed, turns)
    if found is None:
        return
    game, lines = found
    laid = Game(setup, deal=False)
    lay_position(laid, list(enumerate(lines, 1)))
    assert (laid.player, laid.actor, laid.step) == (game.player, game.actor, game.step)
    assert (laid.scores, laid.supply, laid.holdings) == (game.scores, game.supply, game.holdings)
    assert laid.tiles_left == game.tiles_left
    assert features(laid.state) == features(game.state)
    assert laid.if_ended_now == game.if_ended_now
    assert words_of(laid) == words_of(game)
    if game.step == "draw":
        for tile in tiles_in_stack(game.state):
            assert drawn(laid, int(tile)) == drawn(game, int(tile))
    assert laid.position_lines() == lines
    random = Random(seed)
    for _ in range(MOVES_ON):
        assert (laid.actor, laid.step) == (game.actor, game.step)
        assert words_of(laid) == words_of(game)
        if game.over:
            break
        step = game.rules.program[game.state.step]
        words = " ".join(words_of_code(game.state, int(step.sample(game.state, random))))
        if words not in words_of(game) and game.options[-1].low is None:  # one of several that are told apart by number
            words = words_of(game)[0]
        game.play(words)
        laid.play(words)
        assert laid.scores == game.scores
