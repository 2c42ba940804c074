"""The command line: what it prints, and what it says to mistakes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.core import TyperArgument, TyperGroup, TyperOption
from typer.main import get_command

import aude
from aude.cards.card import meanings
from aude.catalog import rulebook
from aude.catalog.boxes import BOXES, expansions, info
from aude.catalog.texts import LANGUAGES, Texts
from aude.cli.main import app, translate
from aude.cli.play import interview
from aude.cli.shared import language_in, language_of
from aude.data import running
from aude.dev import perft
from aude.game.setup import Setup
from terminal import PACKAGE, bad, good, process, run

PROVING_GROUND = str(Path(__file__).parent / "boxes" / "proving_ground")
COMMANDS = (
    "play", "new", "setups", "simulate", "arena", "perft", "replay", "verify", "review", "puzzles", "draw",
    "score", "import", "export", "tiles", "rules", "bot", "bench",
)  # fmt: skip
RECORD = (
    "aude 1\nplayers red blue\noption first_player seat1\n"
    "red draw base/CFFF   place 0,-1 turn 180   deploy meeple city\n     = red scores 4: tiles 4\n"
    "blue draw base/FFFF-monastery   place 0,1\n"
)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AUDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.aude"
    file.write_text(RECORD)
    return file


# -- the whole --------------------------------------------------------------------------------------------------------
def test_help_of_everything() -> None:
    text = good("--help")
    for command in COMMANDS:
        assert command in text
        own = good(command, "--help")
        assert f"{command} [OPTIONS]" in own
        assert "<bool>" not in own


def help_of(*args: str) -> str:
    """A help text without its frames and folds."""
    return " ".join(re.sub("[│╭╮╰╯─]", " ", good(*args)).split())


@pytest.mark.parametrize(
    ("language", "aude_says", "play_says", "options"),
    [
        ("en", "Carcassonne: play it", "Continue a saved game.", "Options"),
        ("nl", "Carcassonne in de terminal", "Verder met een bewaard spel.", "Opties"),
        ("nb", "Carcassonne i terminalen", "Fortsett et lagret spill.", "Opsjoner"),
    ],
)
def test_help_in_each_language(
    language: str, aude_says: str, play_says: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for args in (["--lang", language], [f"--lang={language}"]):
        assert aude_says in help_of(*args, "--help")
        assert play_says in help_of(*args, "play", "--help")
        assert play_says in help_of("play", *args, "--help") and options in help_of("play", *args, "-h")
    monkeypatch.setenv("AUDE_LANG", language)
    assert play_says in help_of("play", "--help")
    done = process("play", "--help", AUDE_LANG=language, COLUMNS="120", PYTHONIOENCODING="utf-8")
    assert done.returncode == 0 and play_says in done.stdout


def test_every_command_and_flag_has_help_and_no_help_is_left_over() -> None:
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    used = {f"cli.help.panels.{name}" for name in ("options", "arguments", "commands")}

    class Listening(Texts):
        def __call__(self, key: str, /, **values: object) -> str:
            used.add(key)
            return super().__call__(key, **values)

    for language in LANGUAGES:
        translate(group, Listening(language))
        for command in (group, *group.commands.values()):
            assert command.help and not command.help.startswith("cli.")
            for param in command.params:
                assert isinstance(param, TyperOption | TyperArgument)
                assert param.help and not param.help.startswith("cli."), (command.name, param.name)
    assert used == {key for key in Texts("en").entries if key.startswith("cli.help.")}


def test_the_language_is_found_before_the_command_line_is_read() -> None:
    assert language_in(["play", "--lang", "nl"], {"LANG": "nb_NO"}) == "nl"
    assert language_in(["--lang=nl", "play", "--lang", "nb"], {}) == "nb"
    assert language_in(["play", "--lang"], {"LANG": "nb_NO"}) == "nb"
    assert language_in(["--lang", "xx"], {}) == "en" and language_in(["--langs=nl"], {}) == "en"
    assert language_in([], {"LANG": "nl_NL"}) == "nl"


def test_the_command_alone_shows_its_help() -> None:
    alone = process(AUDE_LANG="nl")
    assert "Carcassonne in de terminal" in alone.stdout and alone.stderr == ""


def test_version() -> None:
    assert good("--version").startswith(f"aude {aude.__version__} (")


@pytest.mark.parametrize(
    "args", [["fly"], ["--fly"], ["play", "--fly"], ["--lang", "xx", "rules"], ["rules", "--lang", "EN"]]
)
def test_unknown_words_are_usage_errors(args: list[str]) -> None:
    bad(*args)


def test_as_a_process() -> None:
    done = process("rules", "BASE-08", "--lang", "nl")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith("BASE-08 ") and "Zonder betekenis in software:" in done.stdout
    wrong = process("rules", "BASE-99")
    assert wrong.returncode == 2 and wrong.stdout == ""
    assert wrong.stderr.startswith("aude: no rule has the id 'BASE-99'") and wrong.stderr.count("\n") == 1


def test_a_terminal_without_our_letters_a_reader_that_goes_away_and_no_keyboard() -> None:
    done = process("tiles", "carcassonne", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and "-----------" in done.stdout and "Traceback" not in done.stderr
    command = f"{sys.executable} -m aude tiles carcassonne | head -1; {sys.executable} -m aude play --plain <&-"
    environ = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    piped = subprocess.run(command, shell=True, capture_output=True, text=True, env=environ, check=False)
    assert piped.returncode == 0 and "Goodbye." in piped.stdout and "Traceback" not in piped.stderr
    for args in ("tiles --plain", "tiles --json", "rules carcassonne", "play --help", "perft -d 5"):
        gone = subprocess.run(  # the reader closes before anything is written
            f"{sys.executable} -m aude {args} | :", shell=True, capture_output=True, text=True, env=environ, check=False
        )
        assert gone.stderr == ""


def test_ctrl_c_while_it_is_loaded_leaves_without_a_word() -> None:
    """Nothing is there yet that could say goodbye."""
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'typer':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from aude.__main__ import main\n"
        "main()\n"
    )
    environ = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environ, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_is_heeded_before_the_game_is_loaded() -> None:
    """Whatever is imported before `main` runs could still be interrupted with a traceback: it is next to nothing."""
    code = "import sys, aude.__main__; print(*sorted(name for name in sys.modules if name.startswith('aude')))"
    environ = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environ, check=True)
    assert done.stdout.split() == ["aude", "aude.__main__", "aude.shown", "aude.version"]  # none has imports of Aude


def test_ctrl_c_before_the_table_leaves_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("aude.cli.play.build_setup", interrupted)
    result = run("play", "--text")
    assert (result.exit_code, result.output.strip()) == (130, "")


def test_a_box_is_found_by_a_word_of_its_name() -> None:
    """In any language, also by the beginning of a word; several that have it are listed, and none is guessed."""
    assert "The Princess & the Dragon" in good("rules", "--card", "--boxes", "dragon")
    assert "The Princess & the Dragon" in good("rules", "--card", "--boxes", "Draak,herbergen")
    assert "PD-01" in good("rules", "dragon")
    assert "The Princess & the Dragon" in good("rules", "--card", "--boxes", "drage,inn", "--lang", "en")
    assert "2 boxes: inns_and_cathedrals, cathars" in bad("rules", "--card", "--boxes", "cath")
    assert "2 boxes: river, river_ii" in bad("rules", "--card", "--boxes", "rivier")
    assert "did you mean 'tower'?" in bad("rules", "--card", "--boxes", "towr")
    assert "The Wheel of Fortune" in good("rules", "--card", "--game", "wheel")
    assert "The City" in good("rules", "--card", "--game", "stad")
    assert good("rules", "--card", "--game", "Carcassonne") == good("rules", "--card")


def test_ctrl_c_leaves_with_130_and_no_traceback() -> None:
    environ = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    # A shell lets what runs in its background ignore the signal, and so would Python.
    heeding = "import signal, runpy, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    playing = "sys.argv[1:] = ['play', '--plain']; runpy.run_module('aude', run_name='__main__')"
    command = [sys.executable, "-c", f"{heeding}; {playing}"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environ) as child:
        assert child.stdout is not None
        assert any("?" in line for line in child.stdout)  # the question: now it waits for us
        child.send_signal(signal.SIGINT)
        child.wait(timeout=300)  # before its input is closed, which would end the game as well
        out, err = child.communicate()
    assert child.returncode == 130 and "Goodbye." in out and "Traceback" not in out + err


def test_ctrl_c_in_a_long_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "simulate", interrupted)
    monkeypatch.setattr(perft, "perft", interrupted)
    assert run("simulate").exit_code == 130
    assert run("perft").exit_code == 130


def test_the_language_comes_from_the_environment() -> None:
    assert language_of({}) == "en"
    assert language_of({"LANG": "nb_NO.UTF-8"}) == "nb"
    assert language_of({"LANG": "nn_NO.UTF-8"}) == "nb"
    assert language_of({"LANG": "C.UTF-8"}) == "en"
    assert language_of({"LANG": "nl_BE"}) == "nl"
    assert language_of({"LC_ALL": "de_DE", "LANG": "nl_NL"}) == "en"
    assert language_of({"AUDE_LANG": "nl", "LC_ALL": "nb_NO"}) == "nl"


def test_the_language_can_stand_before_or_after_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("--games", "2")
    assert "gewonnen" in good("--lang", "nl", "simulate", *args)
    assert "gewonnen" in good("simulate", *args, "--lang", "nl")
    assert "seire" in good("--lang", "nl", "simulate", *args, "--lang", "nb")
    monkeypatch.setenv("AUDE_LANG", "nb")
    assert "seire" in good("simulate", *args)
    assert "wins" in good("simulate", *args, "--lang", "en")


# -- play -------------------------------------------------------------------------------------------------------------
def test_play_without_options_is_one_person_against_greedy() -> None:
    text = good("play", "--seed", "5", typed="scores\n")
    assert "At the table: red, blue (greedy)" in text and "Goodbye." in text


def test_play_with_everything(tmp_path: Path) -> None:
    text = good(
        "play", "--text", "--plain", "--players", "anna,bo,cy", "--bot", "bo=random", "--option", "tiny_city=on",
        "--option", "first_player=seat1", "--without", "farmers", "--figures", "meeple=3", "--copies", "base=2",
        "--seed", "4", "--lang", "nl", typed=f"1\nbewaar {tmp_path}/x\n",
    )  # fmt: skip
    assert "Aan tafel: anna, bo (random), cy" in text and "3 meeples in voorraad" in text
    saved = (tmp_path / "x").read_text()
    assert "without farmers" in saved and "option tiny_city on" in saved and "tiles base 2" in saved
    assert "# bots bo=random" in saved


def test_the_same_seed_is_the_same_game() -> None:
    args = ("play", "--seed", "77", "--option", "first_player=seat1")
    assert good(*args, typed="1\n1\n") == good(*args, typed="1\n1\n")


def test_play_with_numbers_of_players_and_bots() -> None:
    assert "At the table: red, blue, green\n" in good("play", "--players", "3", "--plain")
    assert "red, blue (greedy), green (greedy)" in good("play", "-p", "3", "--bots", "--plain")
    assert "red (random), blue" in good("play", "--bot", "red=random", "--plain")
    assert "red, blue (random), green (greedy)" in good("play", "-p", "3", "--bots", "--bot", "blue=random", "--plain")


def test_play_by_hand() -> None:
    text = good("play", "--by-hand", "--option", "first_player=seat1", "-p", "2", typed="draw CFFF\n")
    assert "Draw a tile." in text and "The tile in hand: base/CFFF" in text
    assert "the same seed" not in good("play", "--by-hand", "--seed", "4", "-p", "2")  # which is for the bots


def test_play_on_from_a_file(record: Path) -> None:
    text = good("play", "--load", str(record), "--seed", "1", typed="scores\n")
    assert "a game of 5 moves so far" in " ".join(text.split()) and "Red: 4 points" in text
    bots = good("play", "--load", str(record), "--bot", "red=greedy", "--plain")
    assert "At the table: red (greedy), blue" in bots


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--players", "1"], "1 player: this game is for 2 to 5"),
        (["--players", "6"], "6 players: this game is for 2 to 5"),
        (["--players", "99"], "99 players: there can be at most 6"),
        (["--players", "red"], "1 player: this game is for 2 to 5"),
        (["--players", "Red,red"], "'red' cannot be a seat's name: two seats have this name"),
        (["--players", "red,chance"], "'chance' cannot be a seat's name: records use this word"),
        (["--players", "red,2nd"], "'2nd' cannot be a seat's name: it must begin with a letter"),
        (["--players", "red,bo b"], "'bo b' cannot be a seat's name: only letters, digits"),
        (["--players", f"red,{'b' * 21}"], "cannot be a seat's name: it can have at most 20 letters"),
        (["--players", "red,Help"], "'Help' cannot be a seat's name: it has another meaning"),
        (["--players", "red,angre"], "'angre' cannot be a seat's name: it has another meaning"),
        (["--players", "red,place"], "'place' cannot be a seat's name: it has another meaning"),
        (["--players", ",,"], "0 players"),
        (["--bot", "blue"], "--bot 'blue': write it as KEY=VALUE"),
        (["--bot", "blue="], "write it as KEY=VALUE"),
        (["--bot", "green=greedy"], "there is no seat 'green'"),
        (
            ["--bot", "blue=gredy"],
            "there is no bot 'gredy'; bots: "
            "random, beginner, friendly, greedy, casual, club, expert, master (did you mean 'greedy'?)",
        ),
        (["--bot", "blue=greedy", "--bot", "blue=random"], "blue is given twice"),
        (["--boxes", "moon"], "there is no box 'moon'"),
        (["--boxes", "carcassonne"], "carcassonne is not an expansion of carcassonne"),
        (["--boxes", "rivr"], "there is no box 'rivr'; did you mean 'river'?"),
        (["--boxes", "river,all"], "--boxes: use 'all' by itself"),
        (["--option", "river_uturn=room"], "the option river_uturn belongs to the box river"),
        (["--game", "chess"], "there is no box 'chess'"),
        (["--option", "tiny_city"], "write it as KEY=VALUE"),
        (["--option", "tiny_town=on"], "there is no option 'tiny_town'"),
        (["--option", "tiny_city=maybe"], "'maybe' is not valid; values: off, on"),
        (["--option", "first_player=youngest", "--option", "youngest=4"], "there is no seat 4"),
        (["--without", "sheep"], "there is no element 'sheep'"),
        (["--figures", "meeple=many"], "'many' is not a number"),
        (["--figures", "king=1"], "there is no figure 'king'"),
        (["--copies", "base=99"], "99 copies; must be 0 to 20"),
        (["--copies", "moon=1"], "there is no tile set 'moon'"),
        (["--load", "/no/such/file"], "'/no/such/file' cannot be read: no such file or directory"),
        (["--load", "/"], "cannot be read: is a directory"),
        (["--load", "x", "--players", "2"], "a saved game has its own set-up"),
    ],
)
def test_play_with_mistakes(args: list[str], says: str) -> None:
    assert says in bad("play", *args)


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", str(2**63), ""])
def test_a_seed_is_a_number(seed: str) -> None:
    says = "a whole number from 0 to 9223372036854775807 (2**63 - 1)"
    for command in ("play", "simulate", "perft"):
        assert says in bad(command, "--seed", seed)


def test_seats_are_called_as_they_are_written() -> None:
    """Only colours are always small; who is meant is understood in any case, and however a letter is composed."""
    composed = "Zoe\N{COMBINING DIAERESIS}"
    text = good(
        "play", "--players", f"Øyvind,{composed},RED", "--bot", "øyvind=random", "--bot", "ZOË=greedy", "--plain"
    )
    assert "At the table: Øyvind (random), Zoë (greedy), red" in text


class Typing:
    """A screen at which somebody types; None is Ctrl-C, and the end is Ctrl-D."""

    def __init__(self, lines: list[str | None]) -> None:
        self.lines = lines
        self.said: list[str] = []

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if line is None:
            raise KeyboardInterrupt
        return line

    def say(self, text: str = "", style: str | None = None) -> None:
        self.said.append(text)


def test_a_few_questions_before_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers(*lines: str | None, language: str = "en") -> tuple[Setup, dict[str, str], Typing]:
        screen = Typing(list(lines))
        monkeypatch.setattr("aude.cli.play.Screen", lambda plain: screen)
        try:
            return *interview(Setup(), language, plain=False), screen
        except typer.Exit as left:
            assert screen.said[-1] in ("Goodbye.", "Tot ziens.")
            return Setup(players=()), {"exit": str(left.exit_code)}, screen

    setup, seated, screen = answers("", "2", "1", "9", "1", "No")
    assert setup.players == ("red", "blue", "green") and seated == {"green": "random"}
    assert setup.without == ("farmers",) and any(
        text.startswith("There is no bot '9'; choose from: 1 random, 2 beginner") for text in screen.said
    )
    assert any("beginner: learns the rules" in text for text in screen.said)
    assert answers("", "", "", "", "")[:2] == (Setup(), {"blue": "friendly"})
    assert answers("quit")[1] == answers("", "1", "1", "sluit", language="nl")[1] == answers("1")[1] == {"exit": "0"}
    assert answers("", "1", None)[1] == {"exit": "130"}
    setup, _, screen = answers("99", "river, anniversary_river", "1, 1", "1, 2", "6", "")
    assert setup.boxes == BOXES[1:3] and len(setup.players) == 6
    assert sum("no two rivers" in said for said in screen.said) == 3
    assert answers("alle", "", "", "", "", language="nb")[0].boxes == expansions("carcassonne")


# -- replay -----------------------------------------------------------------------------------------------------------
def test_replay_all(record: Path) -> None:
    text = good("replay", str(record), "--all")
    assert "Red scores 4 for city S at 0,-1 (completed)" in text and "Tiles (2): 4" in text
    assert "The record ends here; Blue chooses next." in text
    assert text == good("replay", str(record))  # no terminal, no stepping
    plain = good("replay", str(record), "--plain", "--lang", "nb")
    assert "Rød får 4" in plain and not re.search("[\u2500-\u25ff]", plain)


def test_replay_at_a_move(record: Path) -> None:
    assert "Red: 0 points" in good("replay", str(record), "--at", "2")
    assert "Red: 4 points" in good("replay", str(record), "--at", "3")
    assert "After move 1 of 5: Red chooses next." in good("replay", str(record), "--at", "1")
    assert "After move 3 of 5: a draw comes next." in good("replay", str(record), "--at", "3")


def test_replay_writes_the_table_as_lines(record: Path) -> None:
    """As it was when the turn of a move began."""
    assert good("replay", str(record), "--position").splitlines()[0] == "# 3/5"
    lines = good("replay", str(record), "--position", "--at", "4").splitlines()
    game = aude.Game.read(record.read_text(encoding="utf-8")).at(3)
    again = aude.Game(game.setup, deal=False)
    again.lay("\n".join(lines))
    assert again.scores == game.scores and again.position_lines() == lines[1:]
    assert good("replay", str(record), "--position", "--at", "0") == "# 0/5\nturn red\n"


def test_replay_for_machines(record: Path) -> None:
    facts = json.loads(good("replay", str(record), "--json"))
    assert [move["action"] for move in facts["moves"]][:2] == ["draw base/CFFF", "place 0,-1 turn 180"]
    scored = [event for move in facts["moves"] for event in move["events"] if event["name"] == "scored"]
    assert scored[0]["points"] == 4 and scored[0]["lines"] == [{"label": "tiles", "count": 2, "points": 4}]
    assert facts["scores"] == {"red": 4, "blue": 0} and facts["asked"] == "blue" and not facts["over"]
    assert len(json.loads(good("replay", str(record), "--json", "--at", "1"))["moves"]) == 1


def test_replay_with_mistakes(record: Path, tmp_path: Path) -> None:
    assert "cannot be read: no such file" in bad("replay", str(tmp_path / "nothing"))
    assert "is a directory" in bad("replay", str(tmp_path))
    assert "there is no move 99: the record has 5" in bad("replay", str(record), "--at", "99")
    bad("replay", str(record), "--at", "-1")
    bad("replay", str(record), "--at", "x")
    bad("replay")
    (tmp_path / "folder").write_text(RECORD.replace("aude 1\n", f"aude 1\nboxes {PROVING_GROUND}\n"))
    assert f"allow them: --boxes {PROVING_GROUND}" in bad("replay", str(tmp_path / "folder"))
    good("replay", str(tmp_path / "folder"), "--boxes", PROVING_GROUND)
    bad("replay", str(record), "another")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    assert "is not a text file" in bad("replay", str(tmp_path / "binary"))
    (tmp_path / "wrong").write_text(RECORD.replace("scores 4", "scores 5"))
    assert "line 5: the record says 'red scores 5: tiles 4'" in bad("replay", str(tmp_path / "wrong"))
    (tmp_path / "illegal").write_text(RECORD.replace("place 0,1", "place 5,5"))
    assert "'place 5,5' is not allowed (BASE-12)" in bad("replay", str(tmp_path / "illegal"))


# -- tiles and rules --------------------------------------------------------------------------------------------------
def test_tiles_of_a_box() -> None:
    text = good("tiles", "carcassonne")
    assert "72 tiles of 32 kinds" in text and text == good("tiles")
    assert "4× D, start" in text and "8× V" in text and "···(M)···" in text
    plain = good("tiles", "carcassonne", "--plain")
    assert "base/CFFF (E), 4 in the box, 5 in the first edition: north city, east field" in plain
    facts = json.loads(good("tiles", "carcassonne", "--json"))
    assert sum(tile["count"] for tile in facts) == 72
    assert facts[0]["letter"] == "B" and facts[0]["segments"][0]["kind"] == "monastery"


def test_the_tiles_of_an_expansion_are_told_in_one_language() -> None:
    """Its title, the words of the base game and those of other boxes (gardens) too; the signs are explained."""
    plain = good("--lang", "nl", "tiles", "river_ii", "--plain")
    assert "De Rivier II: 12 tegels" in plain
    assert "oost weide, zuid rivier" in plain and "in het midden: tuin" in plain and "bij weg: herberg" in plain
    assert not any(word in plain for word in (" field", " road", " city", ": garden"))
    assert "G tuin" in good("--lang", "nl", "tiles", "river_ii")
    assert "a second meeple" in good("tiles", "anniversary")
    wheel = good("tiles", "wheel_of_fortune")
    assert "f fortune" in wheel and "░ blank" in " ".join(wheel.split())


def test_tiles_with_mistakes(tmp_path: Path) -> None:
    assert "there is no box 'carcasonne'; did you mean 'carcassonne'?" in bad("tiles", "carcasonne")
    assert "there is no box 'moon'; known boxes: carcassonne" in bad("tiles", "moon")
    bad("tiles", "")
    (tmp_path / "box.toml").write_text("id = 1")
    assert "is incomplete" in bad("tiles", str(tmp_path))
    (tmp_path / "box.toml").write_text('id = "x"\ntitle = "X"\n')
    assert "the box x has no tiles" in bad("tiles", str(tmp_path))


def test_rules() -> None:
    text = good("rules")
    assert re.search(r"carcassonne +Carcassonne +\d+ +\d+ +\d+ +\d+", text)
    assert re.search(r"river_ii +The River II +\d+", text)
    assert "De Rivier II" in good("--lang", "nl", "rules")
    assert "gq11_pig_herd = off, or on (R-SC-05)" in good("rules", "gq11")
    box = good("rules", "carcassonne")
    assert "BASE-01" in box and "R-FARM-02" in box and "EX-BASE-01" in box
    assert "tiny_city = off, or on (R-BASE-04)" in box
    assert good("rules", "Carcassonne") == box
    assert "1 point for each tile" in good("rules", "BASE-23") and good("rules", "base-23") == good("rules", "BASE-23")
    assert "Has no meaning in software" in good("rules", "BASE-08")


def test_rules_speak_to_players() -> None:
    """Where a rule comes from stands in the specification, not in what players read."""
    named = re.compile(r"\b00[0-4]\b|\bL\d+|\bseeds?\b")
    entries = [entry for entry in rulebook.entries().values() if entry.id != "R-TUN-01"]  # a value is called so there
    assert [entry.id for entry in entries if named.search(entry.text)] == []
    assert any(entry.source for entry in entries) and not named.search(good("rules", "TOW-10"))


def test_rules_with_mistakes() -> None:
    assert "no rule has the id 'BASE-1'; did you mean BASE-01?" in bad("rules", "BASE-1")
    assert "did you mean the box 'carcassonne'?" in bad("rules", "carcasonne")
    assert "no rule has the id 'rivr'; did you mean the box 'river'?" in bad("rules", "rivr")
    assert "no rule has the id '§', and no box has this name; 'aude rules' lists the boxes" in bad("rules", "§")
    bad("rules", "BASE-01", "BASE-02")


# -- bench ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--seconds", "0"], "--seconds"),
        (["--seconds", "x"], "--seconds"),
        (["--against", "/no/such/file"], "'/no/such/file': no such file"),
        (["--against", __file__], "is not an earlier run; 'aude bench --json > FILE' writes one"),
        (["--boxes", "moon"], "there is no box 'moon'"),
    ],
)
def test_bench_with_mistakes(args: list[str], says: str) -> None:
    assert says in bad("bench", *args)


@pytest.mark.parametrize("box", BOXES)
def test_rules_shows_every_option_of_a_box(box: str) -> None:
    """Also where the ruling stands in another text; the default first, and every other value; what each value means."""
    shown = " ".join(good("rules", box).split())
    dutch = " ".join(good("rules", box, "--lang", "nl").split())
    for option in info(box).options:
        assert f"{option.name} = {option.values[0]}, or {', '.join(option.values[1:])} ({option.ruling})" in shown
        for language, text in (("en", shown), ("nl", dutch)):
            told = meanings(info(box), option, language)
            assert set(told) == set(option.values)
            assert all(f" {value}: {meaning}" in text for value, meaning in told.items())


@pytest.mark.parametrize("box", BOXES)
def test_a_wrong_value_of_an_option_gets_the_right_ones(box: str) -> None:
    for option in info(box).options:
        flags = ("--game" if info(box).extends is None else "--boxes", box)
        told = bad("simulate", "--games", "1", *flags, "-o", f"{option.name}=never")
        assert f"values: {', '.join(option.values)}" in " ".join(told.split())


@pytest.mark.parametrize("args", [("play", "--plain", "--help"), ("rules", "--help", "--plain")])
def test_help_for_those_who_listen_has_no_frames(args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    assert not re.search("[│╭╮╰╯─]", good(*args)) and "--boxes" in good(*args)
    assert "╭" in good("play", "--help")
    monkeypatch.setenv("TERM", "dumb")
    assert "╭" not in good("play", "--help")
