"""Measures what a move costs from socket to socket, stage by stage, and how many bytes it sends, without a server.

It measures processor time, on which a busy machine has little influence.
"""

from __future__ import annotations

import random
import time
import zlib
from collections import defaultdict
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import msgspec

from aude.server.summaries import summary_of
from aude.tables import Table, decide
from aude.tables.rows import AnyRow, decode, encode
from aude.tables.view import Picture
from aude.wire import Act, Confirm, Do, FromClient
from load.preparing import play

SAMPLES = {"base": (60, 60), "all_boxes": (130, 60)}  # after how many choices, and how many are measured
LATER = {"base": (120, 45), "all_boxes": (780, 60)}
WINDOW = -12  # what the server's permessage-deflate uses
PEOPLE = {"Ada": "a", "Bo": "b"}

T = TypeVar("T")
P = ParamSpec("P")
_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromClient)


class Stages:
    """Microseconds of each stage."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)

    def time(self, stage: str, work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Do something and note how long it took."""
        begun = time.thread_time_ns()
        done = work(*values, **named)
        self.times[stage].append((time.thread_time_ns() - begun) / 1000)
        return done

    def means(self, moves: int) -> dict[str, int]:
        """What a move costs in each stage."""
        return {stage: round(sum(times) / moves) for stage, times in self.times.items()}


def command_of(table: Table, chance: random.Random) -> tuple[str, Act | Confirm]:
    """What somebody does next, and who."""
    game, seat = table.game, table.waiting
    assert game is not None and seat is not None
    person = table.seats[seat].player
    assert person is not None
    if table.confirming == seat:
        return person, Confirm(seat, table.position)
    option = chance.choice(list(game.options))
    return person, Act(seat, (option if option.low is None else option.at(option.low)).action.to_json(), table.position)


def _written(rows: list[AnyRow], after: Table) -> list[bytes]:
    summary_of(after, people=False)
    return [encode(row) for row in rows]


def _packed(packer: Any, text: bytes) -> bytes:
    packed: bytes = packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)
    return packed


def _whole(picture: Picture, viewer: str) -> bytes:
    return _encode(picture.whole(viewer, "en", 0))


def cost_after(mix: str, choices: int, samples: int) -> dict[str, Any]:
    """The mean cost of moves at a table with two viewers, after a number of choices."""
    chance = random.Random(4)
    table = play(mix, None, PEOPLE, choices, chance).table
    picture = Picture(table)
    picture.whole(PEOPLE["Ada"], "en", 0)  # texts are read once for all tables with the same boxes
    stages = Stages()
    packers = {viewer: zlib.compressobj(wbits=WINDOW, memLevel=5) for viewer in PEOPLE.values()}
    sent: dict[str, list[int]] = defaultdict(list)
    stored = moves = 0
    for number in range(samples):
        if table.state != "running":
            break
        moves += 1
        person, command = command_of(table, chance)
        received = _encode(Do(f"{number:016x}", command))
        message = stages.time("decode", _decoder.decode, received)
        rows = stages.time("decide", decide, table, person, message.command)
        after = stages.time("apply", table.after, rows, table.at + 1, (person, message.key))
        written = stages.time("rows", _written, rows, after)
        stored += sum(map(len, written))
        new = stages.time("about", Picture, after, picture)
        stages.time("board", getattr, new, "board")
        for viewer in PEOPLE.values():
            changed = stages.time("messages", new.changed, picture, picture.position, viewer, "en", 0)
            text = stages.time("encode", _encode, changed)
            packed = stages.time("deflate", _packed, packers[viewer], text)
            sent["message"].append(len(text))
            sent["deflated"].append(len(packed))
            for name in ("board", "question", "moves"):
                sent[name].append(len(_encode(getattr(changed, name))))
        table, picture = after, new
    means = stages.means(moves)
    assert table.game is not None
    return {
        "tiles": len(table.game.board.tiles),
        "microseconds": {**means, "all": sum(means.values())},
        "bytes_a_message": {name: round(sum(sizes) / len(sizes)) for name, sizes in sent.items()},
        "bytes_stored": round(stored / moves),
    }


def rebuilding(mix: str) -> dict[str, Any]:
    """How long it takes to make the table of a finished game from its rows, and what a newcomer is sent."""
    rows, table = play(mix, None, PEOPLE, 10**6, random.Random(5))
    data = [encode(row) for row in rows]
    stages = Stages()

    def rebuilt() -> Table:
        again = Table("t", decode(data[0]), 1)  # type: ignore[arg-type]
        for item in data[1:]:
            again.apply(decode(item), 1)
        return again

    again = stages.time("rebuild", rebuilt)
    picture = Picture(again)
    whole = stages.time("describe", _whole, picture, "a")
    stages.time("describe_again", _whole, picture, "b")
    assert again.game is not None and again.game == table.game
    return {
        "tiles": len(again.game.board.tiles),
        "rows": len(rows),
        "bytes_stored": sum(map(len, data)),
        "milliseconds": {name: round(times[0] / 1000, 1) for name, times in stages.times.items()},
        "newcomer_bytes": len(whole),
        "newcomer_deflated": len(zlib.compress(whole, wbits=WINDOW)),
    }


def costs(mix: str) -> dict[str, Any]:
    """Moves early and late in a game, and a finished one."""
    return {
        "moves": [cost_after(mix, *SAMPLES[mix]), cost_after(mix, *LATER[mix])],
        "finished_game": rebuilding(mix),
    }
