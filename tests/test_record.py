"""Records: exact both ways, and every damaged one is either a game or gets a sentence that names the line."""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aude import AudeError, Game, Setup, Unreadable
from aude.game.setup import COLOURS

RECORDS = Path(__file__).parent / "records"

# One line of every kind that a record can have.
GOOD = """\
aude 1
game carcassonne
players red blue green
option first_player seat1
option tiny_city on
without farmers
figures meeple 6
tiles base 1
start base/CRFR-rEW 0,0 turn 0
lay base/FRRR 1,0 turn 0
lay base/CFFF 0,1 turn 90
stand green meeple road W at 1,0
points blue 3
turn blue

# Blue closes a small city, and Red the road on which Green stands.
blue    draw base/CFFF   place 0,-1 turn 180   deploy meeple city S
        = blue scores 2: tiles 2
green   draw base/CCCC-cNESW-pennant
        = discarded base/CCCC-cNESW-pennant
green   draw base/FFFF-monastery   place 0,2 turn 0   deploy meeple monastery
red     draw base/CRRR   place -1,0 turn 0   deploy meeple city N
        = green scores 3: tiles 3
blue    draw base/FRFR-rEW   place 2,0 turn 0   pass
"""
LINES = GOOD.splitlines()


def play_at_random(game: Game, seed: int, most: int = 10_000) -> Game:
    """Let chance and the seats choose anything, to the end or for some moves."""
    choose = random.Random(seed)
    while not game.over and len(game.moves) < most:
        game.play(choose.choice(game.options))
    return game


def sound(text: str) -> Game | None:
    """The game of a record that is sound in itself; or None, after a refusal that names a line of it and a reason."""
    try:
        game = Game.read(text)
    except AudeError as error:
        told = re.findall(r"\bline (\d+)", str(error))
        assert told, f"no line is named: {error}"
        assert 1 <= int(told[-1]) <= max(1, len(text.splitlines())), f"there is no such line: {error}"
        assert len(re.sub(r"\(?\bline \d+:?\)?", "", str(error)).strip()) > 8, f"no reason is given: {error}"
        return None
    again = Game.read(game.record)
    assert again == game
    assert again.record == game.record
    for number, seat in enumerate(game.seats):
        for kind, figure in enumerate(game.rules.figure_kinds):
            away = [
                at
                for index, at in enumerate(game.state.figure_at)
                if at != -1 and (game.rules.figure_seat[index], game.rules.figure_kind[index]) == (number, kind)
            ]
            assert len(away) + game.supply[seat][figure.name] == figure.each
    return game


# -- round trips ------------------------------------------------------------------------------------------------------
OPTIONS = {
    name: option.values for name, option in Setup().choices().items() if name not in ("sixth_player", "youngest")
}
NAMES = st.sampled_from([*COLOURS, "a", "b2", "long-name_20_letters", "meeple", "draw", "pass", "aude"])


STARTS = [(), (("base/RRRR", -3, 5, 0),), (("base/CFFF", 0, 0, 3), ("base/FRFR-rEW", 1, 0, 1))]


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any game that the base box allows, of sensible length."""
    seats = draw(st.lists(NAMES, min_size=2, max_size=6, unique=True))
    options = {name: draw(st.sampled_from(values)) for name, values in OPTIONS.items() if draw(st.booleans())}
    if len(seats) == 6:
        options["sixth_player"] = "on"
    if options.get("first_player") == "youngest":
        options["youngest"] = str(draw(st.integers(1, len(seats))))
    return Setup(
        players=tuple(seats),
        options=options,
        without=draw(st.sampled_from([(), ("farmers",)])),
        figures=draw(st.sampled_from([{}, {"meeple": 2}, {"meeple": 12}])),
        tiles=draw(st.sampled_from([{}, {"base": 1}, {"base": 2}])),
        start=draw(st.sampled_from(STARTS)),
    )


@settings(max_examples=60)
@given(setup=setups(), seed=st.integers(0, 2**48), most=st.sampled_from([0, 1, 10, 60, 10_000]))
def test_reading_what_was_written_gives_the_same_game(setup: Setup, seed: int, most: int) -> None:
    """Whatever is played with whatever set-up: the record tells it exactly, at every moment of the game."""
    game = play_at_random(Game(setup, seed=seed), seed, most)
    again = Game.read(game.record)
    assert again == game
    assert again.fingerprint() == game.fingerprint()
    assert again.record == game.record
    assert [(move.seat, move.text, move.events) for move in again.moves] == [
        (move.seat, move.text, move.events) for move in game.moves
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_prefix_of_a_game_has_a_record(seats: int) -> None:
    """A game can be put away after any move and taken up again."""
    game = play_at_random(Game(players=seats, seed=seats), seats)
    for number in range(0, len(game.moves), 17):
        before = game.at(number)
        assert Game.read(before.record) == before


def test_a_position_is_kept_with_what_was_played_from_it() -> None:
    """The lines that laid tiles and figures stand in the record, and the game goes on from them."""
    game = Game.read(GOOD)
    assert game.record.splitlines() == [line for line in LINES if not line.startswith("#")]
    assert Game.read(game.record) == game


def test_a_record_read_with_a_seed_is_played_on_by_a_dealer() -> None:
    """With a seed the draws go on by themselves, and the record still tells everything."""
    game = play_at_random(Game.read(GOOD, seed=5), 5)
    assert game.over
    assert Game.read(game.record) == game


def test_a_taken_back_choice_is_not_in_the_record() -> None:
    """After taking back, the record is what it was before."""
    game = Game(players=3, seed=11)
    before = game.record
    game.play(game.options[0])
    game.undo()
    assert game.record == before
    assert Game.read(before) == game


@pytest.mark.parametrize("name", ["game", "boxes", "players", "option", "without", "figures", "tiles", "start"])
def test_a_seat_is_no_word_that_begins_a_line_of_the_set_up(name: str) -> None:
    """A seat called `start` either can be recorded and read, or is refused when the game is set up."""
    try:
        game = Game(players=[name, "red"], seed=1, first_player="seat1")
    except Unreadable:
        return
    assert Game.read(game.record) == game


# -- golden records ---------------------------------------------------------------------------------------------------
GOLDEN: dict[str, tuple[str, dict[str, int]]] = {
    "two_players": ("5efb609f5088d09c", {"red": 13, "blue": 50}),
    "five_players": ("ef54f27b212663a7", {"red": 30, "blue": 10, "green": 11, "yellow": 32, "black": 19}),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_record_replays_as_ever(name: str) -> None:
    """Games recorded once are played the same by every later version: same answers, same scores, same state."""
    text = (RECORDS / f"{name}.txt").read_text(encoding="utf-8")
    game = Game.read(text)
    assert game.over
    assert game.record == text
    assert (game.fingerprint(), game.scores) == GOLDEN[name]
    assert sum(line.lstrip().startswith("= ") for line in text.splitlines()) > 10


# -- what is wrong in a record ----------------------------------------------------------------------------------------
WRONG = [
    # the head
    ("aude 1", "", 2, "a record must begin with 'aude 1'"),
    ("aude 1", "Aude 1", 1, "a record must begin with 'aude 1'"),
    ("aude 1", "aude", 1, "a record must begin with 'aude 1'"),
    ("aude 1", "aude 1 1", 1, "a record must begin with 'aude 1'"),
    ("aude 1", "aude 2", 1, "this record has version 2; only version 1 can be read"),
    ("aude 1", "aude one", 1, "this record has version one; only version 1 can be read"),
    # the set-up
    ("game carcassonne", "game chess", None, "there is no box 'chess'; known boxes: carcassonne"),
    ("game carcassonne", "game", 2, "'game' needs more words"),
    ("game carcassonne", "game carcassonne too", 2, "too many words after 'game'"),
    ("game carcassonne", "game carcassonne\ngame carcassonne", 3, "a second line 'game'"),
    ("game carcassonne", "boxes carcassonne", None, "carcassonne is not an expansion of carcassonne"),
    ("players red blue green", "players red", 3, "in the set-up: 1 player: this game is for 2 to 5"),
    ("players red blue green", "players red Red green", None, "'Red' cannot be a seat's name"),
    ("players red blue green", "players red blue blue", None, "two seats have this name"),
    ("players red blue green", "players red blue lay", None, "'lay' cannot be a seat's name"),
    ("players red blue green", "players a b c d e f", None, "6 players: this game is for 2 to 5"),
    ("players red blue green", "players red blue yellow", 12, "expected a seat: red, blue, yellow"),
    ("option tiny_city on", "option tiny_town on", None, "there is no option 'tiny_town'"),
    (
        "option tiny_city on",
        "option tiny_city yes",
        None,
        "option tiny_city: 'yes' is not valid; values: off, on",
    ),
    ("option tiny_city on", "option tiny_city", 5, "'option' needs more words"),
    ("option tiny_city on", "option tiny_city on off", 5, "too many words after 'option'"),
    ("option tiny_city on", "option first_player seat1", 5, "option first_player is given twice"),
    ("without farmers", "without cows", None, "there is no element 'cows'; elements: farmers"),
    ("without farmers", "without", 6, "'without' needs more words"),
    ("figures meeple 6", "figures meeple six", 7, "'six' is not a number"),
    ("figures meeple 6", "figures meeple -6", 7, "figures meeple: -6; must be 0 to 30"),
    ("figures meeple 6", "figures meeple ²", 7, "'²' is not a number"),
    ("figures meeple 6", f"figures meeple {'9' * 5000}", None, "9"),
    ("figures meeple 6", "figures meeple 31", None, "figures meeple: 31; must be 0 to 30"),
    ("figures meeple 6", "figures abbot 1", None, "there is no figure 'abbot'; figures: meeple"),
    ("figures meeple 6", "figures meeple 0", 12, "green has no meeple left"),
    ("tiles base 1", "tiles rivr 1", None, "there is no tile set 'rivr'; sets: base"),
    (
        "tiles base 1",
        "tiles river 1",
        None,
        "tiles river: no box of this game knows what a river is; add the box river",
    ),
    ("tiles base 1", "tiles base 21", None, "tiles base: 21 copies; must be 0 to 20"),
    ("tiles base 1", "tiles base ²", 8, "'²' is not a number"),
    ("start base/CRFR-rEW 0,0 turn 0", "start base/CRFR-rEW", 9, "'start' needs more words"),
    ("start base/CRFR-rEW 0,0 turn 0", "start base/CRFR-rEW 0;0 turn 0", 9, "a laid tile is written 'TILE X,Y turn"),
    ("start base/CRFR-rEW 0,0 turn 0", "start base/CRFR-rEW 0,0 turn 45", 9, "a laid tile is written 'TILE X,Y turn"),
    ("start base/CRFR-rEW 0,0 turn 0", "start base/XXXX 0,0 turn 0", None, "the start tile 'base/XXXX' is not among"),
    ("start base/CRFR-rEW 0,0 turn 0", "start base/CRFR-rEW 1001,0 turn 0", None, "cannot lie at 1001,0"),
    # what is played
    ("blue    draw base/CFFF", "purple  draw base/CFFF", 17, "'purple' is not a seat of this game (red, blue, green)"),
    ("blue    draw base/CFFF", "chance  draw base/CFFF", 17, "not allowed (BASE-10): it is blue who has to choose"),
    ("blue    draw base/CFFF", "red     draw base/CFFF", 17, "not allowed (BASE-10): it is blue who has to choose"),
    ("blue    draw base/CFFF", "        draw base/CFFF", 17, "an action needs a seat before it"),
    ("blue    draw base/CFFF", "blue    draw base/XXXX", 17, "there is no such tile left"),
    ("blue    draw base/CFFF", "blue    draw", 17, "could mean"),
    ("blue    draw base/CFFF", "blue    fetch base/CFFF", 17, "is not an action; now you can: draw"),
    ("place 0,-1 turn 180", "place 0,-1 turn 90", 17, "(BASE-13): its sides do not match"),
    ("place 0,-1 turn 180", "place 0,0 turn 180", 17, "(BASE-12): there is already a tile there"),
    ("place 0,-1 turn 180", "place 0,-3 turn 180", 17, "(BASE-12): a tile must share"),
    ("place 0,-1 turn 180", "place 0,-999999 turn 180", 17, "a placement is written"),
    ("place 0,-1 turn 180", "place 2047,2047 turn 180", 17, "(BASE-12): a tile must share"),
    ("place 0,-1 turn 180", "place north turn 180", 17, "a placement is written"),
    ("place 0,-1 turn 180", "pass", 17, "(BASE-11): that is not possible now"),
    ("deploy meeple city S", "deploy meeple city N", 17, "(BASE-15): the tile just laid has no such place"),
    ("deploy meeple city S", "deploy meeple field", 17, "(BASE-16): this figure may not stand there"),
    ("deploy meeple city S", "deploy abbot city S", 17, "not allowed"),
    ("deploy meeple city S", "deploy meeple city S   pass", 17, "not allowed"),
    # what the table answers
    ("= blue scores 2: tiles 2", "= blue scores 4: tiles 4", 18, "but what happened was: blue scores 2: tiles 2"),
    ("= blue scores 2: tiles 2", "= red scores 2: tiles 2", 18, "the record says 'red scores 2: tiles 2'"),
    ("= blue scores 2: tiles 2", "= blue scores 2: tiles 2\n= blue scores 2: tiles 2", 19, "the record says"),
    ("= blue scores 2: tiles 2", "=", 18, "the record says ''"),
    ("turn blue\n", "turn blue\n= blue scores 2: tiles 2\n", 15, "but what happened was: no score"),
    # the order of things
    (
        "place 2,0 turn 0   pass\n",
        "place 2,0 turn 0   pass\nturn red\n",
        25,
        "a position must come before the first action",
    ),
    ("place 2,0 turn 0   pass\n", "place 2,0 turn 0   pass\noption tiny_city on\n", 25, "'option' is not a seat"),
    ("place 2,0 turn 0   pass\n", "place 2,0 turn 0   pass   pass\n", 24, "not allowed"),
    # the letters
    ("# Blue closes", "# \x00 Blue closes", 16, "a control character"),
    ("# Blue closes", "# \x1b[31m Blue closes", 16, "a control character"),
    ("without farmers", "without \x08farmers", 6, "a control character"),
    ("without farmers", "without farmers\x0b", 6, "a control character"),
]


@pytest.mark.parametrize(("good", "bad", "line", "reason"), WRONG, ids=[f"{wrong[1]:.30}" for wrong in WRONG])
def test_a_mistake_is_named_with_its_line(good: str, bad: str, line: int | None, reason: str) -> None:
    """Each mistake gets its own sentence, with the line where it stands (or, for the set-up, a line after it)."""
    assert good in GOOD
    with pytest.raises(AudeError) as error:
        Game.read(GOOD.replace(good, bad, 1))
    assert reason in str(error.value)
    assert re.search(r"\bline \d+", str(error.value))
    if line is not None:
        assert re.search(rf"\bline {line}\b", str(error.value))


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "   \n\t\n"])
def test_an_empty_record_is_told(text: str) -> None:
    """A file with nothing in it is not a game."""
    with pytest.raises(Unreadable, match="line 1: the record is empty"):
        Game.read(text)


def test_a_mistake_in_the_set_up_is_not_blamed_on_the_first_line() -> None:
    """If nothing follows the set-up, the line named is still one at or below the mistake."""
    with pytest.raises(Unreadable) as error:
        Game.read("aude 1\nplayers red blue\noption tiny_city maybe\n")
    assert error.value.line == 3


def test_a_game_of_a_million_lines_is_refused_early() -> None:
    """A record has a most number of lines, and what is beyond it is not read."""
    with pytest.raises(Unreadable, match="at most 20000 lines"):
        Game.read(GOOD + "# so it went on\n" * 1_000_000)


LONG = 15_000
LONG_LINES = {
    "a long remark": ("# Blue", "#" * 1_000_000),
    "long digits": ("place 0,-1 turn 180", "place " + "1" * LONG),
    "long digits with a comma": ("place 0,-1 turn 180", "place " + "1" * LONG + ","),
    "long cells": ("place 0,-1 turn 180", "place " + "1," * LONG),
    "a far cell": ("lay base/FRRR 1,0", "lay base/FRRR 2047,-2047"),
    "long blanks": ("place 0,-1 turn 180", "place" + " " * 1_000_000 + "0,-1"),
    "long tabs": ("place 0,-1 turn 180", "place" + "\t" * 1_000_000 + "0,-1"),
    "a long word": ("deploy meeple city S", "deploy " + "m" * 1_000_000),
    "many words": ("deploy meeple city S", "deploy " + "m " * 300_000),
    "many actions": ("deploy meeple city S", "deploy meeple city S" + "   pass" * 100_000),
    "a long name": ("players red blue green", "players red blue " + "g" * 1_000_000),
    "many names": ("players red blue green", "players red blue " + "g " * 300_000),
    "a long box": ("game carcassonne", "game " + "c" * 100_000),
    "a long tile": ("start base/CRFR-rEW", "start " + "t" * 1_000_000),
    "a long option": ("option tiny_city", "option " + "t" * 1_000_000),
    "a long answer": ("= blue scores 2", "= " + "b" * 1_000_000),
}


@pytest.mark.parametrize("name", LONG_LINES)
def test_a_very_long_line_is_no_trouble(name: str) -> None:
    """However long a line is, an answer comes: nothing grows with the square of its length."""
    text = GOOD.replace(*LONG_LINES[name], 1)
    begin = time.process_time()
    sound(text)
    assert time.process_time() - begin < 30  # it takes milliseconds; a square of the length would take minutes


def test_a_set_up_is_checked_before_anything_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that would fill the memory is refused before the tables are made."""
    monkeypatch.setattr("aude.game.setup.Rules", lambda *_: pytest.fail("the tables were made too early"))
    with pytest.raises(Unreadable, match="figures meeple: 999999999; must be 0 to 30"):
        Game.read(GOOD.replace("figures meeple 6", "figures meeple 999999999"))


# -- damage, by the hundred -------------------------------------------------------------------------------------------
def damaged_lines() -> Iterator[str]:
    """The good record with lines lost, doubled, exchanged, indented, cut off."""
    for at in range(len(LINES)):
        yield "\n".join(LINES[:at] + LINES[at + 1 :])
        yield "\n".join(LINES[: at + 1] + LINES[at:])
        yield "\n".join(LINES[:at])
        yield "\n".join([*LINES[:at], "    " + LINES[at], *LINES[at + 1 :]])
        yield "\n".join([*LINES[:at], LINES[at].lstrip(), *LINES[at + 1 :]])
        if at:
            yield "\n".join([*LINES[: at - 1], LINES[at], LINES[at - 1], *LINES[at + 1 :]])
            yield "\n".join([*LINES[: at - 1], LINES[at - 1] + LINES[at], *LINES[at + 1 :]])


WORD = re.compile(r"\S+")


def damaged_words() -> Iterator[str]:
    """The good record with words lost, doubled, exchanged and replaced, and with every number changed."""
    for at, line in enumerate(LINES):
        if line.startswith("#"):
            continue
        found = list(WORD.finditer(line))
        new = [line[: word.start()] + line[word.end() :] for word in found]
        new += [line[: word.end()] + " " + line[word.start() :] for word in found]
        new += [
            line[: one.start()] + two[0] + line[one.end() : two.start()] + one[0] + line[two.end() :]
            for one, two in itertools.pairwise(found)
        ]
        for number in re.finditer(r"-?\d+", line):
            for other in (str(int(number[0]) + 1), "-1", "99", "1e9", "٣", "1_0"):
                new.append(line[: number.start()] + other + line[number.end() :])
        for change in new:
            yield "\n".join([*LINES[:at], change, *LINES[at + 1 :]])


def damaged_letters() -> Iterator[str]:
    """The good record with odd letters in odd places."""
    for at, letter in itertools.product(range(0, len(GOOD), 41), "\0\r\t\x0c\x85\u2028\ufeff\ud800=#²\U0001f600"):
        yield GOOD[:at] + letter + GOOD[at + 1 :]


@pytest.mark.parametrize("damage", [damaged_lines, damaged_words, damaged_letters])
def test_a_damaged_record_is_a_sound_game_or_is_refused(damage: Callable[[], Iterator[str]]) -> None:
    """Whatever happened to a record: it replays to a game that is sound, or its first mistake is named."""
    outcomes = [sound(text) for text in damage()]
    assert len(outcomes) > 100
    assert any(outcomes)
    assert not all(outcomes)


FRAGMENTS = st.sampled_from([*LINES, "= ", "red", "blue pass", "red draw", "lay", "stand", "points", "turn", "boxes x"])


@settings(max_examples=120)
@given(st.lists(FRAGMENTS, max_size=12))
def test_lines_in_any_order_are_no_trouble(lines: list[str]) -> None:
    """Lines of a record, thrown together."""
    sound("\n".join(["aude 1", *lines]))


@settings(max_examples=150)
@given(st.integers(0, len(GOOD)), st.integers(0, 30), st.text(max_size=12))
@example(GOOD.index("points blue 3") + 12, 1, "--3")
def test_any_text_anywhere_is_no_trouble(at: int, cut: int, text: str) -> None:
    """A piece of the record, replaced by any letters."""
    sound(GOOD[:at] + text + GOOD[at + cut :])


@settings(max_examples=60)
@given(st.binary(max_size=300), st.sampled_from(["", "aude 1\n", "aude 1\nplayers red blue\n\nred "]))
def test_noise_is_no_trouble(noise: bytes, head: str) -> None:
    """Bytes that never were a record, read as text in whatever way."""
    sound(head + noise.decode("latin-1"))
    sound(head + noise.decode("utf-8", "surrogateescape"))


@settings(max_examples=40)
@given(st.integers(0, 200), st.text(max_size=30))
def test_any_action_is_played_or_refused_and_then_nothing_has_changed(moves: int, action: str) -> None:
    """An action that is not allowed leaves no trace."""
    game = play_at_random(Game(players=2, seed=moves), moves, moves % 40)
    before = game.copy(dealer=True)
    try:
        game.play(action)
    except AudeError:
        assert game == before
        assert game.record == before.record


# -- snapshots --------------------------------------------------------------------------------------------------------
def restored() -> tuple[Game, Game]:
    """A game in the middle, and another that was put into the same position."""
    game = play_at_random(Game(players=2, seed=6), 6, 40)
    twin = Game(players=2, seed=7)
    twin.restore(game.to_bytes())
    return game, twin


def test_a_snapshot_restores_the_position() -> None:
    """The same tiles, meeples, points and question; a snapshot of another game is refused."""
    game, twin = restored()
    assert twin == game
    assert [option.text for option in twin.options] == [option.text for option in game.options]
    with pytest.raises(Unreadable, match="a different set-up"):
        Game(players=3, seed=1).restore(game.to_bytes())


def test_a_damaged_snapshot_is_told() -> None:
    """A snapshot that was cut off or has a wild number in it is refused, or is a snapshot; nothing else happens."""
    game, twin = restored()
    data = game.to_bytes()
    for length in range(0, len(data), 97):
        with pytest.raises(Unreadable):
            twin.restore(data[:length])
    assert twin == game
    for at in range(40, len(data), 8):  # what stands before is the signature, the version and the size of the table
        for wild in (999_999, -999_999):
            with contextlib.suppress(Unreadable):
                twin.restore(data[:at] + wild.to_bytes(8, "little", signed=True) + data[at + 8 :])


def test_a_choice_after_a_snapshot_can_be_taken_back() -> None:
    """Taking back leads to the restored position, not to the beginning of the game."""
    game, twin = restored()
    twin.play(twin.options[0])
    if twin.moves[-1].seat != "chance":
        twin.undo()
        assert twin == game


def test_a_restored_game_has_no_false_record() -> None:
    """How a restored position came about is not known: its record tells this position or is refused."""
    _, twin = restored()
    with contextlib.suppress(AudeError):
        assert Game.read(twin.record) == twin


# -- seeds ------------------------------------------------------------------------------------------------------------
def test_a_record_with_its_seed_is_dealt_on_as_it_was() -> None:
    """Saving and loading is no way to other tiles."""
    game = Game(seed=11, first_player="seat1")
    for _ in range(9):
        game.play(game.options[0])
    again = Game.read(game.record)
    assert again.record == game.record
    for _ in range(9):
        game.play(game.options[0])
        again.play(again.options[0])
    assert again == game and again.record == game.record


def test_draws_that_the_seed_does_not_make_are_told() -> None:
    game = Game(seed=11, first_player="seat1")
    for _ in range(4):
        game.play(game.options[0])
    with pytest.raises(Unreadable, match="but its seed draws"):
        Game.read(game.record.replace("seed 11", "seed 12"))
    with pytest.raises(Unreadable, match="a second line 'seed'"):
        Game.read(game.record.replace("seed 11", "seed 11\nseed 11"))
    with pytest.raises(Unreadable, match="a seed must be a whole number"):
        Game.read(game.record.replace("seed 11", "seed -1"))


def test_a_new_dealer_may_go_on_with_a_record_without_a_seed() -> None:
    game = Game(seed=11, first_player="seat1")
    game.play(game.options[0])
    text = game.record.replace("seed 11\n", "")
    again = Game.read(text, seed=3)
    again.play(again.options[0])
    assert "seed" not in again.record
    assert Game.read(again.record) == again


def test_capitals_do_not_matter() -> None:
    game = Game(deal=False, first_player="seat1")
    game.play("DRAW base/frrr")
    game.play("Place 1,0 TURN 0")
    game.play("Deploy Meeple Road w")
    assert [move.text for move in game.moves] == ["draw base/FRRR", "place 1,0 turn 0", "deploy meeple road W"]
