"""The difference between two boards in JSON, so that not the whole table is sent with every move.

A value that changed is there as it is now. Lists of objects, such as tiles and features, are told by what went and what
came: ``{"gone": [2], "came": [[5, {…}]]}`` means: take away the entries at these places of the old list, then insert
each new one, in this order, at its place.

>>> old = {"over": False, "tokens": [{"name": "dragon", "cell": [0, 0]}]}
>>> applied(old, {"over": True, "tokens": {"gone": [0], "came": [[0, {"name": "dragon", "cell": [0, 1]}]]}})
{'over': True, 'tokens': [{'name': 'dragon', 'cell': [0, 1]}]}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw

Json = dict[str, Any]


def list_change(old: Sequence[bytes], new: Sequence[bytes]) -> Json | None:
    """What turns one list of encoded objects into another; None if they are equal.

    >>> list_change([b"1", b"2"], [b"2", b"3"]) == {"gone": [0], "came": [[1, Raw(b"3")]]}
    True
    """
    if old == new:
        return None
    had, has = set(old), set(new)
    stays = [item for item in old if item in has]
    if len(had) < len(old) or len(has) < len(new) or stays != [item for item in new if item in had]:
        return {"gone": list(range(len(old))), "came": [[at, Raw(item)] for at, item in enumerate(new)]}
    return {
        "gone": [at for at, item in enumerate(old) if item not in has],
        "came": [[at, Raw(item)] for at, item in enumerate(new) if item not in had],
    }


def applied(old: Json, change: Json) -> Json:
    """The new board, as a client makes it of the old one."""
    new = dict(old)
    for name, value in change.items():
        if isinstance(value, dict) and value.keys() == {"gone", "came"}:
            gone = set(value["gone"])
            items = [item for at, item in enumerate(old[name]) if at not in gone]
            for at, item in value["came"]:
                items.insert(at, item)
            new[name] = items
        else:
            new[name] = value
    return new
