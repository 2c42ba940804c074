"""The arena: the same decks for everybody, results that do not depend on processes, and bots that fail."""

from __future__ import annotations

import json
import multiprocessing
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from aude import Game, Setup
from aude.arena import Contest, Plan
from aude.arena.chance import Dealer
from aude.arena.plan import Fixture
from aude.arena.playing import FORFEIT, Played
from aude.arena.results import ranks
from aude.arena.workers import Worker
from aude.bots import make
from aude.game.seeds import seed_of

DRAW = re.compile(r"draw (\S+)")
MIX = ("river", "inns_and_cathedrals", "traders_and_builders", "tower", "wheel_of_fortune", "catapult")
PUT_BACK = ("princess_and_dragon", "bridges_castles_and_bazaars")
FEW_TILES = ("base/CFFF", "base/FRRR", "base/FFRR-rSW", "base/FRFR-rEW") * 3


def played(plan: Plan, processes: int = 1) -> Contest:
    contest = Contest(plan)
    contest.run(processes)
    return contest


def written(folder: Path, name: str, body: str) -> str:
    """A bot in a file; what it does before it answers is the body of a function."""
    file = folder / name
    file.write_text(f"import os, sys, time\ndef choose(game):\n    {body}\n    return game.options[0]\n")
    return str(file)


# -- chance -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("boxes", [(), MIX], ids=["base game", "six boxes"])
def test_both_seatings_meet_the_same_tiles_and_the_same_first_player(boxes: tuple[str, ...]) -> None:
    """Also where shots and other chance are drawn in between; the river comes first."""
    contest = played(Plan(("random", "greedy"), 4, Setup(boxes=boxes), seed=5, records=True))
    games = contest.results.games
    drawn = [DRAW.findall(game.played.record) for game in games]
    starts = [re.findall(r"start (red|blue)", game.played.record) for game in games]
    assert len(games) == 4 and len(drawn[0]) >= 71
    assert drawn[0] == drawn[1] and drawn[2] == drawn[3] and drawn[0] != drawn[2]
    assert starts[0] == starts[1] and len(starts[0]) == 1 and starts[2] == starts[3]
    assert games[0].played.points != games[1].played.points  # they are not the same games
    if boxes:
        shots = [game.played.record.count("   wobble ") for game in games]  # they are drawn by chance
        assert all(name.startswith("river/") for name in drawn[0][:11]) and shots[0] != shots[1]
    for game in games:
        assert Game.read(game.played.record).scores == dict(zip(("red", "blue"), game.played.points, strict=True))


def test_every_tile_is_as_likely_as_its_copies() -> None:
    """The first tile of 3000 decks: within four standard deviations of what is expected, for every tile."""
    many = 3000
    table = Game(deal=False, first_player="seat1")
    expected = {tile: copies / sum(table.tiles_left.values()) for tile, copies in table.tiles_left.items()}
    found: Counter[str | None] = Counter()
    for number in range(many):
        game = table.copy()
        Dealer(seed_of(1, number)).answer(game)
        found[game.tile] += 1
    assert set(found) == set(expected)
    for tile, share in expected.items():
        assert abs(found[tile] - many * share) < 4 * (many * share * (1 - share)) ** 0.5


def test_tiles_that_rules_put_back_are_drawn_again() -> None:
    """The dragon's tiles are shuffled in later, bazaars put theirs back: the deck is played to its end all the same."""
    contest = played(Plan(("random", "random"), 8, Setup(boxes=PUT_BACK), records=True))
    records = [game.played.record for game in contest.results.games]
    assert all(game.played.forfeit is None for game in contest.results.games)
    again = [Game.read(text) for text in records]
    assert all(game.over and not game.tiles_left for game in again)
    events = Counter(event.name for game in again for event in game.events)
    assert events["set_aside"] > 0 and events["shuffled_in"] > 0


# -- the plan ---------------------------------------------------------------------------------------------------------
def seatings(bots: int, seats: int, deck: int = 0) -> list[tuple[int, ...]]:
    setup = Setup(players=("red", "blue", "green", "yellow")[:seats])
    plan = Plan(("random",) * bots, 100, setup)
    first = deck * len(plan.groups)
    return [fixture.seating for heat in range(first, first + len(plan.groups)) for fixture in plan.heat(heat)]


def test_who_sits_where() -> None:
    assert seatings(2, 2) == [(0, 1), (1, 0)]
    assert seatings(3, 2) == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert seatings(2, 4) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert seatings(3, 3) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert seatings(3, 3, deck=1) == [(0, 2, 1), (2, 1, 0), (1, 0, 2)]  # who follows whom changes
    assert len(seatings(4, 3)) == 4 * 3  # every three of four


@pytest.mark.parametrize(("bots", "seats"), [(2, 4), (3, 4), (4, 4), (4, 3), (2, 3)])
def test_every_bot_has_every_seat_equally_often(bots: int, seats: int) -> None:
    for seat in range(seats):
        times = Counter(seating[seat] for seating in seatings(bots, seats))
        assert len(times) == bots and len(set(times.values())) == 1


def test_one_bot_against_itself_is_told_apart() -> None:
    assert Plan(("club", "random", "club"), 2).labels == ("club", "random", "club#2")
    games = played(Plan(("random", "random"), 2, records=True)).results.games
    assert games[0].played.record != games[1].played.record  # with other numbers in each game


# -- the same results whatever happens --------------------------------------------------------------------------------
def test_results_do_not_depend_on_the_number_of_processes() -> None:
    """Pairs whose answer is clear stop early, always after the same games."""
    plan = Plan(("greedy", "friendly", "random"), 24, seed=8)
    one, two = (played(plan, processes) for processes in (1, 2))
    assert json.dumps(one.results.facts()) == json.dumps(two.results.facts())
    assert [game.played.points for game in one.results.games] == [game.played.points for game in two.results.games]
    assert plan.heat_size * len(plan.groups) * 10 <= len(one.results.games) < 72
    assert one.done == two.done and one.is_over and two.is_over and one.games_left == 0


def test_a_search_with_a_number_of_simulations_is_repeatable() -> None:
    plan = Plan(("master:n8", "greedy"), 2, Setup(order=FEW_TILES, rest="none"), records=True)
    first, again = (played(plan, processes) for processes in (1, 2))
    records = [game.played.record for game in first.results.games]
    assert records == [game.played.record for game in again.results.games]
    assert len(DRAW.findall(records[0])) == 12


def test_a_clear_answer_counts_no_later_game_even_if_it_ended_first() -> None:
    """The results of one contest, arriving in order and in the opposite order."""
    plan = Plan(("random", "random"), 60)

    def result(fixture: Fixture) -> Played:
        lead = 30 + seed_of(fixture.heat, fixture.rotation) % 20
        return Played((lead, 0) if fixture.seating[0] == 0 else (0, lead))

    fixtures = [fixture for heat in range(plan.heats) for fixture in plan.heat(heat)]
    counted = []
    for order in (fixtures, fixtures[::-1], fixtures[30:] + fixtures[:30]):
        contest = Contest(plan)
        for fixture in order:
            contest.take(fixture, result(fixture))
        counted.append(json.dumps(contest.results.facts()))
        assert contest.is_over and len(contest.results.games) == 20 and contest.results.answer(0, 1) == "random"
    assert len(set(counted)) == 1
    patient = Contest(Plan(("random", "random"), 60, all_games=True))
    for fixture in fixtures:
        patient.take(fixture, result(fixture))
    assert len(patient.results.games) == 60


# -- bots that fail ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise ValueError('lost\\n  my way')", "ValueError: lost my way"),
        ("sys.exit()", "SystemExit"),
        ("return 'place 99,99 turn 0'", "Illegal: 'place 99,99 turn 0' is not allowed"),
        ("return None", "Unreadable: an action is a string, an Action or an option, not None"),
        ("os._exit(3)", "its process ended with code 3"),
        ("time.sleep(600)", "no answer within 2 seconds"),
    ],
    ids=["raises", "exits", "illegal", "nothing", "dies", "sleeps"],
)
def test_a_bot_that_fails_loses_that_game_and_the_arena_goes_on(tmp_path: Path, body: str, reason: str) -> None:
    """It works until the eighth tile, then it fails."""
    bot = written(tmp_path, "fails.py", f"if len(game.moves) > 20: {body}")
    contest = played(
        Plan((bot, "random"), 2, seed=1, limit=2.0 if body.startswith("time") else 60.0, records=True, make=Game),
        processes=2,
    )
    games = contest.results.games
    assert len(games) == 2 and contest.results.standings[0].forfeits == 2
    for game, seat in zip(games, (0, 1), strict=True):
        assert game.played.forfeit is not None and game.played.forfeit.seat == seat
        assert game.played.forfeit.reason.startswith(reason)
        assert game.played.points[1 - seat] - game.played.points[seat] == FORFEIT
        record = game.played.record
        if record:  # it is lost with the process
            assert f"forfeits: {reason}" in record and not Game.read(record).over
    assert contest.results.pair(0, 1).margin.mean == -FORFEIT


def test_a_bot_that_cannot_be_made_again_forfeits(tmp_path: Path) -> None:
    file = tmp_path / "once.py"
    file.write_text(
        "class Once:\n    def __init__(self, seed):\n        1 / (seed == 0)\n    def choose(self, game): ...\n"
    )
    assert make(str(file), 0).name == "Once"
    contest = played(Plan((str(file), "random"), 2))
    assert contest.results.standings[0].forfeits == 2


def test_a_bot_that_plays_in_the_game_it_sees_changes_nothing(tmp_path: Path) -> None:
    honest = written(tmp_path, "honest.py", "pass")
    cheat = written(tmp_path, "cheat.py", "option = game.options[0]; game.play(option); return option")
    ends = [
        [game.played.points for game in played(Plan((bot, "greedy"), 2, make=Game)).results.games]
        for bot in (honest, cheat)
    ]
    assert ends[0] == ends[1]


def test_a_bot_sees_no_seed(tmp_path: Path) -> None:
    bot = written(tmp_path, "curious.py", "assert game.seed is None and not game.is_dealt and game.setup.seed is None")
    assert played(Plan((bot, "random"), 2)).results.standings[0].forfeits == 0


# -- more seats, other games ------------------------------------------------------------------------------------------
def test_four_seats_by_rank() -> None:
    setup = Setup(players=("red", "blue", "green", "yellow"))
    results = played(Plan(("greedy", "random"), 4, setup, seed=2)).results
    assert [game.fixture.seating for game in results.games[:2]] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    for game in results.games:
        assert sum(ranks(game.played.points)) == 10
    greedy, random = results.standings
    assert greedy.seats == random.seats == 8
    assert greedy.ranks + random.ranks == 40 and greedy.ranks < random.ranks
    assert greedy.wins + random.wins == 4
    by_hand = [
        sum(
            points * (1 if bot == 0 else -1)
            for points, bot in zip(game.played.points, game.fixture.seating, strict=True)
        )
        for game in results.games
    ]
    assert results.pair(0, 1).margin.mean == sum(by_hand) / 2 / 4


def test_ties_share_ranks_and_victories() -> None:
    contest = Contest(Plan(("random", "random", "random"), 3, Setup(players=("red", "blue", "green"))))
    for fixture in contest.plan.heat(0):
        contest.take(fixture, Played((40, 40, 10)))
    assert ranks((40, 40, 10)) == [1.5, 1.5, 3.0]
    assert [standing.wins for standing in contest.results.standings] == [1.0, 1.0, 1.0]
    pair = contest.results.pair(0, 1)
    assert (pair.wins, pair.ties, pair.losses, pair.won) == (1, 1, 1, 0.5)


@pytest.mark.parametrize("setup", [Setup("the_city"), Setup(boxes=("abbey_and_mayor", "count"))], ids=["city", "mix"])
def test_other_games_and_boxes(setup: Setup) -> None:
    results = played(Plan(("greedy", "random"), 2, setup)).results
    assert results.pair(0, 1).margin.mean > 0 and results.standings[0].forfeits == 0


class FalseClock:
    """It stands still unless somebody puts it forward."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_time_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "perf_counter", FalseClock())
    bot = written(tmp_path, "slow.py", "time.perf_counter.now += 0.002 if game.step == 'place' else 0.001")
    slow, fast = (standing.clock.facts() for standing in played(Plan((bot, "random"), 2)).results.standings)
    assert slow["max_ms"] == pytest.approx(2) and 1 < slow["mean_ms"] < 2 and fast["max_ms"] == fast["mean_ms"] == 0
    assert slow["turn_mean_ms"] > slow["mean_ms"] and slow["decisions"] > slow["turns"] >= 60


def test_no_process_is_left_behind() -> None:
    played(Plan(("random", "random"), 2), processes=2)
    assert multiprocessing.active_children() == []


def test_workers_end_when_the_main_process_is_killed() -> None:
    """They hold its output open: without an end to them there would be none to reading it."""
    program = "\n".join(
        (
            "import os, signal",
            "from aude.arena import Plan",
            "from aude.arena.workers import Worker",
            "workers = [Worker(Plan(bots=('random', 'random'), games=2)) for _ in range(2)]",
            "os.kill(os.getpid(), signal.SIGKILL)",
        )
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=600, check=False)
    assert done.returncode == -signal.SIGKILL


def test_nobody_thinks_before_a_process_has_begun() -> None:
    """A process that is only starting is not taken for a bot that has been thinking since the machine was started."""
    worker = Worker(Plan(("random", "greedy"), 2, limit=0.001))
    try:
        assert worker.finished() is None
    finally:
        worker.close()
