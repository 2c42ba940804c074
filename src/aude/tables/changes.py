"""The difference between two boards in JSON, so that not the whole table is sent with every move.

A value that changed is there as it is now. Lists of objects, such as tiles and features, are told by what went and what
came: ``{"gone": [2], "came": [[5, {…}]]}`` means: take away the entries at these places of the old list, then insert
each new one, in this order, at its place.

>>> old = {"over": False, "tokens": [{"name": "dragon", "cell": [0, 0]}]}
>>> new = {"over": False, "tokens": [{"name": "dragon", "cell": [0, 1]}]}
>>> changes(old, new)
{'tokens': {'gone': [0], 'came': [[0, {'name': 'dragon', 'cell': [0, 1]}]]}}
>>> applied(old, changes(old, new)) == new
True
"""

from __future__ import annotations

from typing import Any

import msgspec

Json = dict[str, Any]
_encode = msgspec.json.Encoder(order="sorted").encode


def changes(old: Json, new: Json) -> Json:
    """What turns one board into another. Both have the same fields."""
    return {name: _change(old[name], value) for name, value in new.items() if old[name] != value}


def _change(old: Any, new: Any) -> Any:
    if not _is_list_of_objects(old) or not _is_list_of_objects(new):
        return new
    before, now = [_encode(item) for item in old], [_encode(item) for item in new]
    had, has = set(before), set(now)
    stays = [item for item in before if item in has]
    if len(had) < len(before) or len(has) < len(now) or stays != [item for item in now if item in had]:
        return {"gone": list(range(len(old))), "came": [[at, item] for at, item in enumerate(new)]}
    return {
        "gone": [at for at, item in enumerate(before) if item not in has],
        "came": [[at, new[at]] for at, item in enumerate(now) if item not in had],
    }


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


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
