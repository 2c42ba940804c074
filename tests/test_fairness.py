"""docs/fairness.md: its vectors and its code are right, records of tables verify, and forged ones do not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aude import Game, Setup, Unreadable
from aude.cli.verify import verified
from aude.game.shuffle import Shuffle
from aude.tables.deciding import decide, open_table
from aude.tables.fair_record import record_of
from aude.tables.rows import Opened
from aude.tables.table import Table
from aude.wire import Act, AnyCommand, NewTable, Sit, Start

PAGE = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text(encoding="utf-8")
VECTORS = dict(re.findall(r"^\| (\w[^|]*) \| `([^`]*)` \|$", PAGE, re.MULTILINE))
SECRET = bytes.fromhex(VECTORS["secret"])
GIVEN = [("red", "c0ffee"), ("blue", "1234")]


@pytest.fixture(scope="module")
def theirs() -> dict[str, Any]:
    """The code on the page, which knows nothing of ours."""
    code = re.search(r"```python\n(import hashlib.*?)```", PAGE, re.DOTALL)
    assert code is not None and "aude." not in code[1]
    names: dict[str, Any] = {}
    exec(code[1], names)
    return names


# -- vectors ----------------------------------------------------------------------------------------------------------
def test_the_vectors_are_right(theirs: dict[str, Any]) -> None:
    shuffle = Shuffle(SECRET, GIVEN)
    key = theirs["key"](SECRET, GIVEN)
    assert theirs["commitment"](SECRET) == shuffle.commitment == VECTORS["commitment"]
    assert key == shuffle.key and key.hex() == VECTORS["key"]
    numbers = [int(word) for word in VECTORS["results of draws 0 to 5 among 72"].split()]
    assert [theirs["number"](key, draw, 72) for draw in range(6)] == numbers
    assert [shuffle.number(draw, 72) for draw in range(6)] == numbers
    assert theirs["key"](SECRET, []).hex() == Shuffle(SECRET).key.hex() == VECTORS["key without contributions"]
    assert theirs["key"](SECRET, GIVEN[::-1]).hex() == VECTORS["key with the seats in the other order"]


def test_numbers_are_spread_evenly(theirs: dict[str, Any]) -> None:
    key = theirs["key"](SECRET, GIVEN)
    counts = [0] * 7
    for draw in range(7_000):
        counts[theirs["number"](key, draw, 7)] += 1
    assert all(870 < count < 1130 for count in counts)  # 1000, give or take four and a half standard deviations


# -- tables -----------------------------------------------------------------------------------------------------------
class AtTable:
    """A table at which Ada and Bo play whatever is offered first, with the rules of tables and no server."""

    def __init__(self, setup: dict[str, Any]) -> None:
        opened, *others = open_table(NewTable(setup=setup, confirm=False), "a", "Ada", lambda count: SECRET[:count])
        assert isinstance(opened, Opened)
        self.table = Table("t", opened, 0).after(others, 0)
        self.commitment = Shuffle(bytes.fromhex(opened.secret)).commitment
        for seat, given in GIVEN:
            self.do(Sit(seat, given))
        self.do(Start())

    def do(self, command: AnyCommand) -> None:
        self.table = self.table.after(decide(self.table, "a", command), 0)

    def play(self) -> AtTable:
        while self.table.state != "over":
            game = self.table.game
            assert game is not None and game.actor is not None
            option = game.options[len(game.moves) % len(game.options)]
            action = (option if option.low is None else option.at(option.low)).action
            self.do(Act(game.actor, action.to_json(), self.table.position))
        return self


@pytest.fixture(scope="module")
def played() -> AtTable:
    return AtTable({"options": {"first_player": "seat1"}}).play()


@pytest.fixture(scope="module")
def record(played: AtTable) -> str:
    return record_of(played.table)


def check(tmp_path: Path, record: str, commitment: str | None = None) -> Game:
    file = tmp_path / "game.aude"
    file.write_text(record, encoding="utf-8")
    return verified(file, commitment, [])[0]


def test_the_record_of_a_table_verifies(tmp_path: Path, played: AtTable, record: str) -> None:
    game = check(tmp_path, record, played.commitment)
    assert game.over and game.draws > 70


@pytest.mark.parametrize("boxes", [[], ["inns_and_cathedrals", "traders_and_builders"]])
def test_draws_are_those_of_the_code_on_the_page(theirs: dict[str, Any], boxes: list[str]) -> None:
    """Every draw of a whole game, worked out from its record with hashlib and hmac alone."""
    setup = {"boxes": boxes, "options": {"first_player": "seat1"}}
    record = record_of(AtTable(setup).play().table)
    secret = re.search(r"^shuffle (\w+)$", record, re.MULTILINE)
    assert secret is not None
    given = re.findall(r"^contribution (\S+) (\w+)$", record, re.MULTILINE)
    key = theirs["key"](bytes.fromhex(secret[1]), given)
    left = Game(Setup(boxes=tuple(boxes), options={"first_player": "seat1"}), deal=False).tiles_left
    bag = [tile for tile, count in left.items() for _ in range(count)]
    drawn = re.findall(r"\bdraw (\S+)", record)
    assert [bag.pop(theirs["number"](key, draw, len(bag))) for draw in range(len(drawn))] == drawn
    assert len(drawn) > 70


def test_before_the_end_a_record_tells_no_secret() -> None:
    table = AtTable({"options": {"first_player": "seat1"}}).table
    record = record_of(table)
    assert SECRET.hex() not in record and "shuffle" not in record and "c0ffee" not in record


def test_a_game_that_ends_early_verifies_too(tmp_path: Path) -> None:
    from aude.wire import Resign

    at = AtTable({"players": ["red", "blue"]})
    at.do(Resign("red"))
    assert not check(tmp_path, record_of(at.table), at.commitment).over


# -- forgeries --------------------------------------------------------------------------------------------------------
def swapped_tile(record: str) -> str:
    """Another tile instead of the last one, which is still laid somewhere."""
    last = re.findall(r"draw (\S+)", record)[-1]
    other = "base/RRRR" if last != "base/RRRR" else "base/CCCC-cNESW-pennant"
    head, _, tail = record.rpartition(f"draw {last}")
    return f"{head}draw {other}{tail}"


def two_draws_exchanged(record: str) -> str:
    """The first two tiles in the other order, for a player who would have liked that."""
    first, second = re.findall(r"draw (\S+)", record)[:2]
    assert first != second
    changed = record.replace(f"draw {first}", "draw *", 1).replace(f"draw {second}", f"draw {first}", 1)
    return changed.replace("draw *", f"draw {second}", 1)


def another_secret(record: str) -> str:
    return record.replace(SECRET.hex(), "ff" + SECRET.hex()[2:])


def changed_contribution(record: str) -> str:
    return record.replace("contribution red c0ffee", "contribution red c0ffef")


def dropped_contribution(record: str) -> str:
    return record.replace("contribution blue 1234\n", "")


def reordered_contributions(record: str) -> str:
    mine, yours = (f"contribution {name} {digits}\n" for name, digits in GIVEN)
    return record.replace(mine + yours, yours + mine)


def reordered_seats(record: str) -> str:
    """The seats change places, and with them whose turn it is."""
    return re.sub(r"\b(red|blue)\b", lambda word: {"red": "blue", "blue": "red"}[word[0]], record)


def dropped_draw(record: str) -> str:
    return re.sub(r"draw \S+ +", "", record, count=1)


def dropped_turn(record: str) -> str:
    """A turn that nobody is to know of."""
    lines = record.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if " draw " in line)
    return "".join(lines[:first] + lines[first + 1 :])


FORGERIES: list[Callable[[str], str]] = [
    swapped_tile,
    two_draws_exchanged,
    another_secret,
    changed_contribution,
    dropped_contribution,
    reordered_contributions,
    reordered_seats,
    dropped_draw,
    dropped_turn,
]


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forged_record_does_not_verify(tmp_path: Path, record: str, forge: Callable[[str], str]) -> None:
    forged = forge(record)
    assert forged != record
    with pytest.raises(Unreadable):
        check(tmp_path, forged)


def test_a_game_made_up_with_another_secret_has_another_commitment(tmp_path: Path, played: AtTable) -> None:
    """It is consistent in itself: only the commitment that was noted tells."""
    shuffle = Shuffle(bytes(32), GIVEN)
    game = Game(players=["red", "blue"], deal=False, first_player="seat1")
    while not game.over:
        shuffle.answer(game)
        if not game.over:
            game.play(game.options[0])
    game.shuffle = shuffle
    assert check(tmp_path, game.record) == game
    with pytest.raises(Unreadable, match="commitment"):
        check(tmp_path, game.record, played.commitment)
