"""What values look like in notebooks: whole, safe, short, and plain text stays what it was."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from aude import Action, Event, Game, Spot, bots
from aude.arena import Contest, Plan
from aude.board import LaidTile
from aude.catalog.boxes import BOXES, expansions, info
from aude.draw import tile_picture
from aude.explain import explain_final, explain_now
from aude.game.lazy import Lazy
from aude.game.values import Points
from aude.notebook import page, picture
from aude.notebook.parts import ROWS, folded, seat_name, text
from aude.shown import Pictured
from aude.study.reasons import Explanation
from aude.study.review import review

HOSTILE = '<script>alert("x")</script>&amp;'
VOID = {"img", "br"}


class Strict(HTMLParser):
    """Reads a page and complains about what is not closed; keeps its words, its tags and its images."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.images: list[ElementTree.Element] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        facts = dict(attrs)
        assert not any(name.startswith("on") for name in facts)
        if tag == "img":
            source = facts["src"] or ""
            assert source.startswith("data:image/svg+xml,") and facts["alt"], source[:60]
            self.images.append(ElementTree.fromstring(unquote(source.partition(",")[2])))
            assert int(facts["width"] or 0) > 0 < int(facts["height"] or 0)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)


def read(value: Any) -> Strict:
    """The page of a value: HTML that is whole, and needs nothing else."""
    found = Strict(value._repr_html_())
    assert not {"script", "link", "iframe", "style"} & set(found.tags)
    return found


@pytest.fixture(scope="module")
def game() -> Game:
    """A game in its middle, before a tile is laid."""
    game = Game(seed=5, first_player="seat1")
    bot = bots.make("greedy", 1)
    while len(game.board.tiles) < 12 or game.step != "place":
        game.play(bot.choose(game))
    return game


# -- pictures ---------------------------------------------------------------------------------------------------------
def test_games_and_boards_show_the_table(game: Game) -> None:
    """With the points of everybody and the tile in hand, no larger than a page; every name is the picture's own."""
    for value in (game, game.board):
        svg = value._repr_svg_()
        assert svg is not None
        root = ElementTree.fromstring(svg)
        assert 0 < int(root.attrib["width"]) <= 760 and 0 < int(root.attrib["height"]) <= 620
        assert all(f'data-score="{seat}"' in svg for seat in game.seats)
        assert f'data-hand="{game.tile}"' in svg
        names = set(re.findall(r' id="([^"]+)"', svg))
        assert all(name.startswith(root.attrib["id"]) for name in names)


def test_a_tile_shows_itself_as_it_lies(game: Game) -> None:
    """The picture of a turned tile; a small one is not shown as small as it is on a table."""
    turned = next(tile for tile in game.board.tiles if tile.rotation == 90)
    svg = turned._repr_svg_()
    assert svg == tile_picture(turned.id, turns=1)._repr_svg_()
    assert ElementTree.fromstring(svg).attrib["width"] == "110"


def test_a_board_goes_on_showing_its_moment(game: Game) -> None:
    later = game.copy()
    board = later.board
    before = board._repr_svg_()
    later.play(later.options[0])
    assert board._repr_svg_() == before != later.board._repr_svg_()


# -- options ----------------------------------------------------------------------------------------------------------
def test_options_are_a_table_with_their_places(game: Game) -> None:
    """Numbers in the picture and in the table are places in the list; each row has the tile as it would lie."""
    found = read(game.options)
    assert len(found.images) == 1 + len(game.options)
    labels = {one.attrib["d"] for one in found.images[0].iter() if "d" in one.attrib}
    assert labels
    for number, option in enumerate(game.options):
        assert str(number) in found.words and option.text in found.words
        assert option.sentence(game.texts(), game.step) in found.words
    assert f"{len(game.options)} options" in found.text


def test_long_lists_are_folded() -> None:
    """Ten rows, and how many more there are; those are behind a click, and beyond some hundreds only counted."""
    game = Game(boxes=expansions("carcassonne"), seed=1, players=6)
    bot = bots.make("random", 3)
    longest = game.options
    while not game.over and len(longest) < 60:
        game.play(bot.choose(game))
        longest = max(longest, game.options, key=len)
    assert len(longest) >= 60
    found = read(longest)
    assert found.tags.count("tr") == ROWS + 1
    assert f"{len(longest) - ROWS} more" in found.words
    assert "… and 200 more" in folded(500, ["x"] * 300, "more")


def test_an_option_shows_where_it_is(game: Game) -> None:
    """A placement with the tile as it would lie; a figure with its place; what has no place has no picture."""
    after = game.copy()
    placing = after.options[0]
    found = read(placing)
    assert placing.text in found.words and len(found.images) == 1
    after.play(placing)
    said = {option.action.verb: read(option) for option in after.options}
    assert len(said["deploy"].images) == 1 and said["pass"].images == []
    assert len(read(placing).images) == 1  # also when the game has gone on
    drawing = read(Game(deal=False, first_player="seat1").options)
    assert "32 options" in drawing.text and "22 more" in drawing.words and len(drawing.images) == ROWS


@pytest.mark.parametrize("name", [name for name in BOXES if info(name).extends is None])
def test_everything_that_is_offered_can_be_shown(name: str) -> None:
    """In games with every box."""
    game = Game(game=name, boxes=expansions(name), seed=2, players=3)
    bot = bots.make("random", 3)
    shown: set[str] = set()
    for _ in range(400):
        if game.over:
            break
        if game.step not in shown:
            shown.add(game.step)
            read(game.options)
            for option in list(game.options)[:3]:
                read(option)
        game.play(bot.choose(game))
    assert len(shown) > 3
    for tile in game.board.tiles[-5:]:
        ElementTree.fromstring(tile._repr_svg_() or "")
    for feature in game.board.features[-8:]:
        read(feature)
    read(explain_final(game))
    read(game.events)


# -- what has happened, and scores ------------------------------------------------------------------------------------
def test_events_are_told_in_sentences(game: Game) -> None:
    """What a move brought; of a whole game the end, and the rest is folded."""
    told = read(game.copy().play(game.options[0]))
    assert "placed" in told.words
    found = read(game.events)
    assert found.tags.count("tr") == ROWS + 1
    assert f"{len(game.events) - ROWS} earlier" in found.words
    assert game.events[-1].name in found.words


def test_all_events_of_a_game_are_a_list_like_any_other(game: Game) -> None:
    assert game.events == [event for move in game.moves for event in move.events]
    assert isinstance(game.events, Lazy) and repr(game.events) == repr(list(game.events))


def test_scores_are_dictionaries_that_show_themselves(game: Game) -> None:
    """Nothing else about them is different: equality, order, text, JSON, pickles."""
    for points in (game.scores, game.if_ended_now, game.board.scores):
        plain = dict(points)
        assert points == plain and list(points) == list(game.seats)
        assert repr(points) == repr(plain) and json.dumps(points) == json.dumps(plain)
        assert pickle.loads(pickle.dumps(points)) == plain
        found = read(points)
        assert all(seat in found.text and str(plain[seat]) in found.words for seat in plain)
    read(Points({"red": -3, "blue": 0}))  # points may be lost


def test_a_score_is_explained(game: Game) -> None:
    """Every feature that brings something, who stands there, and the sum of it all."""
    report = explain_final(game)
    found = read(report)
    assert all(str(points) in found.words for points in report.after.values())
    for one in report.features:
        assert one.feature.kind in found.text
    read(explain_now(game))


def test_a_feature_shows_where_it_is(game: Game) -> None:
    held = next(feature for feature in game.board.features if feature.owners)
    found = read(held)
    assert held.kind in found.words and held.owners[0] in found.text
    assert len(found.images) == 1


# -- results ----------------------------------------------------------------------------------------------------------
def test_reviews_and_their_reasons_show_themselves() -> None:
    """A table of the seats, the course of the game, and where it turned; why a move is better."""
    game = Game(seed=5, first_player="seat1", tiny_city="on", tiles={"base": 0, "base/FRRR": 6, "base/CFFF": 6})
    bot = bots.make("beginner", 1)
    while not game.over:
        game.play(bot.choose(game))
    found = review(game, simulations=20)
    shown = Strict(found._repr_html_())
    assert all(seat.capitalize() in shown.text for seat in game.seats)
    assert [one.tag.rpartition("}")[2] for one in shown.images] == ["svg"]
    why = next(one.why for one in found.decisions if one.why is not None)
    assert f"{why.difference:+.1f}" in read(why).words
    read(Explanation("red", 0.0, ()))


def test_a_contest_shows_its_plot() -> None:
    contest = Contest(Plan(("greedy", "beginner"), 4))
    contest.run(1)
    assert ElementTree.fromstring(contest.results._repr_svg_()).attrib["width"] == "760"


# -- safe, plain, layered ---------------------------------------------------------------------------------------------
def test_nothing_that_a_name_says_is_html() -> None:
    """Names of seats, bots and tiles may come from files of other people."""
    for html in (
        page(Points({HOSTILE: 3})),
        seat_name(HOSTILE, [HOSTILE]),
        text(HOSTILE),
        folded(1, [text(HOSTILE)], HOSTILE),
    ):
        assert "<script" not in html and "&lt;script&gt;" in html
        assert HOSTILE in Strict(html).text
    game = Game(players=["zoë", "b-1"], seed=1)
    assert "zoë" in read(game.scores).text
    contest = Contest(Plan(("greedy", "beginner"), 2))
    contest.run(1)
    contest.plan.__dict__["labels"] = (HOSTILE, "beginner")
    assert "<script" not in contest.results._repr_svg_()


def test_plain_text_is_what_it_was(game: Game) -> None:
    """Values without a game show as `repr`, which rebuilds them."""
    for value in (Action("pass"), Event("drawn", tile="base/FFFF"), Spot("road", ("N",), (0, 0))):
        assert not hasattr(value, "_repr_html_") and not hasattr(value, "_repr_svg_")
    assert repr(game.options[0]) == f"<Option {game.actor}: {game.options[0].text}>"
    assert repr(game.board.tiles[0]) == "LaidTile('base/CRFR-rEW', (0, 0), 0)"


def test_who_draws_is_loaded_when_something_is_shown() -> None:
    """Neither pictures nor reviews are imported for a game alone."""
    code = (
        "import sys, aude; game = aude.Game(seed=1); game.options[0]; game.scores;"
        "assert not {'aude.draw', 'aude.notebook', 'aude.study'} & set(sys.modules);"
        "game.scores._repr_html_(); assert 'aude.notebook' in sys.modules and 'aude.study' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)


def test_only_known_values_have_pages() -> None:
    with pytest.raises(TypeError, match="int has no page"):
        page(3)
    with pytest.raises(TypeError, match="int has no picture"):
        picture(3)
    assert issubclass(LaidTile, Pictured)
