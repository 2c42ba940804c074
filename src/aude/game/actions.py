"""Actions: what a seat may do, or has done, as values.

>>> move = Action("place", cell=(0, -1), rotation=180)
>>> move.cell, move.facts["rotation"]
((0, -1), 180)
>>> move == Action.from_json(move.to_json())
True
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from aude.errors import Unreadable
from aude.game.values import Range, Spot

Value: TypeAlias = str | int | tuple[int, int] | Spot | Range


class Facts:
    """A name with facts: the base of actions and events. Hashable, comparable, and `repr` rebuilds it.

    A fact is a string (a seat, a tile, a figure, a side …), a number, a cell (two numbers), a `Spot` or a `Range`.
    Facts are attributes too: ``action.cell``.
    """

    __slots__ = ("_facts", "_name")

    def __init__(self, name: str, facts: Mapping[str, Value]) -> None:
        self._name = name
        self._facts = dict(facts)

    @property
    def facts(self) -> Mapping[str, Value]:
        """The facts by name, in the order in which they are written."""
        return MappingProxyType(self._facts)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # `_facts` does not exist yet while a copy is being made
            raise AttributeError(name)
        try:
            return self._facts[name]
        except KeyError:
            held = ", ".join(self._facts) or "nothing"
            raise AttributeError(f"{self._name!r} holds {held}, not {name!r}") from None

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._name == other._name and self._facts == other._facts

    def __hash__(self) -> int:
        return hash((self._name, frozenset(self._facts.items())))

    def __repr__(self) -> str:
        held = "".join(f", {name}={value!r}" for name, value in self._facts.items())
        return f"{type(self).__name__}({self._name!r}{held})"


class Action(Facts):
    """Something that can be done: a verb and its facts.

    docs/actions.md lists the facts of every verb.

    >>> action = Action("deploy", figure="meeple", spot=Spot("road", ("E",), (-1, 0)))
    >>> action.verb, action.figure, action.spot.sides
    ('deploy', 'meeple', ('E',))
    >>> Action.from_json(action.to_json()) == action
    True
    """

    __slots__ = ()

    def __init__(self, verb: str, /, **facts: Value) -> None:
        super().__init__(verb, facts)

    @property
    def verb(self) -> str:
        """The kind of action: ``place``, ``deploy``, ``bid`` …"""
        return self._name

    def __reduce__(self) -> tuple[Any, ...]:
        return _action, (self._name, self._facts)

    def to_json(self) -> dict[str, Any]:
        """The action as JSON data: cells are lists of two numbers, spots and ranges are objects."""
        return {"verb": self._name, **{name: value_to_json(value) for name, value in self._facts.items()}}

    @classmethod
    def from_json(cls, data: object) -> Action:
        """The action in data written by `to_json`."""
        if not isinstance(data, Mapping) or not isinstance(data.get("verb"), str):
            raise Unreadable(f"an action is an object with a 'verb', not {data!r}")
        facts = {str(name): value_from_json(value) for name, value in data.items() if name != "verb"}
        return cls(data["verb"], **facts)


def _action(verb: str, facts: dict[str, Value]) -> Action:
    return Action(verb, **facts)


def value_to_json(value: Value) -> Any:
    """A fact as JSON data."""
    if isinstance(value, Spot):
        return {"kind": value.kind, "sides": list(value.sides), "cell": list(value.cell)}
    if isinstance(value, Range):
        return {"low": value.low, "high": value.high}
    return list(value) if isinstance(value, tuple) else value


def value_from_json(data: object) -> Value:
    """The fact in data written by `value_to_json`."""
    if isinstance(data, str | int):
        return data
    if isinstance(data, list) and len(data) == 2 and all(type(number) is int for number in data):
        return data[0], data[1]
    if isinstance(data, Mapping):
        keys = set(data)
        if keys == {"low", "high"} and all(type(number) is int for number in data.values()):
            return Range(data["low"], data["high"])
        if keys == {"kind", "sides", "cell"} and isinstance(data["sides"], list):
            cell = value_from_json(data["cell"])
            if isinstance(cell, tuple) and len(cell) == 2:
                return Spot(str(data["kind"]), tuple(str(side) for side in data["sides"]), (int(cell[0]), int(cell[1])))
    raise Unreadable(f"{data!r} is not a fact: expected a string, a number, a cell [x, y], a spot or a range")
