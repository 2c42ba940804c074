"""Converts the set-up of a save to ours: boxes, elements, figures, house rules, tiles and start tiles."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from unicodedata import category

from aude.catalog import boxes as our_boxes
from aude.catalog.closest import closest
from aude.catalog.errors import about, unreadable
from aude.engine.tiles import Tile
from aude.formats.jcz.catalog import (
    EDITIONS,
    ELEMENTS,
    FIXED,
    FORCED,
    IMPLIED,
    IN_BOTH_EDITIONS,
    NEEDED,
    OTHER_RULES,
    PLAIN,
    REMOVED,
    RULES,
    SETS,
    TWINS,
    SetOf,
)
from aude.formats.jcz.draws import DRAGON, Pack
from aude.formats.jcz.save import Save, StartTile
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.setup import MAX_NAME, Setup, composed, seat_named, why_no_seat

ABBEY = "abbey_mayor/abbey"
HERDS = ("pig_herd", "pig_herd_house_rule")
RIVER_GROUPS = {"fork": "river-fork", "river": "river", "lake": "river-lake"}


@dataclass(frozen=True)
class Chosen:
    """A tile set of the file: its name without the edition, our set, the edition, and the number of copies."""

    name: str
    of: SetOf
    edition: str
    copies: int


@dataclass(frozen=True)
class Layout:
    """The beginning of a save: the set-up, what is laid by hand, and the tiles by their names there."""

    setup: Setup
    lay: list[str]  # start tiles besides those of a box that has its own
    blocks: list[Action]  # where start blocks are laid
    ours: dict[str, str]  # our ids of tiles by their names there
    copies: dict[str, int]  # the tiles there, without the start tiles
    groups: dict[str, str]

    @property
    def theirs(self) -> dict[str, str]:
        """The names of tiles there by our ids."""
        return {tile: name for name, tile in self.ours.items()}

    def pack(self, save: Save) -> Pack:
        """The pack, full."""
        for number, tile in enumerate(save.draw_order):
            if tile not in self.ours and tile != "#END":
                raise about(f"gameAnnotations.drawOrder[{number}]", unreadable("jcz.no_tile_of_sets", tile=tile))
        return Pack(self.copies, self.groups, save.draw_order, save.end_turn, save.first_random)

    def holding(self, left: Counter[str]) -> Layout:
        """The same with these tiles to draw (our ids), whatever the boxes put back into their box at the start."""
        layout = self
        for _ in range(3):  # to take a tile out may let a box keep another, so look again
            now = open_game(layout).tiles_left
            counts = {tile.id: count for tile, count in layout.setup.tile_list()}
            more = {tile: left[tile] - now.get(tile, 0) for tile in {*left, *now}}
            tiles = {tile: max(0, counts.get(tile, 0) + more[tile]) for tile in sorted(more) if more[tile]}
            if not tiles:
                break
            layout = replace(layout, setup=replace(layout.setup, tiles={**layout.setup.tiles, **tiles}))
        return layout

    def ending_with(self, drawn: list[str]) -> Layout:
        """The same with no other tiles than those that are drawn: the game ends after the last of them."""
        return self.holding(Counter(self.ours[tile] for tile in drawn))


def layout_of(save: Save) -> Layout:
    """Everything that is decided before the first message."""
    chosen = _sets(save)
    _check_elements(save, chosen)
    tiles = _tiles(chosen)
    ours = {name: tile.id for name, (tile, _) in reversed(tiles.items())}
    counts = {name: count for name, (_, count) in tiles.items()}
    if "abbey" in save.elements:
        ours["AM/A"] = ABBEY
    setup = _with_tiles(_with_boxes(save, chosen, tiles), save, chosen, tiles)
    start = _start(save, ours)
    pack = dict(counts)
    for entry in save.start:
        pack[entry.tile] = max(0, pack.get(entry.tile, 0) - 1)
    groups: dict[str, str] = {}
    for name, (tile, _) in tiles.items():
        role = str(tile.more.get("river_role", ""))
        if _is_spring(tile) or "grid" in tile.more:
            pack[name] = 0  # lies at the start, or is not in the game
        elif role in RIVER_GROUPS:
            groups[name] = RIVER_GROUPS[role]
        elif "dragon" in tile.symbols and "dragon" in save.elements:
            groups[name] = DRAGON
    theirs = {tile: name for name, tile in ours.items()}
    layout = Layout(*_with_start(setup, start, theirs), ours, pack, groups)
    return layout.holding(Counter({ours[name]: count for name, count in pack.items() if count}))


# -- sets and elements ------------------------------------------------------------------------------------------------
def _sets(save: Save) -> dict[str, Chosen]:
    """The sets of the file, in the order of `SETS`: of two springs it is that of the first river (R-RIV-14)."""
    found: dict[str, Chosen] = {}
    for name, copies in save.sets.items():
        if copies <= 0:
            continue
        known, _, edition = name.partition(":")
        if known not in SETS:
            raise about("setup.sets", unreadable("jcz.no_set", name=name, sets=closest(known, SETS)))
        if edition not in EDITIONS:
            raise about("setup.sets", unreadable("jcz.no_edition", name=name))
        found[name] = Chosen(known, SETS[known], EDITIONS[edition], copies)
    order = list(SETS)
    return dict(sorted(found.items(), key=lambda entry: order.index(entry[1].name)))


def _has(chosen: dict[str, Chosen], name: str) -> bool:
    """Whether a set is in the game, of whatever edition."""
    return any(one.name == name for one in chosen.values())


def _check_elements(save: Save, chosen: dict[str, Chosen]) -> None:
    for name in save.elements:
        if name not in ELEMENTS and name not in IMPLIED:
            raise about("setup.elements", unreadable("jcz.no_element", name=name, elements=closest(name, ELEMENTS)))
    for one in chosen.values():
        element = NEEDED.get(one.of.tiles)
        if element is not None and element not in save.elements:
            raise about("setup.sets", unreadable("jcz.tiles_without_element", tiles=one.of.tiles, element=element))
    if _has(chosen, "gq11/river") and not (_has(chosen, "river/1") or _has(chosen, "river/2")):
        raise about("setup.sets", unreadable("jcz.river_alone"))
    if "count" in save.elements and not _has(chosen, "count"):
        raise about("setup.elements", unreadable("jcz.count_without_tiles"))


def _tiles(chosen: dict[str, Chosen]) -> dict[str, tuple[Tile, int]]:
    """Their tiles: which of ours each is, and how many there are. Of two of ours the first counts."""
    found: dict[str, tuple[Tile, int]] = {}
    for one in chosen.values():
        for tile in our_boxes.info(one.of.box).tile_sets()[one.of.tiles].tiles:
            name = str(tile.more.get("jcz", ""))
            if not name or not tile.drawn or not one.of.holds(tile):
                continue
            count = tile.first_edition if one.edition == "first" else tile.count
            count = max(count, IN_BOTH_EDITIONS.get(name, 0)) * one.copies
            kept, before = found.get(name, (tile, 0))
            found[name] = (kept, min(before + count, int(tile.more.get("max_in_game", before + count))))
    for name, tile_name in REMOVED.items():
        if _has(chosen, name) and tile_name in found:
            found[tile_name] = (found[tile_name][0], 0)
    return found


def _with_boxes(save: Save, chosen: dict[str, Chosen], tiles: dict[str, tuple[Tile, int]]) -> Setup:
    """Boxes, elements, figures, players and house rules."""
    names = [name for name in save.elements if name in ELEMENTS]
    if "siege" not in names:
        names = [name for name in names if name != "escape"]  # from a city that nobody besieges
    present = [ELEMENTS[name] for name in names]
    wanted = {one.of.box for one in chosen.values() if one.of.box in FORCED} | {"carcassonne"}
    wanted |= {PLAIN[one.of.tiles] for one in chosen.values() if one.of.tiles in PLAIN}
    for element in present:
        twins = [one.of.box for one in chosen.values() if one.of.box in TWINS.get(element.box, ())]
        wanted.update(twins or [element.box])
    if "abbot" not in save.elements:
        wanted.discard("abbot")  # without an abbot nobody stands in a garden
    if any(has_herd(tile) for tile, _ in tiles.values()) and "pig-herd" not in save.elements:
        wanted.add("traders_and_builders")  # it is the box that leaves herds out
    boxes = tuple(box for box in our_boxes.BOXES if box in wanted and box != "carcassonne")
    parts = {part for box in ("carcassonne", *boxes) for part in our_boxes.info(box).elements}
    without = tuple(sorted(parts - {element.part for element in present}))
    figures = {"meeple": 0}
    for name, value in save.elements.items():
        element_of = ELEMENTS.get(name)
        if element_of is not None and element_of.figure:
            if not isinstance(value, int | float) or not float(value).is_integer():
                raise about(f"setup.elements.{name}", unreadable("jcz.no_figures", value=json.dumps(value)))
            figures[element_of.figure] = int(value)
    edition = next((one.edition for one in chosen.values()), "current")
    setup = Setup(boxes=boxes, players=_seats(save), without=without, figures=figures)
    options = {**FIXED, **_rules(save), "edition": edition}
    if len(save.players) == 1:
        options["single_player"] = "on"
    if len(save.players) > max(our_boxes.info(box).players[1] for box in ("carcassonne", *boxes)):
        options["sixth_player"] = "on"
    known = setup.choices()
    return replace(setup, options={name: options[name] for name, option in known.items() if name in options})


def has_herd(tile: Tile) -> bool:
    """Whether a herd of pigs is printed on a tile."""
    return any(herd in segment.traits for segment in tile.segments for herd in HERDS)


def _rules(save: Save) -> dict[str, str]:
    found = {option: next(iter(values.values())) for option, values in RULES.values()}
    for name, value in save.rules.items():
        if name in OTHER_RULES:
            continue
        if name not in RULES:
            raise about("setup.rules", unreadable("jcz.no_rule", name=name, rules=closest(name, RULES)))
        option, values = RULES[name]
        word = str(value).lower() if isinstance(value, bool) else str(value)
        if word not in values:
            raise about(f"setup.rules.{name}", unreadable("jcz.no_value", value=value, values=closest(word, values)))
        found[option] = values[word]
    return found


def _seats(save: Save) -> tuple[str, ...]:
    """Names that records allow, as similar to those of the file as possible."""
    if not save.players:
        raise about("players", unreadable("jcz.nobody_plays"))
    found: list[str] = []
    for number, player in enumerate(save.players, 1):
        letters = (letter for letter in composed(player) if letter in "_-" or category(letter)[0] in "LMN")
        name = "".join(letters)[:MAX_NAME]
        if why_no_seat(name) is not None or seat_named(name, found) is not None:
            name = f"player{number}"
        found.append(name)
    return tuple(found)


# -- tiles and the start ----------------------------------------------------------------------------------------------
def _with_tiles(setup: Setup, save: Save, chosen: dict[str, Chosen], tiles: dict[str, tuple[Tile, int]]) -> Setup:
    """As many of each tile as the file has: by whole sets, and single tiles where editions are mixed."""
    mine = {name for info in setup.infos() for name in info.tiles}
    copies = Counter[str]()
    for one in chosen.values():
        copies[one.of.tiles] = max(copies[one.of.tiles], one.copies)
    named = {name: copies[name] for name in sorted(mine) if copies[name] != 1}
    named |= {name: number for name, number in copies.items() if name not in mine}
    if "abbey" in save.elements and not _has(chosen, "abbey-and-mayor"):
        named[ABBEY] = 1
    lies = {entry.tile for entry in save.start}
    if any(name in lies for name, (tile, _) in tiles.items() if _is_spring(tile)):  # of several springs it is this one
        named |= {tile.id: 0 for name, (tile, _) in tiles.items() if _is_spring(tile) and name not in lies}
    for entry in save.start:  # what lies at the start is there, even if no set has it
        if entry.tile in tiles and tiles[entry.tile][1] < sum(other.tile == entry.tile for other in save.start):
            named[tiles[entry.tile][0].id] = sum(other.tile == entry.tile for other in save.start)
    return replace(setup, tiles=named)


def _is_spring(tile: Tile) -> bool:
    return tile.more.get("river_role") == "spring"


def _start(save: Save, ours: dict[str, str]) -> list[StartTile]:
    """The start tiles by our ids, each touching one before it if that is possible."""
    if not save.start:
        raise about("setup.start", unreadable("jcz.no_start"))
    waiting: list[StartTile] = []
    for number, entry in enumerate(save.start):
        if entry.tile not in ours:
            raise about(f"setup.start[{number}]", unreadable("jcz.no_tile_of_sets", tile=entry.tile))
        waiting.append(replace(entry, tile=ours[entry.tile]))
    found = [waiting.pop(0)]
    while waiting:
        near = [
            entry for entry in waiting if any(abs(entry.x - other.x) + abs(entry.y - other.y) == 1 for other in found)
        ]
        found.append(near[0] if near else waiting[0])
        waiting.remove(found[-1])
    return found


def _with_start(setup: Setup, start: list[StartTile], theirs: dict[str, str]) -> tuple[Setup, list[str], list[Action]]:
    """The set-up with its start tiles, lines that lay further ones, and the actions that lay start blocks."""
    rules = setup.rules()
    if not rules.start_blocks:
        return replace(setup, start=tuple(_start_of(tile) for tile in start)), [], []
    wanted = {_start_of(tile) for tile in start}
    if set(rules.start) <= wanted:
        return setup, [_line_of(tile) for tile in start if _start_of(tile) not in set(rules.start)], []
    if "start_blocks" in setup.choices():
        manual = replace(setup, options={**setup.options, "start_blocks": "manual"})
        rules = manual.rules()
        loose = {block.tiles[0][0] for block in rules.loose_blocks}
        blocks = [_block_of(tile) for tile in start if tile.tile in loose]
        if set(rules.start) <= wanted and len(blocks) == len(loose) and len(start) == len(rules.start) + len(blocks):
            return manual, [], blocks
    named = [f"{theirs.get(tile, tile)} [{x},{y}] {quarters * 90}°" for tile, x, y, quarters in rules.start]
    where = ", ".join(named[:3]) + (" …" if len(named) > 3 else "")
    raise about("setup.start", unreadable("jcz.other_start", where=where))


def _start_of(tile: StartTile) -> tuple[str, int, int, int]:
    """A start tile in the format of set-ups."""
    return tile.tile, tile.x, tile.y, tile.rotation // 90


def _line_of(tile: StartTile) -> str:
    """A start tile as a line of a position."""
    return f"lay {tile.tile} {tile.x},{tile.y} turn {tile.rotation}"


def _block_of(tile: StartTile) -> Action:
    """A start block, named by its first tile, as the action that lays it."""
    return Action("block", tile=tile.tile, cell=(tile.x, tile.y), rotation=tile.rotation)


def open_game(layout: Layout) -> GameCore:
    """The game before its first message; draws are played like any other action."""
    game = GameCore(layout.setup, deal=False)
    if layout.lay:
        game.lay("\n".join(layout.lay))
    for action in layout.blocks:
        game.play(action)
    return game
