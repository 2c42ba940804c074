"""Games in numbers: each option has one of its own, observations show the table, and nobody sees the dealer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

import graph_picture
from aude import Game, Illegal, Setup, Spot, bots
from aude.board import Board
from aude.catalog.boxes import expansions
from aude.engine.rng import Random
from aude.env.many import ManyGames
from aude.env.numbers import Numbers, leads, outcome
from aude.game.options import Option
from make_research import GRAPH, PICTURE, SPACES, picture, spaces
from sizes import sized
from strategies import SEEDS, setups

GAMES = sized(6, soak=200)
EVERYTHING = Setup(boxes=expansions("carcassonne"))
CITY = Setup("the_city")


def one_by_one(game: Game) -> list[Option]:
    """Everything that may be chosen, the numbers of ranges each for itself."""
    found: list[Option] = []
    for option in game.options:
        if option.low is None or option.high is None:
            found.append(option)
        else:
            found += [option.at(number) for number in range(option.low, option.high + 1)]
    return found


def random_games(setup: Setup, seed: int) -> Game:
    """A game that nobody has watched: what would be seen on the table is drawn."""
    game = Game(setup, seed=seed)
    game.observes = False
    return game


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_the_mask_is_the_options(setup: Setup, seed: int) -> None:
    """As many numbers as options, no two alike, all in the mask, and each leads back to its option."""
    game = random_games(setup, seed)
    numbers = Numbers(setup)
    random = Random(seed)
    moves = 0
    while not game.over:
        offered = numbers.offered(game)
        options = one_by_one(game)
        assert sorted(numbers._listing.codes) == sorted(option.code for option in options)
        assert len(set(offered)) == len(offered) and min(offered) >= 0 and max(offered) < numbers.actions
        chosen = offered[int(random.below(len(offered)))]
        if moves % 10 == 0:
            mask = numbers.mask(game)
            assert np.flatnonzero(mask).tolist() == sorted(offered)
            option = numbers.option(game, chosen)
            assert option in options and numbers.number(game, option) == chosen
        game.play(numbers.option(game, chosen))
        moves += 1
    assert numbers.offered(game) == [] and not numbers.mask(game).any()


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_numbers_say_where(setup: Setup, seed: int) -> None:
    """A number in a layer of squares says the cell: of placements with the rotation, of others, what they name."""
    game = random_games(setup, seed)
    numbers = Numbers(setup)
    bot = bots.make("random", seed)
    width = 2 * numbers.radius + 1
    while not game.over:
        for option in list(game.options)[:6]:
            if option.low is not None:
                continue
            number = numbers.number(game, option)
            form, facts = option.choice.form, option.action.facts
            names = [block for block, among in numbers.blocks.items() if number in among]
            assert len(names) == 1
            at = number - numbers.blocks[names[0]].start
            if names[0] == "any place" or list(facts) == ["cell", "rotation"]:
                row, column = at % width**2 // width, at % width
                cells = [fact for fact in facts.values() if isinstance(fact, tuple)]
                cell = next(fact.cell if isinstance(fact, Spot) else fact for fact in cells)
                if names[0] != "any other":
                    assert cell == (column - numbers.radius, row - numbers.radius)
            if names[0] == form and "rotation" in facts:
                assert at // width**2 * 90 == facts["rotation"]
            if names[0] == "deploy":
                kind = [kind.name for kind in game.rules.figure_kinds].index(str(facts["figure"]))
                assert at == kind * 16 + option.segment  # type: ignore[operator]
        game.play(bot.choose(game))


def test_numbers_stay_the_same_from_version_to_version() -> None:
    """If this fails, learners that were trained before are lost: VERSION in aude.learn.space has to rise."""
    assert SPACES.read_text(encoding="utf-8") == spaces()


def test_the_picture_of_the_planes_is_up_to_date() -> None:
    """`python tools/make_research.py` draws it; it has a panel for each plane."""
    drawn = PICTURE.read_text(encoding="utf-8")
    assert drawn == picture()
    assert drawn.count('<text class="plane"') == len(Numbers(Setup()).plane_names)


def test_the_picture_of_the_graph_is_up_to_date() -> None:
    """`python tools/make_research.py` draws it: every row of a table that has a place is written there."""
    drawn = GRAPH.read_text(encoding="utf-8")
    assert drawn == graph_picture.picture()
    game = graph_picture.shown_game()
    graph = Numbers(game.setup).graph(game, graph_picture.SEAT)
    marks = {"tiles": 'class="tag"', "cells": 'class="cell"', "ends": 'class="end"', "borders": 'class="beside"'}
    legend = {"tiles": 1, "cells": 0, "ends": 1, "borders": 1}
    assert {name: drawn.count(mark) - legend[name] for name, mark in marks.items()} == {
        name: len(graph[name]) for name in marks
    }
    assert drawn.count('r="7.5"') - 1 == len(graph["segments"])


def test_numbers_do_not_depend_on_the_seats_or_on_what_happens() -> None:
    two, six = Numbers(Setup()), Numbers(Setup(players=("a", "b", "c", "d", "e", "f"), options={"sixth_player": "on"}))
    assert two.blocks == six.blocks and two.actions == six.actions


def test_what_lies_far_away_has_a_number_too() -> None:
    """A square of three by three cells, and a road that leaves it."""
    game = Game(deal=False, first_player="seat1")
    numbers = Numbers(game.setup, radius=1)
    for x in range(1, 4):
        for action in ("draw base/FRFR-rEW", f"place {x},0 turn 0", "pass"):
            game.play(action)
    game.play("draw base/FRFR-rEW")
    rest = numbers.blocks["any other"]
    offered = numbers.offered(game)
    assert len(offered) == len(game.options) == len(set(offered)) and sum(number in rest for number in offered) > 1
    assert all(numbers.option(game, number) in game.options for number in offered)
    assert numbers.planes(game, "red").shape == (3, 3, len(numbers.plane_names))


def test_a_number_that_is_not_offered_is_refused() -> None:
    game = Game(seed=1)
    numbers = Numbers(game.setup)
    free = int(np.flatnonzero(numbers.mask(game) == 0)[0])
    for wrong in (free, -1, numbers.actions, 1 << 70):
        with pytest.raises(Illegal, match="no option has this number now"):
            numbers.option(game, wrong)


# -- planes, facts, graph ---------------------------------------------------------------------------------------------
@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_planes_and_graph_show_the_board(setup: Setup, seed: int) -> None:
    """What they say is what people see on the board: tiles, kinds at sides, figures, tokens, majorities, points."""
    game = random_games(setup, seed)
    numbers = Numbers(setup)
    bot = bots.make("random", seed)
    moves = 0
    while not game.over:
        if moves % 60 == 7:
            seat = game.seats[moves % len(game.seats)]
            check_planes(game, numbers, seat)
            check_graph(game, numbers, seat)
        game.play(bot.choose(game))
        moves += 1


def check_planes(game: Game, numbers: Numbers, seat: str) -> None:
    board: Board = game.board
    planes = numbers.planes(game, seat)
    name = {plane: number for number, plane in enumerate(numbers.plane_names)}
    radius = numbers.radius

    def there(x: int, y: int) -> bool:
        return abs(x) <= radius and abs(y) <= radius

    def at(x: int, y: int, plane: str) -> int:
        return int(planes[y + radius, x + radius, name[plane]])

    inside = [tile for tile in board.tiles if there(*tile.cell)]
    assert planes[:, :, name["tile"]].sum() == len(inside)
    assert planes[:, :, name["newest"]].sum() <= 1
    for tile in inside:
        assert at(*tile.cell, "tile") == 1 and at(*tile.cell, "free") == 0
        for segment in tile.segments:
            for port in segment.ports:
                side = {"N": "north", "E": "east", "S": "south", "W": "west"}[port[0]]
                assert at(*tile.cell, f"{side} {segment.kind}") == 1
            if not segment.ports and segment.printed is not None:
                assert at(*tile.cell, f"inside {segment.kind}") > 0
    for feature in board.features:
        weights = dict(feature.weights)
        mine = weights.pop(seat, 0)
        for spot in feature.spots:
            segment = board.tile_at(spot.cell).segment_at(spot)  # type: ignore[union-attr]
            for port in segment.ports:
                if there(*spot.cell):
                    assert at(*spot.cell, f"mine {port}") == min(mine, 255)
                    assert at(*spot.cell, f"theirs {port}") == max(weights.values(), default=0)
                    is_open = not feature.closed and not feature.scored
                    assert at(*spot.cell, f"open {port}") == is_open
                    assert at(*spot.cell, f"worth {port}") == (max(0, feature.value.points) if is_open else 0)
    order = game.seats[game.seats.index(seat) :] + game.seats[: game.seats.index(seat)]
    for number, other in enumerate(order):
        cells = [figure.cell for figure in board.figures if figure.seat == other and figure.cell is not None]
        assert planes[:, :, name[f"figures {number}"]].sum() == sum(there(*cell) for cell in cells)
    for token in board.tokens:
        if there(*token.cell):
            assert at(*token.cell, f"token {token.name}") > 0
    shown = sum(int(planes[:, :, number].sum()) for plane, number in name.items() if plane.startswith("token "))
    assert shown == sum(there(*token.cell) for token in board.tokens)


def check_graph(game: Game, numbers: Numbers, seat: str) -> None:
    graph = numbers.graph(game, seat)
    board: Board = game.board
    kinds = [kind.name for kind in game.rules.kinds]
    order = game.seats[game.seats.index(seat) :] + game.seats[: game.seats.index(seat)]
    told = sorted(
        (
            feature.kind, len(feature.cells), int(feature.complete), feature.value.points,
            tuple(dict(feature.weights).get(other, 0) for other in order),
        )
        for feature in board.features
    )  # fmt: skip
    rows = graph["features"].tolist()
    assert told == sorted((kinds[row[0]], row[1], row[3], row[4], tuple(row[6:])) for row in rows)
    assert [(row[2], row[3]) for row in graph["tiles"].tolist()] == [tile.cell for tile in board.tiles]
    assert len(graph["segments"]) == sum(len(tile.segments) for tile in board.tiles)
    ends = {(int(feature), tuple(graph["cells"][cell][:2])) for feature, cell, _ in graph["ends"]}
    assert {cell for _, cell in ends} <= {(int(x), int(y)) for x, y in graph["cells"][:, :2]}
    places = {tuple(spot) for spot in graph["segments"][:, :2].tolist()}
    for number, form, cell, tile, feature, *_ in graph["options"].tolist():
        option = numbers.option(game, number)
        assert numbers.forms[form] == option.choice.form
        if cell >= 0:
            assert tuple(graph["cells"][cell][:2]) == option.action.facts["cell"]
        if feature >= 0:
            assert (tile, feature) in places
    assert len(graph["options"]) == len(numbers.offered(game))


def test_an_end_of_a_feature_leads_to_the_cell_in_front_of_it() -> None:
    game = Game(deal=False, first_player="seat1")
    numbers = Numbers(game.setup)
    graph = numbers.graph(game, "red")
    cells = graph["cells"][:, :2].tolist()
    kinds = [kind.name for kind in game.rules.kinds]
    ends = sorted((kinds[graph["features"][feature][0]], tuple(cells[cell])) for feature, cell, _ in graph["ends"])
    assert ends == sorted(
        [("city", (0, -1)), ("road", (1, 0)), ("road", (-1, 0))]
        + [("field", cell) for cell in ((1, 0), (1, 0), (-1, 0), (-1, 0), (0, 1))]
    )


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_facts_are_those_of_the_game(setup: Setup, seed: int) -> None:
    game = random_games(setup, seed)
    numbers = Numbers(setup)
    bot = bots.make("random", seed)
    moves = 0
    while not game.over:
        if moves % 40 == 3:
            seat = game.seats[moves % len(game.seats)]
            order = game.seats[game.seats.index(seat) :] + game.seats[: game.seats.index(seat)]
            facts = dict(zip(numbers.fact_names, numbers.facts(game, seat).tolist(), strict=True))
            for number, other in enumerate(order):
                assert facts[f"points {number}"] == game.scores[other]
                assert facts[f"points now {number}"] == game.if_ended_now[other]
                assert facts[f"turn {number}"] == (other == game.player)
                assert facts[f"asked {number}"] == (other == game.actor)
                for kind, count in game.supply[other].items():
                    assert facts[f"supply {number} {kind}"] == count
                for held, count in game.holdings[other].items():
                    assert facts[f"holds {number} {held}"] == count
            assert facts[f"question {game.step}"] == 1
            assert {tile: facts[f"left {tile}"] for tile in game.tiles_left} == game.tiles_left
            assert sum(facts[name] for name in facts if name.startswith("hand ")) == (game.tile is not None)
            assert [facts[name] for name in facts if name.startswith("stack ") and facts[name]] == game.stacks
        game.play(bot.choose(game))
        moves += 1


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_sums_are_those_of_the_features_that_may_still_bring_points(setup: Setup, seed: int) -> None:
    game = random_games(setup, seed)
    numbers = Numbers(setup)
    bot = bots.make("random", seed)
    moves = 0
    while not game.over:
        if moves % 60 == 9:
            seat = game.seats[moves % len(game.seats)]
            sums = dict(zip(numbers.sum_names, numbers.sums(game, seat).tolist(), strict=True))
            assert {name: count for name, count in sums.items() if count} == sums_of(game, seat)
        game.play(bot.choose(game))
        moves += 1


def sums_of(game: Game, seat: str) -> dict[str, int]:
    """What the sums are if they are taken from the board; those that are 0 are left out."""
    order = game.seats[game.seats.index(seat) :] + game.seats[: game.seats.index(seat)]
    found: dict[str, int] = {}
    for feature in game.board.features:
        if feature.closed or feature.scored:
            continue
        ends = len(feature.open_ends) + feature.other_ends
        what = {"count": 1, "worth": feature.value.points}
        if feature.completes:
            what["worth complete"] = feature.value_when_complete.points  # type: ignore[union-attr]
        else:
            what["open"] = ends
        for who in [str(order.index(owner)) for owner in feature.owners] or ["nobody"]:
            group = f"{feature.kind} {who}"
            if feature.completes:
                group += f" open {'4+' if ends > 3 else ends}"
            for name, amount in what.items():
                found[f"{group} {name}"] = found.get(f"{group} {name}", 0) + amount
    return {name: amount for name, amount in found.items() if amount}


# -- looking ahead ----------------------------------------------------------------------------------------------------
def ways(game: Game, numbers: Numbers, seat: str, depth: int) -> list[list[int]]:
    """Facts and sums at the end of every way, found by playing them in copies."""
    rows: list[list[int]] = []
    for number in numbers.offered(game):
        after = game.copy()
        after.play(numbers.option(after, number))
        if depth > 1 and after.actor == seat and after.player == game.player:
            rows += ways(after, numbers, seat, depth - 1)
        else:
            rows.append([*numbers.facts(after, seat), *numbers.sums(after, seat)])
    return rows


@pytest.mark.parametrize(
    ("setup", "depth"),
    [
        (Setup(), 1),
        (Setup(), 2),
        (Setup(), 9),
        (Setup(players=("red", "blue", "green"), boxes=("inns_and_cathedrals", "traders_and_builders", "abbot")), 3),
        (CITY, 2),
    ],
    ids=["one decision", "two", "to the end", "boxes", "city"],
)
def test_what_lies_ahead_is_what_comes_of_playing_it(setup: Setup, depth: int) -> None:
    game = random_games(setup, 11)
    numbers = Numbers(setup)
    bot = bots.make("random", 1)
    looked = 0
    while not game.over:
        if len(game.moves) % 37 in (5, 6):
            seat = str(game.actor)
            before = game.fingerprint()
            ahead = numbers.ahead(game, depth)
            assert np.hstack([ahead.facts, ahead.sums]).tolist() == ways(game, numbers, seat, depth)
            assert list(dict.fromkeys(ahead.action.tolist())) == numbers.offered(game)
            assert not ahead.game.any() and game.fingerprint() == before
            looked += 1
        game.play(bot.choose(game))
    assert looked > 3
    assert [len(rows) for rows in numbers.ahead(game)] == [0, 0, 0, 0]


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_one_decision_ahead_is_every_option(setup: Setup, seed: int) -> None:
    game = random_games(setup, seed)
    numbers = Numbers(setup)
    bot = bots.make("random", seed)
    while not game.over:
        if len(game.moves) % 50 == 7:
            seat = str(game.actor)
            ahead = numbers.ahead(game, 1)
            assert ahead.action.tolist() == numbers.offered(game)
            at = int(ahead.facts.sum()) % len(ahead.action)
            after = game.copy()
            after.play(numbers.option(after, int(ahead.action[at])))
            assert (ahead.facts[at] == numbers.facts(after, seat)).all()
            assert (ahead.sums[at] == numbers.sums(after, seat)).all()
        game.play(bot.choose(game))


def test_many_games_look_ahead_in_one_call() -> None:
    games = ManyGames(3, boxes=["river"], seed=5, planes=False, facts=False)
    alone = [random_games(games.numbers.setup, 5 + at) for at in range(3)]
    for _ in range(40):
        actions = games.random()
        for at, game in enumerate(alone):
            game.play(games.numbers.option(game, int(actions[at])))
        games.step(actions)
    ahead = games.ahead()
    for at, game in enumerate(alone):
        _, *expected = games.numbers.ahead(game)
        rows = ahead.game == at
        assert all((found[rows] == want).all() for found, want in zip(ahead[1:], expected, strict=True))
    with pytest.raises(ValueError, match="a look ahead takes at least one decision, not 0"):
        games.ahead(0)


@pytest.mark.parametrize("setup", [Setup(), EVERYTHING, CITY], ids=["base", "everything", "city"])
def test_nobody_sees_what_the_dealer_will_draw(setup: Setup) -> None:
    """Games that are dealt differently from here on look the same."""
    game = random_games(setup, 5)
    numbers = Numbers(setup)
    bot = bots.make("random", 1)
    for _ in range(60):
        game.play(bot.choose(game))
    worlds = [game.copy(dealer=True), game.copy(), *[game.determinize(seed) for seed in range(3)]]
    for seat in game.seats:
        for world in worlds:
            assert (numbers.planes(world, seat) == numbers.planes(game, seat)).all()
            assert (numbers.facts(world, seat) == numbers.facts(game, seat)).all()
            assert (numbers.sums(world, seat) == numbers.sums(game, seat)).all()
            graph = numbers.graph(game, seat)
            assert all((rows == graph[table]).all() for table, rows in numbers.graph(world, seat).items())
    for world in worlds:
        for _ in range(9):
            world.play(world.options[0])
    assert len({world.fingerprint() for world in worlds if world.is_dealt}) > 1


def test_arrays_that_are_given_are_filled() -> None:
    game = Game(seed=3)
    numbers = Numbers(game.setup)
    planes = np.full(numbers.shape, 9.0, np.float32)
    facts = np.full(len(numbers.fact_names), 9, np.int64)
    mask = np.full(numbers.actions, 9, np.int8)
    assert numbers.planes(game, "red", planes) is planes and (planes == numbers.planes(game, "red")).all()
    assert numbers.facts(game, "red", facts) is facts and (facts == numbers.facts(game, "red")).all()
    sums = np.full(len(numbers.sum_names), 9, np.int64)
    assert numbers.sums(game, "red", sums) is sums and (sums == numbers.sums(game, "red")).all()
    assert numbers.mask(game, mask) is mask and set(mask.tolist()) == {0, 1}


# -- rewards, and many games ------------------------------------------------------------------------------------------
def test_rewards_add_up_to_nothing() -> None:
    assert leads([10, 4]) == [6, -6] and leads([9, 6, 0]) == [6, 1.5, -7.5]
    assert outcome([10, 4]) == [1, -1] and outcome([4, 4]) == [0, 0]
    assert outcome([9, 6, 0]) == [2, -1, -1] and outcome([9, 9, 0]) == [0.5, 0.5, -1]


@pytest.mark.parametrize("setup", [Setup(), EVERYTHING, CITY], ids=["base", "everything", "city"])
def test_many_games_are_the_games_of_their_seeds(setup: Setup) -> None:
    """Step by step: the same questions, masks, observations and rewards as in games that are played one by one."""
    count = 3
    games = ManyGames(count, setup, seed=40)
    numbers = games.numbers
    alone = [random_games(setup, 40 + number) for number in range(count)]
    finished = 0
    for number in range(400):
        if number % 20 == 0:
            for at, game in enumerate(alone):
                seat = str(game.actor)
                assert game.seats[games.actor[at]] == seat
                assert (games.mask[at] == numbers.mask(game)).all()
                assert (games.planes[at] == numbers.planes(game, seat)).all()
                assert (games.facts[at] == numbers.facts(game, seat)).all()
        actions = games.random()
        for at, game in enumerate(alone):
            game.play(numbers.option(game, int(actions[at])))
        games.step(actions)
        for at, game in enumerate(alone):
            assert bool(games.over[at]) == game.over and games.points[at].tolist() == list(game.scores.values())
            if game.over:
                finished += 1
                alone[at] = random_games(setup, int(game.seed or 0) + count)
    assert games.finished == finished and (finished > 0 or setup is EVERYTHING)


def test_rewards_of_many_games_add_up_to_what_the_game_is_worth() -> None:
    for reward, worth in (("lead", leads), ("result", outcome)):
        games = ManyGames(4, players=3, seed=1, reward=reward, planes=False, facts=False)
        sums = np.zeros((4, 3))
        while games.finished < 6:
            games.step(games.greedy())
            sums += games.rewards
            for at in np.flatnonzero(games.over):
                assert sums[at] == pytest.approx(worth(games.points[at].tolist()))
                sums[at] = 0
        for what in ("planes", "facts"):
            with pytest.raises(ValueError, match=f"these games were made without {what}"):
                getattr(games, what)


def test_many_games_are_repeatable_and_refuse_what_is_not_offered() -> None:
    one, other = ManyGames(5, seed=9), ManyGames(5, seed=9)
    for _ in range(50):
        actions = one.random()
        assert (actions == other.random()).all()
        one.step(actions)
        other.step(actions)
    assert (one.planes == other.planes).all() and (one.mask == other.mask).all()
    before = one.planes.copy(), one.mask.copy()
    wrong = one.random().copy()
    wrong[3] = int(np.flatnonzero(one.mask[3] == 0)[0])
    with pytest.raises(ValueError, match=f"game 3: {wrong[3]} is not offered"):
        one.step(wrong)
    with pytest.raises(ValueError, match="5 numbers of 64 bits are needed"):
        one.step(wrong[:2])
    assert (one.planes == before[0]).all() and (one.mask == before[1]).all()


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(ValueError, match="a reward is one of lead, result, not 'glory'"):
        ManyGames(1, reward="glory")
