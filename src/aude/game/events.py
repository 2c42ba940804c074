"""What has happened, in players' words: the engine's notes with names instead of numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from aude.catalog.texts import Texts
from aude.engine.rules import Note
from aude.engine.state import State
from aude.engine.tiles import SIDES
from aude.engine.words import sides_of, slot_word


@dataclass(frozen=True)
class ScoreLine:
    """One line of the sum behind a score."""

    label: str
    count: int
    points: int

    def __str__(self) -> str:
        return f"{self.label} {self.points}"


@dataclass(frozen=True)
class Event:
    """A fact, past tense: ``drawn``, ``placed``, ``deployed``, ``scored``, ``returned`` …

    `facts` holds what belongs to it (seat, tile, cell, turn, figure, spot, feature, points …); a score also has the
    `lines` that explain it.
    """

    name: str
    facts: dict[str, str | int] = field(default_factory=dict)
    lines: tuple[ScoreLine, ...] = ()

    def __str__(self) -> str:
        return self.line()

    @property
    def seat(self) -> str | None:
        """Whom it concerns, if it concerns one seat."""
        seat = self.facts.get("seat")
        return str(seat) if seat is not None else None

    @property
    def points(self) -> int:
        """The points of a score, else 0."""
        return int(self.facts.get("points", 0))

    def text(self, texts: Texts) -> str:
        """The event as a sentence."""
        values: dict[str, object] = {
            name: " ".join(texts.word(word) for word in value.split()) if isinstance(value, str) else value
            for name, value in self.facts.items()
        }
        values |= {name: texts.side(str(side)) for name, side in self.facts.items() if f"_{name}".endswith("_side")}
        key = f"events.{self.name}"
        if self.lines:
            values["lines"] = ", ".join(f"{texts(f'lines.{line.label}')} {line.points}" for line in self.lines)
        if self.name == "scored" and self.points < 0:
            key = "events.lost"
            values["points"] = -self.points
        elif self.name == "scored" and "complete" not in self.facts and "at" in self.facts:
            key = "events.scored_always_open"  # of a kind that is never complete
        elif self.name == "scored" and "feature" in self.facts:
            key = "events.scored_feature"
            state = "complete" if self.facts["complete"] else "incomplete"
            values["state"] = texts(f"state.{state}")
        return texts(key, **values)

    def line(self) -> str:
        """The event as records write it: short, and the same in every language."""
        if self.name == "scored":
            return f"{self.seat} scores {self.points}: {', '.join(str(line) for line in self.lines)}"
        values = (str(value) for name, value in self.facts.items() if name != "seat")
        return " ".join(part for part in (self.seat or "", self.name, *values) if part)


def spot_text(state: State, node: int) -> str:
    """A segment in words: `city N.E at 0,-1`."""
    kind = state.rules.kinds[state.kind_of(node)].name
    ports = ".".join(sides_of(state, node))
    return " ".join(part for part in (kind, ports, "at", slot_word(state, state.node_slot[node])) if part)


def event_of(state: State, note: Note) -> Event:
    """Read a note of the engine."""
    rules = state.rules
    facts: dict[str, str | int] = {}
    for entry, value in zip(rules.note_types[note.name], note.facts, strict=True):
        name, _, kind = entry.rpartition(":")
        if kind == "seat":
            facts[name or "seat"] = rules.seat_names[value]
        elif kind == "tile":
            facts[name or "tile"] = rules.table.tiles[value].id
        elif kind == "slot":
            facts[name or "tile"] = rules.table.tiles[state.slot_tile[value] >> 2].id
            facts[f"{name}_cell" if name else "cell"] = slot_word(state, value)
            facts[f"{name}_turn" if name else "turn"] = int(state.slot_tile[value] & 3) * 90
        elif kind == "figure":
            facts[f"{name}_seat" if name else "seat"] = rules.seat_names[rules.figure_seat[value]]
            facts[name or "figure"] = rules.figure_kinds[rules.figure_kind[value]].name
        elif kind == "side":
            facts[f"{name}_side" if name else "side"] = SIDES[value]
        elif note.name == "scored" and kind in ("node", "flag") and note.facts[2] < 0:
            continue  # points that no feature brings
        elif kind == "node" and note.name == "scored":
            facts["feature"] = rules.kinds[state.kind_of(value)].name
            facts["at"] = spot_text(state, value)
        elif kind == "node":
            facts[name or "spot"] = spot_text(state, value)
        elif kind == "flag":
            if rules.kinds[state.kind_of(note.facts[2])].completes:
                facts["complete"] = value
        else:
            facts[name or kind] = value
    return Event(note.name, facts, tuple(ScoreLine(line.label, line.count, line.points) for line in note.lines))
