"""Figures and tokens: everything on a table has a drawing, and everybody can tell whose it is."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree
from functools import cache
from itertools import combinations

import pytest
from PIL import ImageColor

from aude import Game
from aude.board import Board
from aude.catalog import boxes
from aude.draw.book import book, figure_of
from aude.draw.compact import style
from aude.draw.figures import MARKS, PLAIN, figure_group, figure_named, figure_svg, seat_colours, stacked
from aude.draw.layers import TINT
from aude.game.setup import COLOURS, Setup
from colour_vision import GREY, VISIONS, difference, seen

APART = 20.0  # how much any two seats' colours differ at least, for everybody who sees colours (CIEDE2000)
APART_IN_GREY = 10.0  # and for those who see none
APART_IF_TINTED = 2.0  # and fields in the tints of any two seats
LIGHTER_OR_DARKER = 16.0  # how much a tint changes the lightness of a field, of 100
EVERYTHING = tuple(
    box for box in boxes.BOXES if boxes.info(box).extends == "carcassonne" and box != "anniversary_river"
)  # (two rivers cannot be in one game with it, and it brings no figures)
SETUPS = {
    "everything": Setup(boxes=EVERYTHING, players=COLOURS),
    "the_city": Setup(game="the_city", players=COLOURS[:4]),
}
FIGURES = sorted(book().figures)
OWNERS = [None, *range(len(COLOURS))]


# -- everything has a drawing -----------------------------------------------------------------------------------------
@cache
def names_reported(setup: str, seed: int) -> frozenset[str]:
    """What is reported to stand, lie or be held in a game of chance."""
    game, chance = Game(SETUPS[setup], seed=seed), random.Random(seed)
    found = {kind.name for kind in game.rules.figure_kinds}
    while game.options:
        option = chance.choice(game.options)
        verb = option.text.rpartition(" ")[0]
        ranged = option.low is not None and option.high is not None
        game.play(f"{verb} {chance.randint(option.low, option.high)}" if ranged else option)  # type: ignore[arg-type]
        if len(game.moves) % 10 == 0:
            board = Board(game.state)
            found |= {figure.kind for figure in board.figures} | {token.name for token in board.tokens}
    return frozenset(found | {name for held in game.holdings.values() for name in held})


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("setup", SETUPS)
def test_whatever_a_game_reports_has_a_drawing(setup: str, seed: int) -> None:
    """Figures of all kinds, tokens, what stands at sides and what is held in hand."""
    names = names_reported(setup, seed)
    assert names and not [name for name in sorted(names) if figure_of(name) is None]


def test_the_games_that_are_looked_at_show_all_that_there_is() -> None:
    """Otherwise the test above would promise too much; and nothing is drawn that no game knows."""
    seen_there = frozenset[str]().union(*(names_reported(setup, seed) for setup in SETUPS for seed in range(2)))
    used = {name for name in FIGURES for reported in seen_there if reported == name or reported.startswith(f"{name}_")}
    assert set(FIGURES) - used == {PLAIN}


def test_something_unknown_is_a_plain_piece() -> None:
    """A box from elsewhere need not draw its figures."""
    assert figure_of("giant") is None and figure_named("giant") is book().figures[PLAIN]
    assert figure_named("big_pig_taxes") is book().figures["big_pig"]


@pytest.mark.parametrize("name", FIGURES)
def test_drawings_are_sound(name: str) -> None:
    """They are well-formed, every class in them is a colour, they are small, and equal whenever they are drawn."""
    for colour in OWNERS:
        for lying in (False, True):
            drawn = figure_group(name, colour, lying=lying)
            ElementTree.fromstring(f"<g>{drawn}</g>")
            used = {word for words in re.findall(r'class="([^"]*)"', drawn) for word in words.split()}
            told = set(re.findall(r"\.([\w-]+)\{", style(drawn)))
            assert used == told and not any(word.startswith("seat-") or word == "seat" for word in used)
            assert len(drawn) < 3000 and drawn == figure_group(name, colour, lying=lying)


def test_ids_tell_figures_apart() -> None:
    """A board defines each once."""
    made = [
        re.findall(r' id="([^"]*)"', figure_group(name, colour, lying=lying))
        for name in FIGURES
        for colour in OWNERS
        for lying in (False, True)
    ]
    assert all(len(ids) == 1 for ids in made)
    assert len({ids[0] for ids in made}) == len(made)


def test_a_figure_by_itself_is_a_picture() -> None:
    """Notebooks show it."""
    picture = figure_svg("meeple", 2)
    root = ElementTree.fromstring(picture._repr_svg_())
    assert root.tag.endswith("svg") and root.attrib["viewBox"] == "-18 -18 36 36"
    assert book().colours["seat2"][0] in str(picture) and str(picture) != str(figure_svg("meeple", 2, lying=True))


def test_a_tower_grows_by_floors_and_its_guard_stands_on_the_topmost() -> None:
    """Every floor is higher by the same; a guard's feet are where the next floor's would be."""
    floor, guard = book().figures["tower_piece"], book().figures["tower_guard"]
    one, two, three, top = stacked(["tower_piece"] * 3 + ["tower_guard"])
    assert (one, two, three) == (0, floor.rise, 2 * floor.rise)
    assert top - guard.foot == 3 * floor.rise - floor.foot
    assert stacked([]) == []


# -- whose it is ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("vision", VISIONS)
def test_seats_differ_for_people_of_any_colour_vision(vision: str) -> None:
    """Every pair of the six colours, with a usual eye and with each of the three deficiencies."""
    colours = [seen(book().colours[f"seat{number}"][0], VISIONS[vision]) for number in range(len(COLOURS))]
    closest = min(difference(one, other) for one, other in combinations(colours, 2))
    assert closest >= APART


def tinted(colour: int, ground: str, night: bool) -> str:
    """A ground in the tint of the layer `fields`."""
    one, other = (ImageColor.getrgb(book().colours[name][night]) for name in (f"seat{colour}", ground))
    return "#" + "".join(f"{round(TINT * a + (1 - TINT) * b):02x}" for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_fields_are_tinted_lightly_and_still_differ(night: bool) -> None:
    """A tinted field is still more like a field than like any road, and no two tints are the same to anybody.

    What they lack in difference the badges have: they show the seats' own colours and marks.
    """
    field, road = (seen(book().colours[name][night], VISIONS["usual"]) for name in ("field", "road"))
    for vision in VISIONS.values():
        tints = [seen(tinted(colour, "field", night), vision) for colour in range(len(COLOURS))]
        assert min(difference(one, other) for one, other in combinations(tints, 2)) >= APART_IF_TINTED
    for colour in range(len(COLOURS)):
        tint = seen(tinted(colour, "field", night), VISIONS["usual"])
        assert difference(tint, road) >= APART_IN_GREY
        assert abs(tint[0] - field[0]) <= LIGHTER_OR_DARKER


def test_seats_differ_in_grey() -> None:
    """Less, for six steps from black to white are not more; so each has a mark too, another for each."""
    colours = [seen(book().colours[f"seat{number}"][0], GREY) for number in range(len(COLOURS))]
    assert min(difference(one, other) for one, other in combinations(colours, 2)) >= APART_IN_GREY
    assert len(set(MARKS)) == len(COLOURS)


@pytest.mark.parametrize("colour", range(len(COLOURS)), ids=COLOURS)
def test_marks_stand_out_and_so_do_figures(colour: int) -> None:
    """A mark differs from its figure, and one of the two lines around a figure from whatever it stands on."""
    colours = book().colours
    own = seen(colours[f"seat{colour}"][0], GREY)
    assert difference(own, seen(colours[f"seat{colour}-mark"][0], GREY)) >= 2 * APART_IN_GREY
    for ground in ("field", "road", "city", "water", "roof1", "roof2", "leaf-dark", "plaster"):
        lines = [seen(colours[name][0], GREY) for name in ("figure-edge", f"seat{colour}-dark")]
        assert max(difference(line, seen(colours[ground][0], GREY)) for line in lines) >= APART_IN_GREY


@pytest.mark.parametrize("name", [name for name in FIGURES if book().figures[name].marks])
def test_every_figure_of_a_seat_carries_its_mark(name: str) -> None:
    """Nothing but colour and mark tells whose it is; nobody's has none."""
    for colour, mark in enumerate(MARKS):
        assert figure_group(name, colour).count(f'd="{mark}"') == len(book().figures[name].marks)
    assert "-mark" not in figure_group(name)


def test_what_can_be_a_seats_has_marks() -> None:
    """A body has its owner's colour unless it has one of its own, and who has an owner has a mark."""
    for figure in book().figures.values():
        assert bool(figure.marks) == (figure.colour is None)


def test_seats_have_the_colours_of_their_names() -> None:
    """Other names take what is left, in order."""
    assert seat_colours(COLOURS) == (0, 1, 2, 3, 4, 5)
    assert seat_colours(["pink", "ada", "red", "bo"]) == (5, 1, 0, 2)


def test_the_measure_of_differences_is_the_published_one() -> None:
    """Pairs from the table of Sharma, Wu and Dalal."""
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50, 2.49, -0.001), (50, -2.49, 0.0009)) == pytest.approx(7.1792, abs=1e-3)
    assert difference((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)
    assert difference((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)
