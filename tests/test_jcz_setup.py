"""Saves of JCloisterZone: sets, elements, rules and start tiles as ours, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from aude.catalog.boxes import info
from aude.engine.tiles import PORTS
from aude.errors import Unreadable
from aude.formats.jcz import open_save
from aude.formats.jcz.catalog import ELEMENTS, FIXED, RULES, SETS
from aude.formats.jcz.draws import Pack, next_random
from aude.formats.jcz.export import write_save
from aude.formats.jcz.pointers import FEATURES, Pointer, location_of, ports_of
from jcz_saves import COMMIT, COUNT, DONE, START, figure_at, lay, made, message, played, put

# Each rule of that program, and the element that brings the box whose option it is.
ELEMENT_FOR = {
    "princess-action": "princess",
    "fairy-placement": "fairy",
    "dragon-move": "dragon",
    "barn-placement": "barn",
    "wagon-move": "wagon",
    "bazaar-no-auction": "bazaar",
    "espace-variant": "siege",
    "tunnelize-other-expansions": "tunnel",
    "more-tunnel-tokens": "tunnel",
    "coc-final-scoring": "count",
    "count-move": "count",
    "king-and-robber-scoring": "king",
    "inn-and-cathedral-final-scoring": "inn",
}
VALUES = [(rule, word) for rule, (_, words) in RULES.items() for word in words]


def options(**how: Any) -> dict[str, str]:
    """The house rules of a save."""
    return played(**how)[1].game.setup.values()


@pytest.mark.parametrize(("rule", "word"), VALUES)
def test_every_value_of_every_rule(rule: str, word: str) -> None:
    """A rule of the file is an option of ours; switches are true or false."""
    option, meanings = RULES[rule]
    element = ELEMENT_FOR.get(rule, "inn")
    how: dict[str, Any] = {"elements": [element], "rules": {rule: {"true": True, "false": False}.get(word, word)}}
    if element == "count":
        how |= {"sets": ["count"], "start": COUNT}
    elif rule == "gq11-pig-herd":
        how |= {"sets": ["gq11"], "elements": ["pig-herd"]}
    assert options(**how)[option] == meanings[word]
    if word == next(iter(meanings)):
        assert options(**{**how, "rules": {}})[option] == meanings[word]


def test_what_that_program_always_does() -> None:
    """With every element each house rule of ours has its fixed value."""
    every = {name: 1 for name in ELEMENTS if name != "small-follower"}
    sets = ["count", "cult/6", "corn-circles/1", "tower:1", "river/1:1"]
    spring = {"tile": "RI/s", "x": 2, "y": -1, "rotation": 0}
    values = options(elements=every, sets=sets, start=(*COUNT, spring))
    assert {name: values[name] for name in FIXED} == FIXED


@pytest.mark.parametrize("name", sorted(SETS))
@pytest.mark.parametrize("edition", ["", ":1", ":2"])
def test_every_set_is_there_as_often_as_the_file_says(name: str, edition: str) -> None:
    """The tiles to draw are those of the file's pack, whatever editions are mixed."""
    how: dict[str, Any] = {"sets": {name + edition: 2 if name != "basic" else 1}}
    if name == "basic":
        how["sets"] |= {"basic:1": int(edition != ":2")}
    if name == "count":
        how |= {"elements": ["count"], "start": COUNT}
    if name.startswith("cult"):
        how |= {"elements": ["shrine"]}
    if "river" in name:
        how["start"] = ({"tile": "GQ/RFI" if name == "gq11/river" else "RI/s", "x": 0, "y": 0, "rotation": 0},)
    if name == "gq11/river":
        how["sets"] |= {"river/1:1": 1}
    _, run = played(ordered=False, **how)
    drawn = run.layout.ours[run.pack.drawn[0]]
    left = {tile: count for tile, count in run.game.tiles_left.items() if count}
    wanted: dict[str, int] = {}
    for tile, count in run.layout.copies.items():
        if count:
            wanted[run.layout.ours[tile]] = wanted.get(run.layout.ours[tile], 0) + count
    left[drawn] = left.get(drawn, 0) + 1
    assert left == wanted


def test_no_copies_of_a_set_are_no_set() -> None:
    """Not even of one that we do not have."""
    assert played(sets={"hills-and-sheep:1": 0, "tower:1": 0})[1].layout.copies == played()[1].layout.copies


def test_tiles_without_their_element_are_only_drawn() -> None:
    """Towers without the element are decoration; elements without their tiles work."""
    _, run = played(sets=["tower:1"], elements=["fairy", "mayor"])
    assert run.game.setup.boxes == ("princess_and_dragon", "abbey_and_mayor")
    assert sum(count for tile, count in run.game.tiles_left.items() if tile.startswith("tower/")) in (17, 18)
    assert set(run.game.supply["Alice"]) == {"meeple", "mayor"}


def test_shrines_without_their_element_are_monasteries() -> None:
    """Alice's abbot goes there, and nobody is challenged."""
    how: dict[str, Any] = {"sets": ["cult/5"], "elements": {"abbot": 1}}
    _, run = played(lay("CU/S", 0, 1), put("Monastery", "I", 0, 1, "0.abbot.1"), COMMIT, **how)
    assert [move.text for move in run.game.moves][-2] == "deploy abbot monastery"
    assert run.game.setup.without and "challenge" not in run.game.setup.elements()
    again = open_save(write_save(run.game))[1].game
    assert again.setup.boxes == run.game.setup.boxes and again.setup.without == run.game.setup.without


@pytest.mark.parametrize("sets", [("river/1:1", "river/2:1"), ("river/2:1", "river/1:1")])
def test_the_order_of_the_sets_does_not_matter(sets: tuple[str, str]) -> None:
    _, run = played(sets=sets, start=({"tile": "RI/s", "x": 0, "y": 0, "rotation": 0},))
    assert [name for name, *_ in run.game.rules.start] == ["river/FSFF"]


def test_an_element_is_there_whatever_its_value() -> None:
    _, run = played(sets=["inns-and-cathedrals:1"], elements={"cathedral": False, "big-follower": 2})
    assert run.game.setup.elements() >= {"cathedral", "large_follower"} and "inn" not in run.game.setup.elements()
    assert run.game.supply["Alice"] == {"meeple": 7, "large_follower": 2}


def test_without_farmers_and_without_herds() -> None:
    save = made(sets=["river/2:1"], start=({"tile": "RI/s", "x": 0, "y": 0, "rotation": 0},))
    del save["setup"]["elements"]["farmers"]
    _, run = open_save(json.dumps(save))
    assert run.game.setup.without == ("builder", "farmers", "goods", "pig", "pig_herd")
    assert "pig_herd" not in run.game.rules.table.traits


def test_nobody_escapes_from_a_city_that_nobody_besieges() -> None:
    """Without the siege the Cathars on the tiles are decoration."""
    _, run = played(sets=["siege/cathars"], elements=["escape"])
    assert run.game.setup.boxes == () and run.game.tiles_left["cathars/CFFF"] == 1


def test_the_spring_is_the_one_that_the_file_lays() -> None:
    """With two sets there are two springs; the other one is in nobody's pack."""
    for spring, other in (("RI/s", "gq11/FSFR"), ("GQ/RFI", "river/FSFF")):
        start = ({"tile": spring, "x": 0, "y": 0, "rotation": 0},)
        _, run = played(sets=["gq11/river", "river/1:1"], start=start, ordered=False)
        assert run.layout.theirs[run.game.rules.start[0][0]] == spring
        assert not run.game.tiles_left.get(other)


def test_one_and_six_players() -> None:
    assert played(players=["Alice"])[1].game.seats == ("Alice",)
    assert len(played(players=list("abcdef"))[1].game.seats) == 6
    with pytest.raises(Unreadable, match="7 players"):
        played(players=list("abcdefg"))


def test_start_tiles_lie_where_the_file_says() -> None:
    start = (
        {"tile": "BA/RRRR", "x": 4, "y": -2, "rotation": 90},
        {"tile": "BA/RFr", "x": 6, "y": -2, "rotation": 0},
        {"tile": "BA/RFr", "x": 5, "y": -2, "rotation": 180},
    )
    game = played(start=start)[1].game
    assert [entry[1:] for entry in game.setup.start] == [(4, -2, 1), (5, -2, 2), (6, -2, 0)]
    beside = played(
        sets=["count"], elements=["count"], start=(*COUNT, {"tile": "BA/L", "x": 2, "y": 0, "rotation": 0})
    )[1]
    assert beside.game.position == ["lay base/FFFF-monastery 2,0 turn 0"]


# -- places -----------------------------------------------------------------------------------------------------------
def test_every_segment_of_every_tile_has_a_location_of_its_own() -> None:
    """Turned any way, what a location names is the segment that it was made of."""
    places = 0
    for tile_set in SETS.values():
        for tile in info(tile_set.box).tile_sets()[tile_set.tiles].tiles:
            for turn in range(4):
                seen: set[tuple[str, str]] = set()
                for segment in tile.segments:
                    if segment.kind not in FEATURES or not segment.ports:
                        continue
                    ports = {PORTS[(PORTS.index(port) + 3 * turn) % 12] for port in segment.ports}
                    there = Pointer((0, 0), FEATURES[segment.kind], frozenset(ports))
                    location = location_of(there)
                    assert ports_of(location, there.feature, "") == ports
                    assert (there.feature, location) not in seen
                    seen.add((there.feature, location))
                    places += 1
    assert places > 2000


# -- chance -----------------------------------------------------------------------------------------------------------
def test_the_random_rule() -> None:
    """The generator works on the low 48 bits of the number as it is stored; dragons wait, rivers come first."""
    assert next_random(0.5) == next_random(0.0) == 11 / 2**48
    assert next_random(0.1) == ((25214903917 * (0x3FB999999999999A & (2**48 - 1)) + 11) % 2**48) / 2**48
    tiles = {"B": 2, "A": 1, "D": 5, "R": 1, "F": 1, "L": 1}
    groups = {"D": "dragon", "R": "river", "F": "river-fork", "L": "river-lake"}
    pack = Pack(tiles, groups, (), None, 0.5)
    order = []
    for _ in range(4):
        order.append(pack.next_tile())
        pack.take(order[-1])
    assert order == ["F", "R", "L", "A"] and pack.active() == ["B", "B"]
    pack.dragon_is_here = True
    assert pack.active() == ["B", "B", "D", "D", "D", "D", "D"]


# -- refusals ---------------------------------------------------------------------------------------------------------
def broken(*path: str | int, value: Any = None, **how: Any) -> str:
    """What is said about a save in which one value is another, or is missing."""
    save: Any = made(lay("BA/RFr", 1, 0), *DONE, **how)
    where = save
    for key in path[:-1]:
        where = where[key]
    if value is None:
        del where[path[-1]]
    else:
        where[path[-1]] = value
    with pytest.raises(Unreadable) as error:
        open_save(json.dumps(save))
    return str(error.value)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("setup",), None, "the save has no 'setup'"),
        (("setup", "sets"), None, "setup has no 'sets'"),
        (("setup", "sets"), [], "setup.sets: an object is wanted, not []"),
        (("setup", "sets", "basic:1"), "x", "setup.sets.basic:1: a whole number is wanted"),
        (("setup", "sets", "hills-and-sheep"), 1, "setup.sets: 'hills-and-sheep' is not a set of our boxes"),
        (("setup", "sets", "basic:3"), 1, "of an unknown edition"),
        (("setup", "sets", "gq11/river"), 1, "'gq11/river' needs 'river/1' or 'river/2' here"),
        (("setup", "elements", "phantom"), 1, "setup.elements: 'phantom' is not a part of our boxes"),
        (("setup", "elements", "count"), 1, "'count' needs the tiles of the set 'count'"),
        (("setup", "elements", "pig"), "one", 'setup.elements.pig: "one" is not a number of figures'),
        (("setup", "elements", "pig"), 1.5, "setup.elements.pig: 1.5 is not a number of figures"),
        (("setup", "elements", "pig"), float("inf"), "setup.elements.pig: Infinity is not a number of figures"),
        (("setup", "rules"), {"wagon-moves": "C1"}, "setup.rules: there is no rule 'wagon-moves'"),
        (("setup", "rules"), {"wagon-move": "C3"}, "setup.rules.wagon-move: 'C3' is not a value; values: C2, C1"),
        (("setup", "start"), [], "setup.start: a game needs a start tile"),
        (("setup", "start", 0, "tile"), "BA/X", "setup.start[0]: 'BA/X' is not a tile of this game's sets"),
        (("setup", "start", 0, "rotation"), 45, "setup.start[0].rotation: 45 is not a quarter turn"),
        (("setup", "start", 0, "x"), None, "setup.start[0] has no 'x'"),
        (("players",), [], "players: nobody plays"),
        (("players", 0, "name"), 3, "players[0].name: a text is wanted, not 3"),
        (("replay",), None, "the save has no 'replay'"),
        (("replay", 0), 7, "replay[0]: an object is wanted, not 7"),
        (("replay", 0, "type"), None, "replay[0] has no 'type'"),
        (("replay", 0, "type"), "UNDO", "message 1 (UNDO): there is nothing to take back"),
        (("replay", 0, "type"), "FLOCK_EXPAND_OR_SCORE", "message 1 (FLOCK_EXPAND_OR_SCORE): this message belongs"),
        (("replay", 0, "payload", "tileId"), "BA/X",
            "message 1 (PLACE_TILE): 'BA/X' is not a tile of this game's sets"),
        (("replay", 0, "payload", "tileId"), "BA/L", "message 1 (PLACE_TILE): BA/L is laid, but BA/RFr was drawn"),
        (("replay", 0, "payload", "rotation"), "R45", "'R45' is not a rotation (R0, R90, R180, R270)"),
        (("replay", 0, "payload", "rotation"), "R90", "message 1 (PLACE_TILE): tileId BA/RFr, rotation R90"),
        (("replay", 0, "payload", "position"), [1], "position: a position is [x, y]"),
        (("replay", 0, "payload", "position"), [9, 9], "the game is asked (place): place 1,0 turn 0"),
        (("replay", 2, "payload", "random"), 1.5, "a number from 0 to less than 1 is wanted, not 1.5"),
        (("initialRandom",), "x", "initialRandom: a number from 0"),
        (("gameAnnotations", "drawOrder"), ["BA/X"], "gameAnnotations.drawOrder[0]: 'BA/X' is not a tile"),
        (("gameAnnotations", "drawOrder"), ["BA/Cccc+"] * 2, "BA/RFr is laid, but BA/Cccc+ was drawn"),
        (("gameAnnotations", "endTurn"), "two", "gameAnnotations.endTurn: a whole number is wanted"),
        (("test", "assertions"), "x", "test.assertions: a list is wanted"),
    ],
)  # fmt: skip
def test_a_mistake_is_named(path: tuple[str | int, ...], value: Any, says: str) -> None:
    assert says in broken(*path, value=value)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (put("Road", "N", 1, 0, "0.small.1"), "the game is asked (deploy): pass; deploy meeple road E.W"),
        (put("Road", "N", 1, 0, "0.small.1"), ": pointer {Road,N,[1,0]}, meepleId 0.small.1 cannot be done here"),
        (message("CAPTURE_FOLLOWER", pointer=figure_at("Road", "WE", 1, 0, "0.small.1")), "small.1 on {Road,WE,[1,0]}"),
        (put("Road", "XY", 1, 0, "0.small.1"), "'XY' is not a location of a Road"),
        (put("YagaHut", "I", 1, 0, "0.small.1"), "'YagaHut' is a feature of a set that none of our boxes has"),
        (put("Road", "WE", 1, 0, "0.phantom.1"), "'phantom' is not a figure of any of our boxes"),
        (put("Road", "WE", 1, 0, "0.big.1"), "there is no 'big' in this game"),
        (put("Road", "WE", 1, 0, "4.small.1"), "'4.small.1' is nobody's figure"),
        (put("Road", "WE", 1, 0, "0.small.8"), "'0.small.8' is nobody's figure; of 'small' each player has 7"),
        (put("Road", "WE", 1, 0, "1.small.1"), "meepleId 1.small.1 cannot be done here"),
        (message("PLACE_TOKEN", token="GOLD", pointer=[1, 0]), "'GOLD' is not a token of any of our boxes"),
        (message("MOVE_NEUTRAL_FIGURE", figureId="mage.1", to=[1, 0]), "'mage.1' is not a figure of any of our boxes"),
        (message("RETURN_MEEPLE", pointer={"meepleId": "0.small.1", "featurePointer": {
            "position": [1, 0], "feature": "Road", "location": "WE"}}, source="FESTIVAL"), "a return by 'FESTIVAL'"),
        (message("BAZAAR_BID", supplyIndex=0, price=1), "no tile number 0 is offered"),
        (message("SCORE_ACROBATS"), "message 2 (SCORE_ACROBATS): this message belongs to a set"),
        (message("DEPLOY_MEEPLE", meepleId="0.small.1"), "message 2 (DEPLOY_MEEPLE) has no 'pointer'"),
    ],
)  # fmt: skip
def test_a_message_that_cannot_be_played_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(Unreadable) as error:
        played(lay("BA/RFr", 1, 0), wrong)
    assert str(error.value).startswith("message 2") and says in str(error.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '"x"', "{}", "[" * 100_000])
def test_what_is_not_a_save_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        open_save(text)


def test_a_start_that_is_not_ours_is_refused() -> None:
    with pytest.raises(Unreadable, match=r"setup.start: with these sets the game begins with CO/1 \[-2,-1\] 0°,"):
        played(sets=["count"], elements=["count"], start=START)
