"""What `aude statistics` counts: against sums made by hand, and intervals against known values."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from aude import Setup, data
from aude.data import jsonlines, plots
from aude.data.report import Report
from aude.data.schema import ForfeitRow, GameRow, MoveRow, ScoreRow, SeatRow, SetupRow, TileRow
from aude.data.statistics import Player, Statistics, TileTally, radius
from aude.data.tally import Results, Tally
from aude.draw import tile_picture
from terminal import bad, good


def tile(name: str, points: int, move: int | None = 0) -> TileRow:
    return TileRow(name, 0, 0, 0, move, None if move is None else "red", points)


def line(seat: str, cause: str, points: int, *, final: bool = False, box: str = "carcassonne") -> ScoreRow:
    return ScoreRow(0, seat, cause, "tiles", None, box, 1, points, final, None)


def game(
    points: dict[str, int], first: str, scores: list[ScoreRow], tiles: list[TileRow], forfeit: ForfeitRow | None = None
) -> GameRow:
    setup = SetupRow("carcassonne", ("tower",), (), (), (), (), (), (), "random", "")
    ranked = sorted(points.values(), reverse=True)
    seats = tuple(
        SeatRow(seat, "greedy" if seat == "red" else "random", own, ranked.index(own) + 1, None)
        for seat, own in points.items()
    )
    turns = sum(one.move is not None for one in tiles)
    moves = (MoveRow("chance", "first red"),)
    return GameRow(1, "0" * 16, 0, 1, setup, seats, first, turns, 0, moves, tuple(tiles), tuple(scores), forfeit, None)


GAMES = [
    game(
        {"red": 10, "blue": 4},
        "red",
        [line("red", "city", 8), line("red", "road", 2, final=True), line("blue", "city", 4)],
        [tile("base/CRFR", 0, None), tile("base/CFFF", 8), tile("base/RRRR", 0)],
    ),
    game(
        {"red": 6, "blue": 6},
        "blue",
        [
            line("red", "city", 9),
            line("red", "ransom", -3, box="tower"),
            line("blue", "ransom", 3, box="tower"),
            line("blue", "road", 3, final=True),
        ],
        [tile("base/CRFR", 0, None), tile("base/CFFF", 9), tile("base/CFFF", 0), tile("base/FRRR", 0)],
    ),
    game(
        {"red": 1, "blue": 3, "green": 8},
        "green",
        [line("green", "city", 8), line("red", "road", 1), line("blue", "road", 3)],
        [tile("base/CFFF", 8)],
    ),
    game({"red": 0, "blue": 0}, "red", [line("blue", "city", 99)], [], ForfeitRow("red", "greedy", "nonsense")),
]


def test_sums_made_by_hand() -> None:
    found = data.counted(GAMES)
    assert (found.games, found.forfeits, found.shared, found.players) == (3, 1, 1, Counter({2: 2, 3: 1}))
    assert (found.seatings, found.points) == (7, 38)
    assert {name: (one.during, one.final, one.box) for name, one in found.causes.items()} == {
        "city": (29, 0, "carcassonne"), "road": (4, 5, "carcassonne"), "ransom": (0, 0, "tower"),
    }  # fmt: skip
    assert sum(one.points for one in found.causes.values()) == found.points
    assert found.boxes == Counter({"carcassonne": 38, "tower": 0})
    assert found.turns.seen == Counter({2: 1, 3: 1, 1: 1})
    assert {name: (one.laid, one.scoring, one.points) for name, one in found.tiles.items()} == {
        "base/CFFF": (4, 3, 25), "base/RRRR": (1, 0, 0), "base/FRRR": (1, 0, 0),
    }  # fmt: skip
    red = found.seats["red", "greedy"]
    assert (red.games, red.wins, red.points.total) == (3, 1.5, 17)
    assert red.mean_lead == pytest.approx((6 + 0 + (1 - (3 + 8) / 2)) / 3)
    first = found.order[2, 1]
    assert (first.games, first.wins, first.points.total, first.mean_lead) == (2, 1.5, 16, 3.0)
    assert found.order[2, 2].mean_lead == -3.0 and found.order[2, 2].wins == 0.5
    assert [found.order[3, place].points.total for place in (1, 2, 3)] == [8, 1, 3]  # green, then red, then blue


def test_intervals_against_known_values() -> None:
    # Wilson's: 8 of 10, and none of 20 (Newcombe 1998 gives such values to four digits)
    assert TileTally(10, 8).interval == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert TileTally(20, 0).interval == pytest.approx((0.0, 0.1611), abs=1e-4)
    numbers = Tally(Counter([2, 4, 4, 4, 5, 5, 7, 9]))
    assert numbers.sd == pytest.approx(2.13809, abs=1e-5)
    assert radius(numbers) == pytest.approx(1.959964 * 2.138090 / math.sqrt(8), abs=1e-5)
    assert radius(Tally(Counter([5]))) == math.inf
    nobody = Player()
    assert nobody.won == 0.0 and nobody.interval == (0.0, 1.0)


def test_tallies_can_be_counted_in_parts() -> None:
    """Large numbers too: sums are whole numbers, so that nothing depends on the order."""
    whole, one, two = Results(), Results(), Results()
    for number in range(10):
        scores = {"red": 10**9 + number, "blue": 10**9 + 3 * number % 7}
        whole.add(scores, number, 0)
        (one if number % 3 else two).add(scores, number, 0)
    one.include(two)
    assert {**one.facts(), "seats": one.seats["red"]} == {**whole.facts(), "seats": whole.seats["red"]}
    assert whole.seats["red"].points.sd == pytest.approx(3.02765, abs=1e-5)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(map(jsonlines.line, GAMES)), encoding="utf-8")
    return path


def test_for_machines(file: Path) -> None:
    facts = json.loads(good("statistics", str(file), "--json"))
    assert facts["causes"][0] == {"cause": "city", "box": "carcassonne", "during": 29, "final": 0, "points": 29}
    assert facts["turns"] == {"mean": 2.0, "sd": 1.0, "min": 1, "max": 3, "games": {"1": 1, "2": 1, "3": 1}}
    assert facts["tiles"][0] == {
        "tile": "base/CFFF", "laid": 4, "scoring": 3, "share": 0.75, "interval": [0.3006, 0.9544], "mean": 6.25,
    }  # fmt: skip
    assert facts["order"][0]["won"] == 0.75 and facts["order"][0]["won_interval"] == [0.1979, 0.9733]
    assert facts["order"][2]["lead_interval"] is None  # of one game nothing is known


def test_for_people(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = good("statistics", str(file), "--plain", "--lang", "en")
    assert "Games: 3 (by number of players 2: 2, 3: 1); shared victories: 1" in text
    assert "forfeited, which are not counted below: 1" in text
    assert re.search(r"city +Carcassonne +4\.14 +0\.00 +4\.14 +76\.3 %", text)
    assert re.search(r"base/CFFF +4 +75\.0 % +30\.1 … 95\.4 +6\.25", text)
    assert re.search(r"stad +Carcassonne +4,14", good("statistics", str(file), "--plain", "--lang", "nl"))
    assert re.search(r"by +Carcassonne +4,14", good("statistics", str(file), "--plain", "--lang", "nb"))


@pytest.mark.parametrize("language", ["en", "nl", "nb"])
def test_the_page_stands_by_itself(language: str, file: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    good("statistics", str(file), "--out", str(page), "--lang", language)
    text = page.read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "") and "<script" not in text
    drawn = re.findall(r'<svg xmlns="[^"]+" class="plot".*?</svg>', text)
    assert len(drawn) == 5 and all(ElementTree.fromstring(svg).find("{*}title") is not None for svg in drawn)
    assert text.count(tile_picture("base/CFFF", language=language)._repr_svg_()) == 1
    assert "statistics." not in text  # every text is there


def test_nothing_but_forfeits_and_nothing_at_all(tmp_path: Path) -> None:
    for name, rows in (("one", GAMES[3:]), ("none", [])):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(map(jsonlines.line, rows)), encoding="utf-8")
        page = tmp_path / "page.html"
        good("statistics", str(path), "--out", str(page), "--plain")
        assert json.loads(good("statistics", str(path), "--json"))["games"] == 0


def test_mistakes(file: Path, tmp_path: Path) -> None:
    assert "no such file" in bad("statistics", str(tmp_path / "games.jsonl.gone.jsonl"))
    assert "no such file" in bad("statistics", str(tmp_path / "gone.parquet"))
    assert "should end in" in bad("statistics", str(tmp_path / "games.csv"))
    assert "cannot be written" in bad("statistics", str(file), "--out", str(tmp_path / "nowhere" / "page.html"))


def test_a_box_of_somebody_else_has_its_name(tmp_path: Path) -> None:
    """Its folder is not read, its tiles are not drawn: they may be gone, and rules are code."""
    strange = Statistics()
    row = GAMES[0]
    setup = SetupRow("carcassonne", ("./moon",), (), (), (), (), (), (), "random", "")
    parts = (*row.scores, line("red", "crater", 2, box="moon"))
    strange.add(GameRow(**{**vars(row), "setup": setup, "scores": parts, "tiles": (tile("moon/dark", 3),)}))
    page = Report(strange, "en").page()
    assert "./moon" in page and "Crater" in page and "moon/dark" in page


# -- plots ------------------------------------------------------------------------------------------------------------
def numbers(svg: str, name: str, attribute: str) -> list[float]:
    root = ElementTree.fromstring(svg)
    return [float(one.get(attribute, "")) for one in root.iter() if one.get("class", "").split()[:1] == [name]]


def test_bars_are_as_long_as_what_they_show() -> None:
    svg = plots.bars("title", [plots.Bar("a", (3, 1), "4"), plots.Bar("b", (2,), "2"), plots.Bar("c", (-1,), "−1")])
    three, one, two, minus = numbers(svg, "bar", "width")
    assert three == pytest.approx(3 * one, abs=0.2) and two == pytest.approx(2 * one, abs=0.2)
    left = numbers(svg, "bar", "x")
    assert left[1] == pytest.approx(left[0] + three, abs=0.1) and left[3] == pytest.approx(left[0] - minus, abs=0.1)


def test_a_histogram_has_a_bar_for_each_number() -> None:
    high = numbers(plots.histogram("title", {3: 10, 5: 20}), "bar", "height")
    assert high[1] == pytest.approx(2 * high[0], abs=0.2)


def test_the_numbers_below_a_histogram_are_whole() -> None:
    """Games of 70 and of 71 tiles: there are none of 70.5."""
    root = ElementTree.fromstring(plots.histogram("title", {70: 10, 71: 20}))
    below = [one.text for one in root.iter() if one.get("class") == "small" and one.get("text-anchor") == "middle"]
    assert below == ["70", "71"]


def test_real_games_add_up() -> None:
    plan = data.Plan(Setup(boxes=("tower", "king_and_robber")), (2, 3), seed=3)
    found = data.counted(data.row_of(plan, played) for played in data.play_each(plan, range(4)))
    assert found.points == sum(one.points for one in found.causes.values()) == sum(found.boxes.values())
    assert found.points == sum(one.points.total for one in found.order.values())
    assert {"tower", "king_and_robber"} & set(found.boxes)
