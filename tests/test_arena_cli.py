"""`aude arena`: tables, JSON, files, pictures, and what it says to mistakes."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from aude import Game
from aude.arena import Contest, Plan
from aude.arena.playing import Played
from aude.arena.plot import plot
from aude.catalog.texts import LANGUAGES, Texts
from terminal import bad, good, run, said


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AUDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def test_two_tables_the_margin_first() -> None:
    text = good("arena", "greedy", "random", "--games", "20", "--seed", "2")
    head, row = text.splitlines()[:2]
    assert head.split() == ["bots", "margin", "95", "%", "won", "95", "%", "games", "stronger"]
    assert re.match(r"greedy : random +\+\d+\.\d ± \d+\.\d +\+\d+\.\d … \+\d+\.\d +100\.0 % .* 20 +greedy$", row)
    assert "Elo" in text and "ms/turn" in text and "Somebody has won everything" in text
    assert "rank" not in text and "forfeits" not in text
    assert "rank" in good("arena", "greedy", "random", "--games", "2", "--players", "3")


def test_the_example_of_the_documentation_is_what_comes_out() -> None:
    """All but the times."""
    page = (Path(__file__).parents[1] / "docs" / "arena.md").read_text(encoding="utf-8")
    shown = page.partition("```\n")[2].partition("```")[0].splitlines()
    told = good("arena", "greedy", "random", "--games", "200", "--seed", "1").splitlines()
    assert told[:3] == shown[:3] and "20 games in " in told[-1]
    assert [line.split(" %")[0] for line in told[4:6]] == [line.split(" %")[0] for line in shown[4:6]]


@pytest.mark.parametrize(("language", "word"), [("nl", "verschil"), ("nb", "forskjell")])
def test_in_other_languages(language: str, word: str) -> None:
    text = good("arena", "random", "random", "--games", "2", "--lang", language, "--plain")
    assert word in text and "random : random#2" in text


def test_the_same_json_with_one_process_and_with_two() -> None:
    words = ("arena", "greedy", "random", "friendly", "--games", "4", "--boxes", "river,king_and_robber", "--json")
    one, two = (json.loads(good(*words, "--processes", number)) for number in ("1", "2"))
    assert one.pop("time")["processes"] == 1
    times = two.pop("time")
    assert set(times["bots"]) == {"greedy", "random", "friendly"} and times["bots"]["greedy"]["max_ms"] > 0
    assert json.dumps(one) == json.dumps(two)
    assert one["setup"]["boxes"] == ["river", "king_and_robber"] and one["games_counted"] == one["games_wanted"] == 12
    assert [pair["bots"] for pair in one["pairs"]] == [
        ["greedy", "random"],
        ["greedy", "friendly"],
        ["random", "friendly"],
    ]


def test_results_records_and_a_plot_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    good("arena", "greedy", "random", "--game", "the_city", "--games", "3", "--out", str(folder))
    facts = json.loads((folder / "results.json").read_text())
    assert facts["games_counted"] == 4  # a heat is completed
    files = sorted(folder.glob("game-*.aude"))
    assert [file.name for file in files] == [f"game-0000{number}.aude" for number in (1, 2, 3, 4)]
    for file, told in zip(files, facts["games"], strict=True):
        game = Game.read(file.read_text())
        assert game.over and game.scores == told["points"]
        assert f"# red: {told['seats']['red']}\n" in file.read_text()
    assert ElementTree.fromstring((folder / "plot.svg").read_text()).tag.endswith("svg")


def test_a_forfeit_is_told(tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text("def choose(game):\n    print('hello')\n    raise RuntimeError('no idea')\n")
    text = good("arena", str(bot), "random", "--games", "2")
    assert said(text).count("RuntimeError: no idea") == 2 and "forfeited game 2" in text and "forfeits" in text
    facts = json.loads(good("arena", str(bot), "random", "--games", "2", "--json"))
    assert facts["games"][1]["forfeit"] == {"seat": "blue", "reason": "RuntimeError: no idea"}
    assert facts["pairs"][0]["margin"] == -50
    text = good("arena", str(bot), "random", "--games", "10", "--all")
    assert text.count("RuntimeError: no idea") == 3 and "forfeited 7 games more for the same reason" in said(text)


def test_a_live_table_for_those_who_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    terminal = Console(file=screen, force_terminal=True, width=120)
    monkeypatch.setattr("aude.cli.arena.Console", lambda stderr: terminal)
    monkeypatch.setattr("aude.cli.arena.REDRAW", 0.0)
    good("arena", "greedy", "random", "--games", "4", "--processes", "1")
    assert "greedy : random" in screen.getvalue() and "2/4" in screen.getvalue() and "4/4" in screen.getvalue()
    screen.truncate(0)
    good("arena", "greedy", "random", "--games", "2", "--plain")
    assert "games" not in screen.getvalue()


def test_ctrl_c_shows_what_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(contest: Contest, processes: int, tell: object = None, hands: object = None) -> None:
        for fixture in contest.plan.heat(0):
            contest.take(fixture, Played((30, 20)))
        raise KeyboardInterrupt

    monkeypatch.setattr(Contest, "run", interrupted)
    result = run("arena", "greedy", "random", "club", "--out", str(tmp_path))
    assert (
        result.exit_code == 130
        and "greedy : random 0.0 50.0 %" in said(result.stdout)
        and "interrupted" in result.stderr
    )
    assert json.loads((tmp_path / "results.json").read_text())["interrupted"] is True
    assert json.loads(run("arena", "greedy", "random", "--json").stdout)["games_counted"] == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["club"], "the arena is for 2 to 20 bots"),
        ([], "BOT"),
        (["club", "clubb"], "there is no bot 'clubb'"),
        (["club", "club:4"], "club takes no setting"),
        (["club", "greedy", "--players", "7"], "--players"),
        (["club", "greedy", "--players", "1"], "--players"),
        (["club", "greedy", "--boxes", "rivver"], "did you mean 'river'"),
        (["club", "greedy", "--games", "0"], "--games"),
        (["club", "greedy", "--processes", "0"], "--processes"),
        (["club", "greedy", "--limit", "soon"], "--limit"),
        (["club", "greedy", "--seed", "x"], "seed"),
    ],
)
def test_mistakes(words: list[str], says: str) -> None:
    assert says in bad("arena", *words)


def test_a_game_for_one_is_no_contest(tmp_path: Path) -> None:
    file = tmp_path / "alone.toml"
    file.write_text('version = 1\nplayers = ["ada"]\n[options]\nsingle_player = "on"\n')
    assert "this set-up has one seat" in bad("arena", "club", "greedy", "--setup", str(file))
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert "file" in bad("arena", "club", "greedy", "--out", str(in_the_way))


# -- pictures ---------------------------------------------------------------------------------------------------------
def contest(bots: int, heats: int) -> Contest:
    found = Contest(Plan(("random",) * bots, 2 * heats, all_games=True))
    for heat in range(heats * len(found.plan.groups)):
        for fixture in found.plan.heat(heat):
            first, second = fixture.seating
            points = (40 - 9 * first + heat * 37 % 20, 40 - 9 * second + heat * 11 % 20)
            found.take(fixture, Played(points))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("heats", [0, 1, 2, 12, 1000])
def test_two_bots_are_plotted_by_their_margin(heats: int, language: str) -> None:
    """However few heats there are, and no dot or line leaves the picture."""
    picture = plot(contest(2, heats).results, Texts(language))
    drawing = ElementTree.fromstring(picture.svg)
    dots = drawing.findall(".//{*}circle")
    assert min(heats, 300) <= len(dots) <= 400 and "arena." not in picture.svg
    assert len(drawing.findall(".//{*}polygon")) == (heats > 5)
    for dot in dots:
        assert 76 <= float(dot.attrib["cx"]) <= 924 and 92 <= float(dot.attrib["cy"]) <= 432


@pytest.mark.parametrize("heats", [0, 1, 12])
def test_a_pool_is_plotted_by_its_ratings(heats: int) -> None:
    picture = plot(contest(4, heats).results, Texts("en"))
    drawing = ElementTree.fromstring(picture.svg)
    assert len(drawing.findall(".//{*}circle")) == (4 if heats else 0)
    names = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text") if "random" in str(text.text)]
    assert names[1:] == (["random", "random#2", "random#3", "random#4"] if heats else [])  # the first is the anchor
    assert picture.png(400)[1:4] == b"PNG"
