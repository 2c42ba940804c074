"""Games as data: the same bytes for the same seeds, whoever played them and however often they were interrupted."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aude import Game, Setup, Unreadable, crew, data
from aude.catalog import boxes as catalog
from aude.catalog.texts import read_texts
from aude.data import jsonlines, keeping, parquet
from aude.data.rows import causes_of, row_of
from aude.data.running import play_to_keep
from aude.data.schema import GameRow, described, plain, read_plain
from aude.engine import drive
from aude.engine.rng import Random
from sizes import sized
from strategies import setups
from terminal import bad, good, run

EVERY = catalog.that_go_together(name for name in catalog.BOXES if catalog.info(name).extends == "carcassonne")
DOCS = Path(__file__).parents[1] / "docs" / "data.md"
MIXES = {
    "base": Setup(),
    "every box": Setup(boxes=EVERY, players=("red", "blue", "green")),
    "the city": Setup(game="the_city", players=("red", "blue", "green")),
}


def kept(path: Path, plan: data.Plan, wanted: int, hands: crew.Crew | None = None) -> data.Results:
    """Play so many games into a file."""
    store = data.store(path, plan, wanted)
    with hands or crew.make(1) as those:
        return data.keep(plan, store, those)


def rows_of(plan: data.Plan, count: int) -> list[GameRow]:
    return [row_of(plan, played) for played in data.play_each(plan, range(count))]


# -- what is in a row -------------------------------------------------------------------------------------------------
@settings(max_examples=sized(8, soak=60), deadline=None)
@given(setups(), st.integers(0, 1000))
def test_law_a_row_is_the_game(setup: Setup, seed: int) -> None:
    """Played again it is the same game; its scores add up; it is the game of the fast path; JSON reads back."""
    plan = data.Plan(setup, (len(setup.players), len(setup.players)), seed=seed)
    (row,) = rows_of(plan, 1)
    assert read_plain(GameRow, json.loads(plain(row))) == row
    game = data.replay(row, Game)
    assert game.over and game.scores == {seat.seat: seat.points for seat in row.seats}
    assert game.scores == {seat: sum(line.points for line in row.scores if line.seat == seat) for seat in setup.players}
    fast = drive.opening(game.rules)
    drive.roll_out(fast, Random(row.seed))
    assert [int(fast.scores[seat]) for seat in range(len(setup.players))] == list(game.scores.values())
    assert [tile.tile for tile in row.tiles] == [tile.id for tile in game.board.tiles]
    assert {(tile.x, tile.y) for tile in row.tiles} == {tile.cell for tile in game.board.tiles}
    assert row.turns == sum(tile.move is not None for tile in row.tiles)
    brought = sum(line.points for line in row.scores if line.tile is not None)
    assert sum(tile.points for tile in row.tiles) == brought
    assert all(line.box in (row.setup.game, *row.setup.boxes) for line in row.scores)


def test_causes_and_boxes() -> None:
    causes = causes_of("carcassonne", EVERY)
    assert causes.of("tiles", "city") == ("city", "carcassonne")
    assert causes.of("pennants", "city") == ("city", "carcassonne")
    assert causes.of("fairy", "city") == ("fairy", "princess_and_dragon")
    assert causes.of("barn", "field") == ("barn", "abbey_and_mayor")
    assert causes.of("tiles", "shrine") == ("shrine", "shrines_and_heretics")
    assert causes.of("ransom", None) == ("ransom", "tower")
    assert causes_of("the_city", ()).of("tower", None) == ("tower", "the_city")


def test_every_label_of_every_box_has_its_box() -> None:
    found = causes_of("carcassonne", EVERY)
    for box in EVERY:
        for key in read_texts(catalog.info(box).rules_folder / "texts.toml"):
            if key.startswith("lines."):
                owner = found.labels[key.removeprefix("lines.")]
                assert catalog.info(owner).rules_folder == catalog.info(box).rules_folder


def test_a_city_that_a_tile_completes() -> None:
    """Two tiles make a city of 4 points: the second one has brought them; the road is counted at the end."""
    order = ("base/CFFF", "base/FRRR")
    setup = Setup(order=order, rest="none", options={"first_player": "seat1"})
    scored = 0
    for number in range(30):
        (row,) = rows_of(data.Plan(setup, seed=number), 1)
        for line in row.scores:
            assert line.line != "tiles" or line.cause in ("city", "road")
            if line.tile is not None:
                scored += 1
                tile = row.tiles[line.tile]
                assert (tile.tile, line.cause, line.points, line.final) == ("base/CFFF", "city", 4, False)
                assert tile.points == 4 and tile.seat == "red" and row.first == "red"
            else:
                assert line.final
    assert scored > 0


def test_a_block_that_the_first_player_attaches_is_laid_by_a_seat() -> None:
    setup = Setup(boxes=("river", "count"), options={"start_blocks": "manual"})
    (row,) = rows_of(data.Plan(setup, seed=3), 1)
    attached = [move for move, moved in enumerate(row.moves) if moved.action.startswith("block ")]
    by_them = [tile for tile in row.tiles if tile.move in attached]
    assert len(attached) == 1 and by_them and {tile.seat for tile in by_them} == {row.first}
    assert row.turns == sum(tile.move is not None for tile in row.tiles)
    for tile in row.tiles:
        assert tile.move is None or tile.move in attached or row.moves[tile.move].action.startswith("place")


def test_points_of_a_position_are_a_cause() -> None:
    position = "lay base/CFFF 0,-1 turn 180\npoints red 7\nturn blue"
    (row,) = rows_of(data.Plan(Setup(position=position)), 1)
    assert row.scores[0] == data.schema.ScoreRow(None, "red", "setup", "setup", None, "carcassonne", 1, 7, False, None)
    assert sum(line.points for line in row.scores if line.seat == "red") == row.seats[0].points
    assert row.tiles[1].move is None and row.first == "blue"


def test_forfeits(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(game):\n    return 'nonsense'\n")
    plan = data.Plan(seed=2, bots={"blue": str(tmp_path / "mine.py")})
    results, lines = play_to_keep(plan, range(2))
    rows = [read_plain(GameRow, json.loads(line)) for line in lines]
    for row in rows:
        assert row.forfeit is not None and row.forfeit.seat == "blue"
        assert [(seat.points, seat.rank) for seat in row.seats] == [(None, 1), (None, 2)]
    path = tmp_path / "games.jsonl"
    assert kept(path, plan, 2).facts() == results.facts()
    assert kept(path, plan, 2).facts() == results.facts()  # as counted from the file
    assert json.loads(good("statistics", str(path), "--json"))["forfeits"] == 2


def test_a_folder_with_code_is_not_loaded_because_a_row_names_it() -> None:
    (row,) = rows_of(data.Plan(), 1)
    strange = json.loads(plain(row))
    strange["setup"]["boxes"] = ["./moon"]
    with pytest.raises(Unreadable, match="moon"):
        data.replay(read_plain(GameRow, strange), Game)


def test_a_row_that_is_not_one() -> None:
    (row,) = rows_of(data.Plan(), 1)
    facts = json.loads(plain(row))
    strange: list[object] = [{}, [], 3, None]
    for wrong in (*strange, {**facts, "number": "1"}, {**facts, "seats": [3]}, {**facts, "moves": 3}):
        with pytest.raises(Unreadable, match="not a game"):
            read_plain(GameRow, wrong)


# -- the same bytes ---------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def two() -> Iterator[crew.Crew]:
    with crew.make(2) as hands:
        yield hands


@pytest.fixture
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (parquet, keeping):
        monkeypatch.setattr(module, "GROUP", 2)
    monkeypatch.setattr(data.running, "KEPT", 3)


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("ending", keeping.ENDINGS)
def test_two_processes_write_the_bytes_of_one(
    mix: str, ending: str, tmp_path: Path, two: crew.Crew, small_groups: None
) -> None:
    plan = data.Plan(MIXES[mix], (2, 3), seed=4)
    store = data.store(tmp_path / f"two{ending}", plan, 5)
    results = data.keep(plan, store, two)
    assert kept(tmp_path / f"one{ending}", plan, 5).facts() == results.facts() == data.play(plan, range(5)).facts()
    assert (tmp_path / f"one{ending}").read_bytes() == (tmp_path / f"two{ending}").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"one{ending}", f"two{ending}"]
    assert [row.number for row in data.games(tmp_path / f"one{ending}")] == [0, 1, 2, 3, 4]
    assert list(data.games(tmp_path / f"one{ending}")) == rows_of(plan, 5)


def test_bots_too(tmp_path: Path, two: crew.Crew) -> None:
    plan = data.Plan(seed=4, bots={"red": "greedy"})
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    kept(paths[0], plan, 3)
    data.keep(plan, data.store(paths[1], plan, 3), two)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert {seat.bot for row in data.games(paths[0]) for seat in row.seats} == {"greedy", "random"}


def test_the_table_does_not_depend_on_processes(two: crew.Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data.running, "AT_RANDOM", 7)
    plan = data.Plan(players=(2, 5), seed=8)
    with crew.make(1) as one:
        assert data.simulate(plan, 40, one).facts() == data.simulate(plan, 40, two).facts()


@pytest.mark.parametrize("ending", keeping.ENDINGS)
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_a_run_can_be_made_longer(ending: str, first: int, tmp_path: Path, small_groups: None) -> None:
    plan = data.Plan(seed=4)
    kept(tmp_path / f"whole{ending}", plan, 5)
    longer = tmp_path / f"longer{ending}"
    kept(longer, plan, first)
    assert len(list(data.games(longer))) == first
    kept(longer, plan, 5)
    assert longer.read_bytes() == (tmp_path / f"whole{ending}").read_bytes()
    before = longer.stat().st_mtime_ns
    assert kept(longer, plan, 5).games == 5  # nothing is left to do
    assert longer.stat().st_mtime_ns == before


@pytest.mark.parametrize("ending", keeping.ENDINGS)
def test_a_run_that_was_killed_goes_on(ending: str, tmp_path: Path) -> None:
    """kill -9, several times, at any moment: at the end the bytes are those of a run that nobody disturbed."""
    args = ["simulate", "--games", "250", "--seed", "3", "--processes", "1"]
    whole, killed = tmp_path / f"whole{ending}", tmp_path / f"killed{ending}"
    good(*args, "--out", str(whole))
    place = killed if ending == ".jsonl" else tmp_path / f"{killed.name}.unfinished"
    seen = -1
    for _ in range(2):
        command = [sys.executable, "-m", "aude", *args, "--out", str(killed)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
            while child.poll() is None and size(place) <= seen:
                time.sleep(0.01)
            time.sleep(0.05)
            child.send_signal(signal.SIGKILL)
        seen = size(place)
    assert seen > 0
    good(*args, "--out", str(killed))
    assert killed.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([killed.name, whole.name])


def size(place: Path) -> int:
    """How much was written to a file, or in a folder."""
    try:
        return sum(path.stat().st_size for path in ([*place.iterdir()] if place.is_dir() else [place]))
    except FileNotFoundError:
        return 0


@pytest.mark.parametrize("cut", [1, 100, 5000])
def test_half_a_line_is_dropped(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    kept(path, data.Plan(), 3)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert "ends in the middle of a game" in bad("statistics", str(path))
    kept(path, data.Plan(), 3)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("ending", keeping.ENDINGS)
def test_ctrl_c_keeps_what_is_complete(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data.running, "KEPT", 2)
    real, calls = data.running.play_to_keep, []

    def interrupted(plan: data.Plan, numbers: range) -> tuple[data.Results, list[str]]:
        calls.append(numbers)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(plan, numbers)

    monkeypatch.setattr(data.running, "play_to_keep", interrupted)
    path = tmp_path / f"games{ending}"
    args = ("simulate", "--games", "8", "--processes", "1", "--out", str(path))
    result = run(*args)
    assert result.exit_code == 130 and "4 of 8 games" in result.stderr and "to continue" in result.stderr
    good(*args)
    assert [row.number for row in data.games(path)] == list(range(8))


# -- mistakes ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("ending", keeping.ENDINGS)
def test_files_that_are_something_else_stay_as_they_are(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{ending}"
    args = ("simulate", "--out", str(path), "--games")
    good(*args, "4")
    before = path.read_bytes()
    for flags in (("--seed", "1"), ("-p", "3"), ("--boxes", "river"), ("--bot", "greedy"), ("--times",)):
        assert "a different run" in bad(*args, "4", *flags)
    assert "more than 3 games" in bad(*args, "3")
    assert path.read_bytes() == before
    for text in ("", "hello\n", "{}\n", "hello", '{"schema":7}\n'):
        path.write_text(text)
        if text or ending == ".parquet":
            assert str(path) in bad(*args, "4") and path.read_text() == text
            assert str(path) in bad("statistics", str(path))


def test_where_nothing_can_be_written_nothing_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data.running, "keep", pytest.fail)
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "folder.parquet").mkdir()
    for name, says in (
        ("nowhere/games.jsonl", "no such file or directory"),
        ("nowhere/games.parquet", "no such file or directory"),
        ("folder.jsonl", "is not a file"),
        ("folder.parquet", "is not a file"),
        ("games.csv", "should end in .jsonl or .parquet"),
        ("games", "should end in .jsonl or .parquet"),
    ):
        assert says in bad("simulate", "-n", "2", "--out", str(tmp_path / name))
    assert "--out" in bad("simulate", "-n", "2", "--times")
    assert "at least 1" in bad("simulate", "-n", "0", "--out", str(tmp_path / "games.jsonl"))
    assert not (tmp_path / "games.jsonl").exists()


def test_without_pyarrow_there_are_json_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet.arrow.cache_clear()
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert "pip install 'aude[data]'" in bad("simulate", "-n", "2", "--out", str(tmp_path / "games.parquet"))
    assert "pip install 'aude[data]'" in bad("statistics", str(tmp_path / "games.parquet"))
    good("simulate", "-n", "2", "--out", str(tmp_path / "games.jsonl"))
    assert list(tmp_path.iterdir()) == [tmp_path / "games.jsonl"]


@pytest.mark.parametrize("ending", keeping.ENDINGS)
def test_a_full_disk(ending: str, tmp_path: Path) -> None:
    """Here files may have so many bytes, and no more; when there is room again, the run goes on."""
    path = tmp_path / f"games{ending}"
    args = [sys.executable, "-m", "aude", "simulate", "-n", "20", "--processes", "1", "--out", str(path)]

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    full = subprocess.run(args, preexec_fn=little_room, capture_output=True, text=True, check=False)
    assert full.returncode == 2 and "cannot be written: file too large" in full.stderr
    assert full.stderr.count("\n") == 1
    good(*args[3:])
    assert [row.number for row in data.games(path)] == list(range(20))


def test_a_damaged_parquet_file(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    kept(path, data.Plan(), 3)
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    assert "damaged or incomplete" in bad("statistics", str(path))
    assert "damaged or incomplete" in bad("simulate", "-n", "3", "--out", str(path))
    pq.write_table(pa.table({"a": [1]}), path)
    assert "does not contain games" in bad("statistics", str(path))
    newer = parquet.schema().with_metadata({"aude.schema": "2"})
    pq.write_table(newer.empty_table().drop_columns(["moves"]), path)
    assert "version 2 of the schema" in bad("statistics", str(path))


def test_times_are_kept_if_they_are_wanted(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    good("simulate", "-n", "1", "--bot", "greedy", "--times", "--out", str(path))
    (row,) = data.games(path)
    thought = [seat.seconds or 0.0 for seat in row.seats]
    assert 0 < sum(thought) < (row.seconds or 0.0) and min(thought) > 0
    (without,) = rows_of(data.Plan(), 1)
    assert without.seconds is None and {seat.seconds for seat in without.seats} == {None}


# -- the schema -------------------------------------------------------------------------------------------------------
def test_the_schema_is_documented() -> None:
    """docs/data.md has every column, with its type and what is in it."""
    rows = [f"| `{name}` | {kind} | {about} |" for name, kind, about in described()]
    text = DOCS.read_text(encoding="utf-8")
    listed = [line for line in text.splitlines() if line.startswith("| `")]
    assert listed == rows


def test_parquet_has_the_columns_of_json_lines(tmp_path: Path) -> None:
    plan = data.Plan(MIXES["every box"], (3, 3), seed=1)
    kept(tmp_path / "games.parquet", plan, 2)
    table = pq.read_table(tmp_path / "games.parquet")
    assert table.schema.metadata[b"aude.schema"] == str(data.VERSION).encode()
    lines = [json.loads(jsonlines.line(row)) for row in rows_of(plan, 2)]
    assert table.to_pylist() == lines
