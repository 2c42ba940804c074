"""Events: what has happened, as values made from the engine's notes, with names instead of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aude.catalog.texts import Texts
from aude.engine.rules import Note
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game.actions import Facts, Value, value_from_json, value_to_json
from aude.game.notation import cell_of_slot, spot_at
from aude.game.values import Range, ScoreLine, Spot, cell_text


class Event(Facts):
    """Something that has happened, in the past tense: ``drawn``, ``placed``, ``deployed``, ``scored``, ``returned`` …

    It holds facts (seat, tile, cell, rotation, figure, spot, points …); a score also has the `feature` that was scored,
    as one of its spots, and the `lines` that explain it.

    >>> event = Event("deployed", seat="red", figure="meeple", spot=Spot("road", ("E",), (-1, 0)))
    >>> event.name, event.seat, event.spot.kind
    ('deployed', 'red', 'road')
    >>> Event.from_json(event.to_json()) == event
    True
    """

    __slots__ = ("lines",)

    def __init__(self, name: str, /, *, lines: tuple[ScoreLine, ...] = (), **facts: Value) -> None:
        super().__init__(name, facts)
        self.lines = lines

    @property
    def name(self) -> str:
        """The kind of event: ``drawn``, ``placed``, ``scored`` …"""
        return self._name

    @property
    def seat(self) -> str | None:
        """The seat that it concerns, if there is one."""
        seat = self._facts.get("seat")
        return seat if isinstance(seat, str) else None

    @property
    def points(self) -> int:
        """The points of a score; 0 for other events."""
        points = self._facts.get("points", 0)
        return points if isinstance(points, int) else 0

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, Event) and self.lines == other.lines

    __hash__ = Facts.__hash__

    def __repr__(self) -> str:
        lines = f", lines={self.lines!r}" if self.lines else ""
        return f"{super().__repr__()[:-1]}{lines})"

    def __str__(self) -> str:
        return self.line()

    def __reduce__(self) -> tuple[Any, ...]:
        return _event, (self._name, self.lines, self._facts)

    def to_json(self) -> dict[str, Any]:
        """The event as JSON data; `from_json` reads it back."""
        data = {"event": self._name, **{name: value_to_json(value) for name, value in self._facts.items()}}
        if self.lines:
            data["lines"] = [{"label": line.label, "count": line.count, "points": line.points} for line in self.lines]
        return data

    @classmethod
    def from_json(cls, data: object) -> Event:
        """The event in data written by `to_json`."""
        if not isinstance(data, Mapping) or not isinstance(data.get("event"), str):
            raise Unreadable(f"an event is an object with an 'event', not {data!r}")
        try:
            lines = tuple(ScoreLine(str(e["label"]), int(e["count"]), int(e["points"])) for e in data.get("lines", ()))
        except (KeyError, TypeError, ValueError):
            raise Unreadable(f"the lines of an event have a label, a count and points: {data['lines']!r}") from None
        facts = {str(name): value_from_json(value) for name, value in data.items() if name not in ("event", "lines")}
        return cls(data["event"], lines=lines, **facts)

    def text(self, texts: Texts, *, explained: bool = True) -> str:
        """The event as a sentence; a score includes the sum that explains it, unless `explained` is False."""
        values: dict[str, object] = {name: _in_words(value, texts) for name, value in self._facts.items()}
        values |= {name: texts.side(str(side)) for name, side in self._facts.items() if f"_{name}".endswith("_side")}
        key = f"events.{self._name}"
        if self.lines:
            lines = self.lines if explained else ()
            values["lines"] = ", ".join(f"{texts(f'lines.{line.label}')} {line.points}" for line in lines)
        if self._name == "scored":
            feature = self._facts.get("feature")
            if isinstance(feature, Spot):
                values["feature"] = texts.word(feature.kind)
                values["at"] = _in_words(feature, texts)
            if self.points < 0:
                key = "events.lost"
                values["points"] = -self.points
            elif feature is not None and "complete" not in self._facts:
                key = "events.scored_always_open"  # for a kind that is never complete
            elif feature is not None:
                key = "events.scored_feature"
                values["state"] = texts("state.complete" if self._facts["complete"] else "state.incomplete")
        return texts(key, **values).removesuffix(": ")

    def line(self) -> str:
        """The event in the notation of records: short, and the same in every language."""
        if self._name == "scored":
            return f"{self.seat} scores {self.points}: {', '.join(str(line) for line in self.lines)}"
        values = (_plain(value) for name, value in self._facts.items() if name != "seat")
        return " ".join(part for part in (self.seat or "", self._name, *values) if part)


def _event(name: str, lines: tuple[ScoreLine, ...], facts: dict[str, Value]) -> Event:
    return Event(name, lines=lines, **facts)


def _plain(value: Value) -> str:
    match value:
        case Spot() | Range():
            return str(value)
        case (int(x), int(y)):
            return cell_text((x, y))
    return str(value)


def _in_words(value: Value, texts: Texts) -> object:
    """A fact as it appears in a sentence: known words are translated."""
    if isinstance(value, Spot):
        return " ".join(texts.word(word) for word in value.words)
    return value if isinstance(value, int) else texts.word(_plain(value))


def event_of(state: State, note: Note) -> Event:
    """The event for a note of the engine."""
    rules = state.rules
    facts: dict[str, Value] = {}
    for entry, fact in zip(rules.note_types[note.name], note.facts, strict=True):
        name, _, kind = entry.rpartition(":")
        if kind == "seat":
            facts[name or "seat"] = rules.seat_names[fact]
        elif kind == "tile":
            facts[name or "tile"] = rules.table.tiles[fact].id
        elif kind == "slot":
            facts[name or "tile"] = rules.table.tiles[state.tile_in(fact)].id
            facts[f"{name}_cell" if name else "cell"] = cell_of_slot(state, fact)
            facts[f"{name}_rotation" if name else "rotation"] = int(state.rotation_of(fact)) * 90
        elif kind == "figure":
            facts[f"{name}_seat" if name else "seat"] = rules.seat_names[rules.figure_seat[fact]]
            facts[name or "figure"] = rules.figure_kinds[rules.figure_kind[fact]].name
        elif kind == "side":
            facts[f"{name}_side" if name else "side"] = "NESW"[fact]
        elif kind == "feature":
            if fact >= 0:  # otherwise the points are not for a feature
                facts["feature"] = spot_at(state, fact)
        elif kind == "complete":
            feature = note.facts[2]
            if feature >= 0 and rules.kinds[state.kind_of(feature)].completes:
                facts["complete"] = bool(fact)
        elif kind == "node":
            facts[name or "spot"] = spot_at(state, fact)
        else:
            facts[name or kind] = int(fact)
    return Event(note.name, lines=tuple(ScoreLine(x.label, x.count, x.points) for x in note.lines), **facts)
