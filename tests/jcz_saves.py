"""Saves in the format of JCloisterZone, made for the tests message by message."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from aude.formats.jcz import Run, Save, judge_save, open_save

Json = dict[str, Any]

START = ({"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0},)
COUNT = tuple({"tile": f"CO/{n + 1}", "x": n % 4 - 2, "y": n // 4 - 1, "rotation": 0} for n in range(12))


def message(kind: str, **payload: Any) -> Json:
    """A message as it stands in a file."""
    return {"type": kind, "payload": payload, "player": 0, "clock": 1}


PASS = message("PASS")
COMMIT = message("COMMIT", random=0.0)
DONE = (PASS, COMMIT)


def lay(tile: str, x: int, y: int, turn: int = 0) -> Json:
    """PLACE_TILE, turned by degrees."""
    return message("PLACE_TILE", tileId=tile, rotation=f"R{turn}", position=[x, y])


def spot(feature: str, location: str, x: int, y: int) -> Json:
    """A feature pointer."""
    return {"position": [x, y], "feature": feature, "location": location}


def put(feature: str, location: str, x: int, y: int, figure: str) -> Json:
    """DEPLOY_MEEPLE."""
    return message("DEPLOY_MEEPLE", pointer=spot(feature, location, x, y), meepleId=figure)


def token(name: str, feature: str, location: str, x: int, y: int) -> Json:
    """PLACE_TOKEN."""
    return message("PLACE_TOKEN", token=name, pointer=spot(feature, location, x, y))


def figure_at(feature: str, location: str, x: int, y: int, figure: str) -> Json:
    """A meeple pointer."""
    return {"featurePointer": spot(feature, location, x, y), "meepleId": figure}


def made(
    *messages: Json,
    sets: Mapping[str, int] | Sequence[str] = (),
    elements: Mapping[str, object] | Sequence[str] = (),
    rules: Mapping[str, object] | None = None,
    start: Sequence[Json] = START,
    players: Sequence[str] = ("Alice", "Bob"),
    more: Sequence[str] = (),
    end: int | None = None,
    says: Sequence[str] = (),
    random: float = 0.0,
    ordered: bool = True,
) -> Json:
    """A save: the basic set, small followers and farmers, and what else is named.

    Tiles are drawn as they are laid, unless it is left to chance.
    """
    drawn = [one["payload"]["tileId"] for one in messages if one["type"] == "PLACE_TILE"]
    notes: Json = {"drawOrder": [*(tile for tile in drawn if tile != "AM/A"), *more] if ordered else []}
    if end is not None:
        notes["endTurn"] = end
    chosen = dict(sets) if isinstance(sets, Mapping) else dict.fromkeys(sets, 1)
    parts = dict(elements) if isinstance(elements, Mapping) else dict.fromkeys(elements, 1)
    save = {
        "appVersion": "6.2.0",
        "initialRandom": random,
        "setup": {
            "sets": {"basic:1": 1, **chosen},
            "elements": {"small-follower": 7, "farmers": True, **parts},
            "rules": dict(rules or {}),
            "start": list(start),
        },
        "players": [{"name": name, "slot": slot} for slot, name in enumerate(players)],
        "replay": list(messages),
        "gameAnnotations": notes,
        "test": {"description": "made for a test", "assertions": list(says)},
    }
    return deepcopy(save)


def played(*messages: Json, **how: Any) -> tuple[Save, Run]:
    """A save made and played."""
    return open_save(json.dumps(made(*messages, **how)))


def holds(*messages: Json, says: Sequence[str], **how: Any) -> Run:
    """Play a save in which every assertion holds."""
    save, run = played(*messages, says=says, **how)
    failed = [verdict for verdict in judge_save(save, run) if verdict.holds is not True]
    assert failed == []
    assert run.remarks == []
    return run


def fails(*messages: Json, says: Sequence[str], **how: Any) -> list[str]:
    """Play a save in which no assertion holds; what is so instead."""
    save, run = played(*messages, says=says, **how)
    verdicts = judge_save(save, run)
    assert [verdict.holds for verdict in verdicts] == [False] * len(says), verdicts
    return [verdict.why for verdict in verdicts]


def texts(messages: tuple[Json, ...], **how: object) -> list[str]:
    """The actions of our seats that messages have become."""
    _, run = played(*messages, **how)
    return [move.text for move in run.game.moves if move.seat != "chance"]


# -- turns that many tests begin with ---------------------------------------------------------------------------------
CITY = (lay("BA/C", 0, -1, 180), put("City", "S", 0, -1, "0.small.1"), COMMIT)  # 4 points for Alice
ROAD = (lay("BA/RFr", 1, 0), put("Road", "WE", 1, 0, "0.small.1"), COMMIT)  # Alice on a road to the east
WEST = (lay("BA/RFr", -1, 0), *DONE)
