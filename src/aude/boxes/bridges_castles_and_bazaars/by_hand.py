"""Bridges and castles in positions laid by hand: how their lines are read and written. R-BCB-40."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.bridges_castles_and_bazaars.bridges import AXIS_WORDS, Bridges
from aude.boxes.bridges_castles_and_bazaars.castles import (
    CITY,
    FINISHED,
    FOUNDER,
    NODE,
    OF_A_CASTLE,
    OVER,
    STAGE,
    Castles,
)
from aude.engine.figures import move
from aude.engine.joining import port_node
from aude.engine.rules import MISWRITTEN
from aude.engine.state import State
from aude.engine.words import line_words, read_cell, read_seat, read_slot, read_spots, slot_word

BRIDGE_FORMS: Final = ["lay bridge SEAT N.S|E.W at X,Y", "lay TILE X,Y turn DEGREES span SEAT"]
CASTLE_FORMS: Final = [
    "lay castle SEAT city [SIDES] at X,Y [finished]",
    "stand SEAT FIGURE castle [NUMBER] at X,Y",
]


# -- bridges ----------------------------------------------------------------------------------------------------------
def lay_bridge(state: State, bridges: Bridges, words: list[str]) -> str:
    """A bridge of a seat lies over a tile. It comes before the tiles that its road goes on to: they would not match."""
    seat: i64 = -1
    if len(words) == 5 and words[2] in AXIS_WORDS and words[3] == "at" and read_cell(words[4]) is not None:
        seat = read_seat(state, words[1])
    if seat < 0:
        return MISWRITTEN
    slot = read_slot(state, words[4])
    if slot < 0:
        return f"no tile lies at {words[4]}"
    if bridges.free(state, seat) < 0:
        return f"{words[1]} has no bridge left (BCB-01)"
    axis: i64 = AXIS_WORDS.index(words[2])
    if not bridges.can_carry(state, slot, axis):
        return f"no bridge {words[2]} can lie at {words[4]}: one lies there, or an end is not in field (BCB-02)"
    player = state.player
    state.player = seat
    bridges.build(state, slot, axis)
    state.player = player
    return ""


def bridge_lines(state: State, bridges: Bridges) -> list[tuple[int, str]]:
    """The bridges, each when it was built; together with its tile, where that would not have matched without it."""
    lines: list[tuple[int, str]] = []
    for node, seat, _ in bridges.laid(state):
        slot = state.node_slot[node]
        name = state.rules.seat_names[seat]
        axis = axis_of(state, node)
        if was_needed(state, slot, axis) or was_needed(state, slot, axis + 2):
            turned = int(state.slot_tile[slot])
            tile = f"{state.rules.table.tiles[turned >> 2].id} {slot_word(state, slot)} turn {(turned & 3) * 90}"
            lines.append((int(state.slot_first[slot]), f"lay {tile} span {name}"))
        else:
            lines.append((node, f"lay bridge {name} {AXIS_WORDS[axis]} at {slot_word(state, slot)}"))
    return lines


def axis_of(state: State, bridge: i64) -> i64:
    """0 for a bridge from north to south, 1 for one from east to west."""
    at: i64 = 0
    while state.extra_ports[at + 1] != bridge:
        at += 2
    return state.extra_ports[at] & 1


def was_needed(state: State, slot: i64, side: i64) -> bool:
    """Whether a road led to this side of a tile in field before the tile came: it matched with its bridge only."""
    beyond = state.beside(state.slot_cell[slot], side) - 1
    if not 0 <= beyond < slot:
        return False
    return 0 <= port_node(state, beyond, side ^ 2) < state.slot_first[slot]


# -- castles ----------------------------------------------------------------------------------------------------------
def lay_castle(state: State, castles: Castles, words: list[str]) -> str:
    """A seat has founded a castle; `finished`: it has been scored, and is worth something to fields only."""
    finished = words[-1] == "finished"
    spot = words[2:-1] if finished else words[2:]
    if len(words) < 2 or read_seat(state, words[1]) < 0 or len(spot) not in (3, 4) or spot[-2] != "at":
        return MISWRITTEN
    seat = read_seat(state, words[1])
    found = read_spots(state, spot)
    if len(found) != 1:
        return f"{len(found) or 'no'} places {' '.join(spot[:-2])!r} on the tile at {spot[-1]}"
    feature = state.root[found[0]]
    if not castles.is_base(state, feature) or not state.is_complete(feature):
        return f"the {' '.join(spot)} is no complete city of two tiles, so no castle lies there (BCB-10)"
    if not state.registers[castles.tokens + seat]:
        return f"{words[1]} has no castle left (BCB-10)"
    if state.occupants[feature]:
        return f"somebody stands in the {' '.join(spot)}; lay the castle first, and let the follower stand in it"
    node = castles.put(state, feature, state.node_slot[found[0]], seat)
    if finished:
        state.open_ends[node] = state.open_ends[feature] = FINISHED
        state.registers[castles.at(state, NODE, node) + STAGE] = OVER
    return ""


def stand_in_castle(state: State, castles: Castles, words: list[str], figure: i64) -> str:
    """A follower waits in a castle."""
    if len(words) not in (3, 4) or words[-2] != "at":
        return MISWRITTEN
    found = read_spots(state, words)
    if len(found) != 1:
        return f"{len(found) or 'no'} places {' '.join(words[:-2])!r} on the tile at {words[-1]}"
    rules = state.rules
    kind = rules.figure_kind[figure]
    if not rules.occupies[kind] or not rules.stands_on[kind] >> castles.city & 1:
        return f"no {rules.figure_kinds[kind].name} founds a castle (BCB-10)"
    if state.open_ends[found[0]] == FINISHED:
        return f"the castle at {words[-1]} is finished: its follower went home (BCB-12)"
    move(state, figure, found[0])
    return ""


def castle_lines(state: State, castles: Castles) -> list[tuple[int, str]]:
    """The castles, each when it was founded: beneath it the cap of the city on its tile."""
    lines: list[tuple[int, str]] = []
    for number in range(state.registers[castles.count]):
        base = castles.first + OF_A_CASTLE * number
        node = state.registers[base + NODE]
        cap = state.registers[base + CITY]
        if state.node_slot[cap] != state.node_slot[node]:
            cap = state.next_node[cap]
        line = (
            f"lay castle {state.rules.seat_names[state.registers[base + FOUNDER]]} {' '.join(line_words(state, cap))}"
        )
        lines.append((int(node), line + (" finished" if state.registers[base + STAGE] else "")))
    return lines
