"""The command line where it counts: `aude simulate` and `aude perft`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from aude import Game, data
from aude.data.plan import clip_players, read_players
from aude.dev import perft
from aude.errors import Unreadable
from aude.game.setup import Setup
from terminal import bad, good, run

PROVING_GROUND = str(Path(__file__).parent / "boxes" / "proving_ground")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AUDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


# -- simulate ---------------------------------------------------------------------------------------------------------
def test_simulate_for_people_and_machines() -> None:
    text = good("simulate", "--games", "20", "--seed", "3")
    assert re.search(r"red +20 +\d+\.\d\d", text) and "20 games in" in text
    facts = json.loads(good("simulate", "--games", "20", "--seed", "3", "--json"))
    assert facts["games"] == 20 and list(facts["seats"]) == ["red", "blue"]
    for seat in facts["seats"].values():
        assert seat["min"] <= seat["mean"] <= seat["max"] and seat["games"] == 20
    wins = sum(seat["wins"] for seat in facts["seats"].values())
    assert wins + facts["ties"] == 20
    assert facts["turns"]["mean"] + facts["unplaceable"]["mean"] == pytest.approx(71)
    again = json.loads(good("simulate", "--games", "20", "--seed", "3", "--json"))
    timing = ("seconds", "games_per_second")
    assert {key: facts[key] for key in facts if key not in timing} == {
        key: again[key] for key in again if key not in timing
    }


def test_simulate_with_everything_that_a_box_may_ask() -> None:
    for bot in ("random", "greedy"):
        args = ("--boxes", PROVING_GROUND, "--option", "auction_top=99", "--bot", bot, "--bot", "blue=greedy")
        assert json.loads(good("simulate", "-n", "1", *args, "--json"))["games"] == 1


def test_tables_have_no_lines_where_nobody_looks_at_them(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = (["simulate", "-n", "2"], ["rules"])
    for args in commands:
        assert not re.search("[\u2500-\u257f]", good(*args))
    monkeypatch.setenv("FORCE_COLOR", "1")
    for args in commands:
        assert "─" in good(*args) and "─" not in good(*args, "--plain")


def test_a_range_of_players_is_cut_to_what_the_game_allows() -> None:
    result = run("simulate", "--games", "30", "--players", "2..6", "--json")
    assert result.exit_code == 0
    assert "playing with 2 to 5" in result.stderr
    assert set(json.loads(result.stdout)["players"]) <= {"2", "3", "4", "5"}
    six = run("simulate", "--games", "30", "--players", "2..6", "--option", "sixth_player=on", "--json")
    assert six.exit_code == 0 and six.stderr == ""
    assert "6" in json.loads(six.stdout)["players"]


def test_simulate_with_bots() -> None:
    facts = json.loads(good("simulate", "--games", "1", "--bot", "greedy", "--bot", "blue=random", "--json"))
    assert facts["seats"]["red"]["mean"] > facts["seats"]["blue"]["mean"]
    assert json.loads(good("simulate", "--games", "2", "--bot", "random", "--json"))["games"] == 2


def test_simulate_without_farmers_and_with_more_tiles() -> None:
    facts = json.loads(
        good("simulate", "-n", "2", "--without", "farmers", "--copies", "base=2", "--boxes", "all", "--json")
    )
    assert facts["turns"]["mean"] > 100


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--players", "6"], "6 players: this game is for 2 to 5"),
        (["--players", "7..9"], "7 to 9 players: this game is for 2 to 5"),
        (["--players", "1"], "1 player: this game is for 2 to 5"),
        (["--players", "5..2"], "the wrong way round; write 2..5"),
        (["--players", "two"], "'two' is not a number of players"),
        (["--players", "2-5"], "write a number, or a range such as 2..5"),
        (["--players", "2.."], "is not a number of players"),
        (["--games", "0"], "--games"),
        (["--games", "many"], "--games"),
        (["--bot", "gredy"], "there is no bot 'gredy'"),
        (["--bot", "greedy", "--bot", "random"], "cannot both play all seats"),
        (["--bot", "green=greedy"], "there is no seat 'green'"),
        (["--boxes", "moon"], "there is no box 'moon'"),
        (["--game", "the_moon"], "there is no box 'the_moon'"),
        (["--option", "a=b"], "there is no option 'a'"),
        (["--without", "x"], "there is no element 'x'"),
    ],
)
def test_simulate_with_mistakes(args: list[str], says: str) -> None:
    assert says in bad("simulate", *args)


def test_players_are_read() -> None:
    assert read_players("3") == (3, 3) and read_players(" 2..4 ") == (2, 4)
    assert clip_players(Setup(), "1..3")[:2] == (2, 3)
    with pytest.raises(Unreadable):
        clip_players(Setup(without=("x",)), "x")


# -- perft ------------------------------------------------------------------------------------------------------------
def ways(*args: str) -> list[int]:
    return [ply["ways"] for ply in json.loads(good("perft", *args, "--json"))["plies"]]


def brute(game: Game, tiles: list[str], depth: int) -> int:
    """The same number, through the door."""
    while game.actor == "chance":
        if not tiles:
            return 1
        tile, *tiles = tiles
        game.play(f"draw {tile}")
    if game.over or depth == 0:
        return 1
    total = 0
    for option in game.options:
        after = game.copy()
        after.play(option)
        total += brute(after, tiles, depth - 1)
    return total


def test_perft_counts_what_the_door_offers() -> None:
    tiles = ["base/CRFR-rEW", "base/FFFF-monastery"]
    game = Game(Setup(options={"first_player": "seat1"}), deal=False)
    assert ways("--tiles", ",".join(tiles), "--depth", "4") == [brute(game.copy(), tiles, n) for n in (1, 2, 3, 4)]
    assert (
        ways("--tiles", "CRFR-rEW, FFFF-monastery", "--depth", "6")[3:]
        == [ways("--tiles", ",".join(tiles), "-d", "4")[3]] * 3
    )


def test_perft_with_a_seed_draws_what_the_dealer_draws() -> None:
    facts = json.loads(good("perft", "--seed", "9", "--depth", "1", "--json"))
    assert facts["tiles"][0] == Game(seed=9, first_player="seat1").tile
    assert ways("--seed", "9", "-d", "4") == ways("--seed", "9", "-d", "4")
    ways("--seed", "9", "-d", "2", "--option", "first_player=random", "-p", "red,blue,green")


def test_perft_refuses_to_count_a_range() -> None:
    args = ("--boxes", PROVING_GROUND, "--tiles", "proving/auction", "--json")
    assert len(ways(*args, "--depth", "2")) == 2
    assert "at ply 3 a box asks for a number, and a range of" in bad("perft", *args, "--depth", "3")
    rules = Setup(boxes=(PROVING_GROUND,), options={"first_player": "seat1"}).rules()
    state = perft.before_the_draw(rules, 0)
    tiles = perft.read_tiles(rules, "proving/auction")
    for depth in (3, 4, 5, 6):  # whoever comes to the range: the engine, or the loop above it
        with pytest.raises(ValueError, match="a range of numbers cannot be counted"):
            perft.count_ways(state.copy(), tiles, depth)


def test_perft_takes_letters() -> None:
    assert ways("--tiles", "D,B,frrr", "-d", "2") == ways("--tiles", "CRFR-rEW,FFFF-monastery,FRRR", "-d", "2")
    tiles = json.loads(good("perft", "--tiles", "I,I", "-d", "1", "--json"))["tiles"]
    assert tiles == ["base/CFFC", "base/CFFC-garden"]  # they look the same where gardens are decoration


def test_without_a_seed_it_is_0_and_help_says_so() -> None:
    assert ways("-d", "3") == ways("-d", "3", "--seed", "0")
    for command in ("simulate", "perft"):
        assert "the default is 0" in " ".join(good(command, "--help").replace("│", " ").split())
    assert "1 game in" in good("simulate", "-n", "1") and "2 games in" in good("simulate", "-n", "2")


def test_elements_are_separated_by_commas() -> None:
    assert "there is no element 'sheep'" in bad("simulate", "--without", "farmers,sheep")


def test_perft_for_people() -> None:
    text = good("perft", "--depth", "3", "--lang", "nl")
    assert "manieren" in text and len([line for line in text.split("\n") if re.match(r" +[123] +\d", line)]) == 3


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--depth", "0"], "--depth"),
        (["--depth", "x"], "--depth"),
        (
            ["--tiles", "base/CFFFF"],
            "there is no tile 'base/CFFFF'; did you mean 'base/CFFF', 'base/CFFC', 'base/CFCF'?",
        ),
        (["--tiles", "0"], "there is no tile '0'; 'aude tiles BOX' shows those of a box"),
        (["--tiles", ","], "no tile is given"),
        (["--tiles", "RRRR,RRRR"], "there are not that many tiles base/RRRR to draw"),
        (["--tiles", "RRRR", "--seed", "1"], "give the tiles or a seed, not both"),
        (["--players", "9"], "9 players"),
    ],
)
def test_perft_with_mistakes(args: list[str], says: str) -> None:
    assert says in bad("perft", *args)


def test_abbeys_are_not_counted_among_the_tiles_that_were_drawn() -> None:
    """They are laid out of the hand; what fitted nowhere is never less than nothing."""
    found = data.play(data.Plan(Setup(boxes=("abbey_and_mayor",)), seed=3), range(20))
    assert found.unplaceable.least == 0 and (found.turns.most or 0) > 83
