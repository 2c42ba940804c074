"""Bots in other languages: whole games through the pipe, what they are told, and that nothing they do does harm."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aude import Game, Setup, Unreadable, bots
from aude.bots import Bot, Forfeit, dismiss, let_play
from aude.bots.outside import OutsideBot, Speaker, messages, speak
from aude.bots.outside.bot import Limits
from aude.bots.outside.child import Child
from aude.catalog.boxes import BOXES, info
from aude.catalog.errors import said
from aude.formats.setupfile import from_facts
from aude.game.setup import COLOURS
from terminal import bad, good, process, run, sit

HERE = Path(__file__).parent
ROOT = HERE.parent
PROVING_GROUND = str(HERE / "boxes" / "proving_ground")
WRONG = [sys.executable, "-I", "-S", str(HERE / "misbehaving_bot.py")]
SEED = 5
PATIENCE = 600  # seconds: other work may go on beside the tests
DEALER = 190_283_746_556_473  # easily found in a text
ORDER = ("base/FFFF-monastery", "base/CRFR-rEW", "base/FRRR", "base/CFFF", "base/FFRR-rSW", "base/FRFR-rEW")
EXPANSIONS = [name for name in BOXES if info(name).extends == "carcassonne"]
SETUPS = {
    "base": Setup(players=COLOURS[:3]),
    **{box: Setup(boxes=(box,), players=COLOURS[:3]) for box in EXPANSIONS},
    "the_city": Setup("the_city", players=COLOURS[:3]),
    "everything a box may do": Setup(boxes=(PROVING_GROUND,), players=COLOURS[:3], options={"auction_top": "99"}),
    "an order": Setup(order=ORDER, players=COLOURS[:3], seed=DEALER, bots={"red": "greedy"}, title={"en": "Mine"}),
    "only an order": Setup(order=ORDER, rest="none", boxes=("river",), players=COLOURS[:3]),
    "a position": Setup(position="lay base/FRRR 1,0\nstand red meeple road W at 1,0\nturn blue", players=COLOURS[:3]),
}  # fmt: skip


def our_bot(name: str, *more: str) -> list[str]:
    return [sys.executable, "-m", "aude", "bot", name, "--seed", str(SEED), *more]


@pytest.fixture(scope="module")
def piped() -> Iterator[OutsideBot]:
    """One program for many games."""
    bot = OutsideBot(our_bot("random", "--boxes", PROVING_GROUND))
    yield bot
    bot.leave(Game(seed=1))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every line that programs are told."""
    lines: list[bytes] = []
    tell = Child.tell

    def kept(self: Child, line: bytes) -> None:
        lines.append(line)
        tell(self, line)

    monkeypatch.setattr(Child, "tell", kept)
    return lines


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the programs that were started."""
    numbers: list[int] = []
    start = Child.__init__

    def kept(self: Child, command: list[str]) -> None:
        start(self, command)
        numbers.append(self.pid)

    monkeypatch.setattr(Child, "__init__", kept)
    return numbers


def is_there(pid: int) -> bool:
    """Whether a process runs, or is a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pid: int, seconds: float = PATIENCE) -> bool:
    """Whether a process goes away in a while. (Orphans are waited for by the system, not by us.)"""
    deadline = time.monotonic() + seconds
    while is_there(pid):
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists() and ") Z " in stat.read_text():
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def play(game: Game, blue: Bot) -> Game:
    """A whole game of a bot against random ones."""
    game.observes = False
    others = {seat: bots.make("random", number) for number, seat in enumerate(game.seats)}
    while game.actor is not None:
        let_play(blue if game.actor == "blue" else others[game.actor], game)
    return game


# -- the same games ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SETUPS)
def test_a_game_through_the_pipe_is_the_game_played_directly(name: str, piped: OutsideBot, told: list[bytes]) -> None:
    """Move by move; and nothing was told that a seat may not know."""
    direct = play(Game(SETUPS[name], seed=DEALER), bots.make("random", SEED))
    game = play(Game(SETUPS[name], seed=DEALER), piped)
    assert [(move.seat, move.text) for move in game.moves] == [(move.seat, move.text) for move in direct.moves]
    assert game == direct and game.over
    told.append(messages.as_line(messages.over(game, len(game.moves), {"moves"})))
    check_fair([line for line in told if b'"hello"' not in line], game)


def check_fair(lines: list[bytes], game: Game) -> None:
    """Whoever knows only these lines would write the same ones: all that they say is public."""
    mirror = Speaker(
        "mirror", lambda _: bots.make("random", 1), lambda facts: from_facts(facts, folders=[PROVING_GROUND]), Game
    )
    asked = 0
    for line in lines:
        assert str(DEALER).encode() not in line and f"{DEALER:x}".encode() not in line
        message = json.loads(line)
        if message["type"] == "game":
            assert not {"seed", "order", "rest", "bots", "title"} & set(message["setup"])
            mirror.answer(message)
            assert isinstance(mirror.game, Game)
            assert messages.new_game(mirror.game, "blue", 0) == {**message, "seed": messages.fair_seed(0)}
        elif message["type"] == "ask":
            asked += 1
            there = mirror.follow(message)
            assert not there.is_dealt and there.seed is None
            fields = message["id"], message["seconds"], message["after"], {"moves"}
            assert json.loads(messages.as_line(messages.ask(there, there.options, *fields))) == message
    assert asked > 3 and lines[0].startswith(b'{"type":"game"')
    end = json.loads(lines[-1])
    assert (end["scores"], end["winners"]) == (game.scores, game.winners)


@pytest.mark.parametrize("setup", [Setup(), Setup("the_city")], ids=["base", "the_city"])
def test_greedy_through_the_pipe(setup: Setup, told: list[bytes], started: list[int]) -> None:
    """A program of its own, told how it ended, and gone at the end."""
    direct = play(Game(setup, seed=7), bots.make("greedy", SEED))
    bot = OutsideBot(our_bot("greedy"))
    game = play(Game(setup, seed=7), bot)
    assert [move.text for move in game.moves] == [move.text for move in direct.moves]
    assert is_there(started[0])
    dismiss([bot], game)
    *_, over, quit_ = map(json.loads, told)
    assert quit_ == {"type": "quit"}
    assert over["type"] == "over" and over["scores"] == game.scores and over["winners"] == game.winners
    assert not is_there(started[0])


def test_the_seed_of_a_bot_does_not_lead_to_that_of_the_dealer() -> None:
    """Equal seeds are told equally, others otherwise, and none is told as it is."""
    game = Game(seed=3)
    seeds = [messages.new_game(game, "blue", seed)["seed"] for seed in (3, 3, 2, 1)]
    assert seeds[0] == seeds[1] and len(set(seeds)) == 3 and not {1, 2, 3} & set(seeds)


def test_what_was_taken_back_is_told(piped: OutsideBot, told: list[bytes]) -> None:
    """Two turns later red's first figure is taken back, and the program follows."""
    game = Game(seed=3, first_player="seat1")
    while len(game.moves) < 10:
        if game.actor == "red":
            let_play(piped, game)
        else:
            game.play(game.options[0])
    before = json.loads(told[-1])
    game.take_back(len(game.moves) - 2)
    assert game.actor == "red"
    let_play(piped, game)
    question = json.loads(told[-1])
    assert before["after"] + len(before["moves"]) > question["after"] == 2
    assert question["moves"] == [] and question["step"] == "deploy"


def test_another_game_or_seat_is_told(piped: OutsideBot, told: list[bytes]) -> None:
    first, second = Game(seed=1, first_player="seat1"), Game(seed=1, first_player="seat1")
    for game in (first, second, first, first):
        piped.choose(game)
    types = [json.loads(line)["type"] for line in told if b'"hello"' not in line]
    assert types == ["game", "ask", "game", "ask", "game", "ask", "ask"]
    restored = Game(seed=1)
    restored.restore(restored.to_bytes())
    with pytest.raises(Unreadable, match="its moves are unknown"):
        piped.choose(restored)


@pytest.mark.parametrize("wants", [[], ["moves"], ["events"], ["board"], ["fits"]])
def test_a_program_is_told_what_it_wants(wants: list[str]) -> None:
    game = Game(seed=1, first_player="seat1")
    game.play(game.options[0])
    message = messages.ask(game, game.options, 1, 60.0, 0, wants)
    assert ("moves" in message) == (wants in (["moves"], ["events"]))
    assert ("board" in message) == (wants in (["board"], ["fits"]))
    if wants in (["board"], ["fits"]):
        assert message["board"] == game.board.to_json(fits=wants == ["fits"])
    if wants == ["events"]:
        assert [event for move in message["moves"] for event in move["events"]] == [e.to_json() for e in game.events]
    assert list(message)[-1] == "options"


# -- what goes wrong --------------------------------------------------------------------------------------------------
MISTAKES = {
    "no hello": "did not say hello within 0.5 s",
    "stubborn": "did not say hello within 0.5 s",
    "version": "speaks version 2 of the protocol, not 1",
    "wants": "wants 'bord'; possible: moves, events, board, fits (did you mean 'board'?)",
    "list": "wants 'board'; possible: moves",
    "type": "where a message of type 'hello' was expected",
    "crash": "ended with exit code 3; its last words on standard error: first line / boom: no such tile",
    "orphan": "ended with exit code 0",
    "killed": "was ended by signal 9",
    "closed": "closed its standard output",
    "garbage": "wrote a line that is not JSON: 'place 1,0'",
    "bytes": "wrote a line that is not JSON: ",
    "deep": "wrote a line that is not JSON: ",
    "no object": "wrote '[1, 2]' where a message of type 'answer' was expected",
    "long": "wrote a line of more than 65536 bytes",
    "endless": "wrote a line of more than 65536 bytes",
    "id": "answered question 2, not 1",
    "true id": "answered question True, not 1",
    "no action": "answered without an action: an action is an object with a 'verb', not 'pass'",
    "not offered": '"cell": [99, 99], "rotation": 0}\', which is not offered',
    "true": "which is not offered",
    "late": "did not answer within 0.5 s",
    "twice": "wrote before it was asked: ",
    "flood": "wrote before it was asked: ",
}


@pytest.mark.parametrize("mode", MISTAKES)
def test_a_mistake_loses_the_game_and_ends_the_program(mode: str, tmp_path: Path, started: list[int]) -> None:
    slow = mode in ("no hello", "stubborn", "late")
    limits = Limits(hello=0.5 if mode in ("no hello", "stubborn") else 600, move=0.5 if mode == "late" else 600)
    bot = OutsideBot([*WRONG, mode, str(tmp_path / "pid")], limits=limits)
    game = Game(seed=1, first_player="seat1")
    before = game.to_bytes()
    begun = time.monotonic()
    with pytest.raises(Forfeit) as lost:
        while game.actor is not None:
            assert mode in ("twice", "flood") or game.to_bytes() == before
            let_play(bot, game)
            time.sleep(0.2)  # for what is said unasked
    assert time.monotonic() - begun < PATIENCE and (not slow or time.monotonic() - begun >= 0.5)
    assert MISTAKES[mode] in lost.value.reason and lost.value.seat == "red"
    assert str(lost.value).startswith(f"red loses the game: the bot {bot.name!r} ")
    assert lost.value.reason in str(lost.value) or len(str(lost.value)) > 500
    assert len(started) == 1 and not is_there(started[0])
    if mode == "orphan":
        assert gone(int((tmp_path / "pid").read_text()))


def test_a_forfeit_is_said_in_every_language() -> None:
    bot = OutsideBot([*WRONG, "garbage"], name="mine")
    with pytest.raises(Forfeit) as lost:
        bot.choose(Game(seed=1, first_player="seat1"))
    assert str(lost.value) == "red loses the game: the bot 'mine' wrote a line that is not JSON: 'place 1,0'"
    assert (
        said(lost.value, "nl") == "red verliest het spel: de bot 'mine' schreef een regel die geen JSON is: 'place 1,0'"
    )
    assert said(lost.value, "nb") == "red taper spillet: boten 'mine' skrev en linje som ikke er JSON: 'place 1,0'"


def test_much_on_standard_error_holds_nobody_up() -> None:
    bot = OutsideBot([*WRONG, "chatter"])
    game = Game(seed=1, first_player="seat1")
    for _ in range(2):
        assert bot.choose(game) in game.options
    dismiss([bot], game)


def test_a_program_that_nobody_holds_is_ended(started: list[int]) -> None:
    bot = OutsideBot([*WRONG, "fine"])
    bot.choose(Game(seed=1))
    assert is_there(started[0])
    del bot
    assert not is_there(started[0])


def test_a_program_that_does_not_start_loses(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.write_text("")
    empty.chmod(0o755)
    with pytest.raises(Forfeit, match="cannot be started: Exec format error"):
        OutsideBot([str(empty)]).choose(Game(seed=1))


# -- names ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("run:", "a bot that is a program is written run:COMMAND"),
        ("run: ./x 'y", "with matching quotes"),
        ("run:./nowhere --level 3", "there is no program './nowhere'"),
        ("run@x:./nowhere", "the bot's module 'run@x' cannot be imported"),
    ],
)
def test_a_command_that_cannot_be_run_is_told_at_once(name: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        bots.make(name)


def test_a_command_is_split_as_a_shell_does_and_may_have_a_time_limit() -> None:
    usual = bots.make("run:sh -c 'exit 3' --level=3")
    assert isinstance(usual, OutsideBot) and usual.name == "run:sh -c 'exit 3' --level=3"
    assert usual.command == ["sh", "-c", "exit 3", "--level=3"] and usual.limits == Limits(move=60, hello=60)
    timed = bots.make("run@2.5:sh")
    assert isinstance(timed, OutsideBot) and timed.limits.move == 2.5


def test_a_set_up_does_not_run_commands() -> None:
    with pytest.raises(Unreadable, match="is code; a set-up names bots that come with Aude"):
        from_facts({"version": 1, "bots": {"red": "run:sh"}})


# -- the command line and the table -----------------------------------------------------------------------------------
def wrong(mode: str, *more: str) -> str:
    return f"run:{shlex.join([*WRONG, mode, *more])}"


def test_games_in_bulk_count_what_is_lost() -> None:
    args = ("simulate", "--games", "3", "--seed", "1", "--bot", f"blue={wrong('not offered')}")
    facts = json.loads(good(*args, "--json"))
    assert facts["games"] == 3 and facts["seats"]["blue"]["forfeits"] == 3 and facts["seats"]["blue"]["wins"] == 0
    assert facts["seats"]["red"]["wins"] == 3 and facts["seats"]["red"]["games"] == 0
    assert [lost["seat"] for lost in facts["forfeits"]] == ["blue"] * 3
    assert "which is not offered" in facts["forfeits"][0]["reason"]
    text = good(*args)
    assert "Lost by a wrong answer: blue 3" in text and "The first time: blue loses the game" in text
    facts = json.loads(good("simulate", "--games", "1", "--bot", f"{wrong('fine')} --a=b", "--json"))
    assert facts["forfeits"] == [] and facts["games"] == 1


def test_a_program_that_is_gone_does_not_take_us_with_it() -> None:
    """Writing to it would be a signal that ends the command, which does not mind when its own reader goes away."""
    found = process("simulate", "--games", "2", "--bot", "blue=run:true", "--json")
    assert found.returncode == 0 and found.stderr == ""
    assert [lost["reason"] for lost in json.loads(found.stdout)["forfeits"]] == ["ended with exit code 0"] * 2


def test_of_several_others_whoever_leads_has_won() -> None:
    args = ("--games", "2", "--seed", "1", "--players", "3", "--bot", f"green={wrong('crash')}", "--bot", "red=greedy")
    seats = json.loads(good("simulate", *args, "--json"))["seats"]
    assert sum(seats[seat]["wins"] + seats[seat]["shared_wins"] for seat in ("red", "blue")) >= 2
    assert seats["green"]["wins"] == seats["green"]["shared_wins"] == 0


@pytest.mark.parametrize(
    ("language", "says", "ends"),
    [
        ("en", "Red loses the game: the bot", "The game ends here."),
        ("nl", "Red verliest het spel: de bot", "Het spel eindigt hier."),
        ("nb", "Red taper spillet: boten", "Spillet slutter her."),
    ],
)
def test_at_the_table_a_lost_game_ends(language: str, says: str, ends: str) -> None:
    both = ("--bot", f"red={wrong('not offered')}", "--bot", "blue=random", "-o", "first_player=seat1")
    result = run("play", "--plain", "--lang", language, "--seed", "1", *both)
    assert result.exit_code == 1 and says in result.stdout and ends in result.stdout


def test_people_may_answer_for_a_bot_that_has_lost(tmp_path: Path) -> None:
    game = Game(seed=1, first_player="seat1")
    text, how, table = sit(["1", "1", f"save {tmp_path}/x"], game, players={"red": wrong("id")})
    assert how == "left" and "Red loses the game: the bot" in text and "From now on you can answer for red" in text
    assert table.people == ["red", "blue"] and [move.seat for move in table.game.moves][1] == "red"


def test_a_record_names_only_bots_that_come_with_aude(tmp_path: Path) -> None:
    good("play", "-p", "3", "--bot", "blue=random", "--bot", f"green={wrong('fine')}", "--seed", "1", "--plain",
         "-o", "first_player=seat1", typed=f"save {tmp_path}/x\n")  # fmt: skip
    assert (tmp_path / "x").read_text().splitlines()[-1] == "# bots blue=random"


def test_ctrl_c_ends_the_program_too(tmp_path: Path) -> None:
    """The program thinks for an hour; nobody waits for it."""
    pid = tmp_path / "pid"
    both = ["--bot", f"red={wrong('waits', str(pid))}", "--bot", "blue=random"]
    command = [sys.executable, "-m", "aude", "play", "--plain", "--seed", "1", "-o", "first_player=seat1", *both]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as aude:
        deadline = time.monotonic() + PATIENCE
        while not (pid.exists() and pid.read_text()) and time.monotonic() < deadline:
            time.sleep(0.02)
        number = int(pid.read_text())
        assert is_there(number)
        aude.send_signal(signal.SIGINT)
        _, errors = aude.communicate(timeout=PATIENCE)
        assert aude.returncode == 130 and errors == ""
    assert gone(number)


# -- our side ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["place 1,0"], "line 1: expected a message: a JSON object on one line"),
        (["[]"], "line 1: expected a message"),
        (['{"type":"hello"}', '{"kind":"ask"}'], "line 2: expected a message"),
        (['{"type":"ask","id":1,"after":0,"moves":[]}'], "'game' must come first"),
        (['{"type":"game"}'], "'setup' is missing"),
        (['{"type":"game","setup":{"version":1,"boxs":[]}}'], "boxs: there is no such field"),
        (['{"type":"game","setup":{"version":1}}', '{"type":"ask"}'], "line 2: 'id' is missing"),
        (['{"type":"game","setup":{"version":1},"seed":"x"}'], "'seed' is missing or has the wrong type"),
        (
            ['{"type":"game","setup":{"version":1}}', '{"type":"over","after":0,"moves":[{"seat":"chance"}]}'],
            "line 2: 'action' is missing",
        ),
    ],
)
def test_our_side_says_what_is_wrong_with_a_line(lines: list[str], says: str) -> None:
    result = run("bot", "random", typed="\n".join(lines))
    assert result.exit_code == 2 and says in result.stderr and result.stderr.count("\n") == 1


def test_our_side_answers_and_passes_over_what_it_does_not_know(tmp_path: Path) -> None:
    """Also a bot in a file, which may print what it likes."""
    path = tmp_path / "mine.py"
    path.write_text("def choose(game):\n    print('thinking')\n    return game.options[0]\n")
    setup = {"version": 1, "options": {"first_player": "seat1"}}
    chance = {"seat": "chance", "action": {"verb": "draw", "tile": "base/FFFF-monastery"}}
    typed: list[dict[str, Any]] = [
        {"type": "hello", "protocol": 1, "later": True},
        {"type": "news"},
        {"type": "game", "setup": setup},
        {"type": "ask", "id": 7, "after": 0, "moves": [chance]},
        {"type": "quit"},
    ]
    lines = "".join(json.dumps(message) + "\n" for message in typed)
    found = run("bot", str(path), typed=lines)
    hello, answer = map(json.loads, found.stdout.splitlines())
    assert hello == {"type": "hello", "protocol": 1, "name": str(path), "wants": ["moves"]}
    assert answer == {"type": "answer", "id": 7, "action": {"verb": "place", "cell": [0, 1], "rotation": 0}}
    assert found.stderr == "thinking\n"
    assert "there is no bot 'gredy'" in bad("bot", "gredy")


def test_a_bot_of_ours_that_answers_nonsense_is_told() -> None:
    class Jumper:
        name = "jumper"

        def choose(self, game: object) -> Any:
            return "jump"

    speaker = Speaker("jumper", lambda _: Jumper(), from_facts, Game)
    lines = ['{"type":"game","setup":{"version":1}}', '{"type":"ask","id":1,"after":0,"moves":[]}']
    with pytest.raises(Unreadable, match="line 2: the bot answered 'jump'; expected an option or an action"):
        speak(speaker, lines, print)


# -- the document and the examples ------------------------------------------------------------------------------------
REPLAYED = """
import sys
for line in open(sys.argv[1], encoding="utf-8"):
    if line.startswith("<"):
        print(line[2:].strip(), flush=True)
    elif (heard := sys.stdin.readline().strip()) != line[2:].strip():
        sys.exit(f"expected {line[2:].strip()} but heard {heard}")
print("to the end", file=open(sys.argv[2], "w"))
"""


def test_the_game_in_the_document_is_played(tmp_path: Path) -> None:
    """Every message of docs/bot-protocol.md, from hello to quit, is what is really sent and understood."""
    text = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    shown = [line for line in text.splitlines() if line.startswith(("> {", "< {"))]
    script, end = tmp_path / "script", tmp_path / "end"
    script.write_text("".join(f"{line}\n" for line in shown), encoding="utf-8")
    bot = OutsideBot([sys.executable, "-c", REPLAYED, str(script), str(end)], 1)
    setup = Setup(tiles={"base": 0, "base/CRFR-rEW": 1, "base/FFFF-monastery": 2}, options={"first_player": "seat1"})
    game = Game(setup, seed=1)
    while game.actor == "red":
        game.play(game.options[0])
    while game.actor is not None:
        let_play(bot, game)
    dismiss([bot], game)
    assert end.read_text() == "to the end\n"
    told = [json.loads(line[2:])["type"] for line in shown if line.startswith(">")]
    assert told == ["hello", "game", "ask", "ask", "over", "quit"]
    assert f"```sh\n{(ROOT / 'examples' / 'plain_bot.sh').read_text(encoding='utf-8')}```" in text


def test_the_bot_in_shell_answers_a_question_with_thousands_of_options_in_time() -> None:
    option = '{"verb":"aim","cell":[%d,0]}'
    question = ",".join(option % number for number in range(8000))
    lines = f'{{"type":"ask","id":7,"seconds":60.0,"about":[],"options":[{question}]}}\n{{"type":"quit"}}\n'
    command = ["sh", str(ROOT / "examples" / "plain_bot.sh")]
    before = os.times().children_user
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    assert os.times().children_user - before < 30  # by the processor's time: other work may go on beside
    assert json.loads(done.stdout) == {"type": "answer", "id": 7, "action": {"verb": "aim", "cell": [0, 0]}}


@pytest.mark.parametrize("command", ["python3 -I -S examples/plain_bot.py", "sh examples/plain_bot.sh"])
@pytest.mark.parametrize("name", ["base", "the_city", "everything a box may do"])
def test_the_examples_play_whole_games(command: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    command = command.replace("python3", sys.executable)
    bot = bots.make(f"run:{command}", 1)
    game = play(Game(SETUPS[name], seed=2), bot)
    dismiss([bot], game)
    assert game.over and any(move.seat == "blue" for move in game.moves)
    if "plain_bot.py" in command and name == "base":
        assert game.winners == ["blue"]  # of its few words of strategy two random ones have none
