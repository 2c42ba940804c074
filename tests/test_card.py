"""The reference card: it says what the program does, of every box, in three languages, on two pages at most."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

import pytest

from aude import Game, Setup, Unreadable
from aude.cards.card import Card, Row, make_card, read_card
from aude.cards.fit import SIZES, fits, fitting, lines_of, width_of
from aude.cards.page import as_html, as_text
from aude.catalog import boxes
from aude.catalog.texts import LANGUAGES, SLOT, Texts
from aude.engine.rules import Rules, Step
from aude.game.setup import COLOURS
from terminal import bad, good

ROOT = Path(__file__).parents[1]

spec = importlib.util.spec_from_file_location("make_cards", ROOT / "tools" / "make_cards.py")
assert spec is not None and spec.loader is not None
make_cards = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make_cards)


def alone(box: str, **options: str) -> Setup:
    """A game with one box."""
    info = boxes.info(box)
    return Setup(game=info.extends or box, boxes=(box,) if info.extends else (), options=options)


@cache
def rows_of(box: str) -> tuple[Row, ...]:
    """Every row that a game with one box can show."""
    return tuple(
        row for info in alone(box).infos() for folder in info.text_folders for row in read_card(folder / "card.toml")
    )


@cache
def variants(box: str) -> tuple[Rules, ...]:
    """The rules of a game with one box: with its defaults, and with every other value of a house rule of its own."""
    values = [(option.name, value) for option in boxes.info(box).options for value in option.values[1:]]
    found = [alone(box).rules()]
    for name, value in values:
        if name not in ("youngest", "sixth_player", "edition"):  # they change no rule
            found.append(alone(box, **{name: value}).rules())
    return tuple(found)


@cache
def everything(language: str = "en") -> Card:
    return make_card(Setup(boxes=boxes.expansions("carcassonne")), language)


# -- the files --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("box", boxes.BOXES)
def test_every_box_has_a_card_in_every_language(box: str) -> None:
    """No box is left out, no text is empty, and what is filled in is filled in everywhere."""
    rows = read_card(boxes.info(box).folder / "card.toml")
    assert rows
    for row in rows:
        for text in row.texts():
            assert sorted(text) == sorted(LANGUAGES), row
            assert all(said and said == said.strip() for said in text.values()), row
            assert len({tuple(SLOT.findall(said)) for said in text.values()}) == 1, row


@pytest.mark.parametrize("box", boxes.BOXES)
def test_every_question_stands_on_the_card(box: str) -> None:
    """Every step that asks, with whatever house rules, is covered by a row, which is called after it or names it."""
    asking = {
        step.name for rules in variants(box) for step in rules.program if type(step).describe is not Step.describe
    }
    covered = {name for row in rows_of(box) if row.section == "steps" for name in row.covers}
    assert {"draw", "place", "deploy"} <= asking
    assert asking - covered == set()


@pytest.mark.parametrize("box", boxes.BOXES)
def test_the_card_names_no_step_that_is_not_there(box: str) -> None:
    """A step that was renamed would vanish from the card without a word."""
    names = {step.name for rules in variants(box) for step in rules.program}
    mixed = Setup(boxes=boxes.expansions("carcassonne"), options={"start_blocks": "manual"}).rules()
    names |= {step.name for step in mixed.program}  # the base game's card speaks of start blocks, which others bring
    rows = [row for row in rows_of(box) if row.section == "steps"]
    assert [row.key for row in rows if row.covers and not any(name in names for name in row.covers)] == []
    keys = {row.key for row in rows} | {row.key for row in rows_of(boxes.info(box).extends or box)}
    parents: set[str] = set()
    for row in rows:
        above = row.facts.get("in", [])
        parents |= {above} if isinstance(above, str) else set(above)
    assert parents <= keys


@pytest.mark.parametrize("box", boxes.BOXES)
def test_every_scored_kind_has_a_row(box: str) -> None:
    """Whatever a figure may stand on is worth something: at the end, and during the game if it can be completed."""
    rows = {row.key: row for row in rows_of(box) if row.section == "scoring"}
    rules = variants(box)[0]
    scored = [
        kind for number, kind in enumerate(rules.kinds) if any(mask >> number & 1 for mask in rules.stands_on)
    ]  # fmt: skip
    assert len(scored) >= 3
    for kind in scored:
        assert kind.name in rows, kind.name
        assert "end" in rows[kind.name].facts
        assert ("during" in rows[kind.name].facts) == kind.completes, kind.name


@pytest.mark.parametrize("box", boxes.BOXES)
def test_every_value_of_every_house_rule_has_a_text(box: str) -> None:
    rows = {row.key: row.facts for row in rows_of(box) if row.section == "options"}
    for option in boxes.info(box).options:
        assert option.name in rows
        if "every" not in rows[option.name]:
            assert [value for value in option.values if value not in rows[option.name]] == [], option.name
        extra = set(rows[option.name]) - {*option.values, "every", "when", "unless", "with", "element"}
        assert extra == set(), option.name


@pytest.mark.parametrize("box", boxes.BOXES)
def test_the_pieces_are_those_of_the_game(box: str) -> None:
    """What everybody gets, for every number of players: figures, and what seats hold when the game begins."""
    setup = alone(box)
    low, high = setup.seats_for()
    compared = 0
    for players in range(low, high + 1):
        game = Game(Setup(setup.game, setup.boxes, COLOURS[:players]), deal=False)
        there = {**game.supply["red"], **game.holdings["red"]}
        for row in rows_of(box):
            each = row.facts.get("each")
            if row.section == "setup" and each is not None and row.key in there:
                number = each[str(players)] if isinstance(each, dict) else each
                assert number == there[row.key], (row.key, players)
                compared += 1
        shown = {row.key for row in rows_of(box) if "each" in row.facts}
        assert set(game.supply["red"]) <= shown  # no kind of figure is forgotten
    assert compared >= high - low + 1


# -- what is chosen ----------------------------------------------------------------------------------------------------
def test_only_what_is_in_the_game_stands_on_its_card() -> None:
    """The base game has four steps; without farmers nothing is said of fields; a box replaces the start tile."""
    card = make_card(Setup())
    assert len(card.turn) == 4 and [what for what, _, _ in card.scoring] == ["road", "city", "monastery", "field"]
    assert not any("instead" in step.text.lower() for step in card.turn)
    without = make_card(Setup(without=("farmers",)))
    assert [what for what, _, _ in without.scoring] == ["road", "city", "monastery"]
    assert any("start tile lies" in text for text in card.preparations)
    river = make_card(Setup(boxes=("river",)))
    assert not any("start tile lies" in text for text in river.preparations)
    assert dict(river.boxes) == {"Carcassonne": 71, "The River": 12}


def test_a_step_stands_where_the_program_has_it() -> None:
    """A house rule that moves a step moves its line."""

    def at(word: str, **options: str) -> tuple[int, int]:
        turn = make_card(Setup(boxes=("crop_circles",), options=options)).turn
        texts = [step.text for step in turn]
        circle = next(number for number, text in enumerate(texts) if text.startswith(word))
        return circle, next(number for number, text in enumerate(texts) if text.startswith("Score"))

    circle, score = at("Crop circle")
    assert circle < score
    circle, score = at("Crop circle", crop_timing="end_of_turn")
    assert circle > score


def test_scoring_follows_the_house_rules_and_the_boxes() -> None:
    """Two boxes together have a row that neither has alone."""
    plain = {what: end for what, _, end in make_card(Setup(boxes=("inns_and_cathedrals",))).scoring}
    assert plain["road with an inn"] == "0"
    mild = Setup(boxes=("inns_and_cathedrals",), options={"inn_cathedral_final": "ignore"})
    assert {what: end for what, _, end in make_card(mild).scoring}["road with an inn"] == "1 per tile"
    both = make_card(Setup(boxes=("inns_and_cathedrals", "cathars")))
    assert "besieged city with a cathedral" in [what for what, _, _ in both.scoring]
    assert "besieged city with a cathedral" not in plain


@pytest.mark.parametrize("box", boxes.BOXES)
def test_no_line_stands_twice_and_none_is_lost_with_any_house_rule(box: str) -> None:
    """A line that a house rule changes has one wording for each value: never two of them, never none."""
    usual = make_card(alone(box))
    assert usual.end and usual.turn
    for option in boxes.info(box).options:
        for value in option.values[1:]:
            if option.name in ("catapult_mode", "sixth_player", "youngest"):
                continue  # no fairs, no lines about them
            card = make_card(alone(box, **{option.name: value}))
            texts = [step.text for step in card.turn]
            assert len(set(texts)) == len(texts)
            assert abs(len(texts) - len(usual.turn)) <= 1, (option.name, value)  # a step may come or go, no more
            named = [what for what, _, _ in card.scoring]
            assert len(set(named)) == len(named) and abs(len(named) - len(usual.scoring)) <= 1, (option.name, value)


def test_only_changed_house_rules_stand_on_the_card() -> None:
    """Without any, nothing is said about them."""
    card = make_card(Setup(options={"tiny_city": "on", "edition": "current"}))
    assert [(option.name, option.value) for option in card.options] == [("tiny_city", "on")]
    heading = "House rules that differ from the default"
    assert f"\n{heading}\n- a city of two tiles scores half (tiny_city=on)" in as_text(card)
    assert f"<h2>{heading}</h2><ul>\n<li>a city of two tiles" in as_html(card)
    usual = make_card(Setup(boxes=boxes.expansions("carcassonne")))
    assert usual.options == () and heading not in as_text(usual) and heading not in as_html(usual)
    assert "seat 2 is the youngest" in as_text(make_card(Setup(options={"first_player": "youngest", "youngest": "2"})))


def test_the_table_of_pieces_has_a_column_for_each_number_of_players() -> None:
    card = make_card(Setup(boxes=("inns_and_cathedrals", "tower")))
    assert card.players == (2, 3, 4, 5, 6)
    assert ("tower pieces", ("10", "9", "7", "6", "5")) in card.pieces
    assert ("tower pieces", ("7",)) in make_card(Setup(boxes=("tower",)), players=4).pieces
    assert "Tower pieces: 7 each with 4 players." in as_text(make_card(Setup(boxes=("tower",)), players=4), plain=True)


# -- the page ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits_on_two_pages(language: str) -> None:
    """Counted in letters and lines; everything can be read, and the base game easily."""
    pages, size = fitting(everything(language))
    assert pages == 2 and size >= 7.5
    assert not fits(everything(language), SIZES[0], 2)  # there is something to fit
    assert fitting(make_card(Setup(), language)) == (1, SIZES[0])
    assert fitting(make_card(Setup(game="the_city"), language))[0] == 1


def test_lines_are_folded_as_on_paper() -> None:
    """Widths are those of Helvetica; a word that is wider than its column is broken."""
    assert width_of("il") == pytest.approx(0.444) and width_of("0é") == pytest.approx(1.112)
    assert lines_of("", 10) == lines_of("road", 10) == 1
    assert lines_of("00 00", 2.6) == 1 and lines_of("00 00", 2.4) == 2
    assert lines_of("0000000", 2.0) == 2 and lines_of("il 00000 il", 2.0) == 3


def test_one_page_has_two_columns_and_two_pages_have_a_half_each() -> None:
    one, two = as_html(make_card(Setup())), as_html(everything())
    assert '<main class="one-page">' in one and '<main class="two-pages">' in two
    for page in (one, two):
        playing, gaining = page.partition("</style>")[2].split("<section>")[1:]
        assert "The turn" in playing and "Scoring" not in playing
        assert "Scoring" in gaining and "The end" in gaining


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_needs_nothing_else_and_is_whole(language: str) -> None:
    page = as_html(everything(language))
    assert f'<html lang="{language}">' in page and "size: A4" in page
    assert "http" not in page and "<script" not in page and "src=" not in page
    for tag in ("html", "body", "header", "main", "section", "table", "tbody", "tr", "ol", "ul", "li", "h2"):
        assert page.count(f"<{tag}>") + page.count(f"<{tag} ") == page.count(f"</{tag}>"), tag
    assert "card." not in page.partition("</style>")[2] and "{" not in page.partition("</style>")[2]
    assert Texts(language)("card.scoring") in page and "Herbergen" in as_html(everything("nl"))


def test_the_cards_of_the_documentation_are_up_to_date() -> None:
    """Whoever changes a card writes them again: `python tools/make_cards.py`."""
    made = dict(make_cards.cards())
    assert len(made) == 6
    kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "cards").glob("*.html")}
    assert kept == made


# -- mistakes and the command line ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[turn.x]\nen = 'a'", "'turn' is not a part of a card; parts: setup, steps, scoring, options"),
        ("[setup.x]\nen = 'a'\nnl = 'a'", r"setup\.x: a text in nb is missing"),
        ("[setup.x]\nen = 'a'\nnl = 'a'\nnb = 'a'\nfor = 1", r"setup\.x: 'for' means nothing here"),
        ("[scoring.x]\nelement = 'a'", r"scoring\.x has no text"),
        ("[setup", r"card\.toml: "),
    ],
)
def test_a_card_that_cannot_be_read_is_told(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "card.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable, match=says):
        read_card(path)


def test_a_box_without_a_card_has_an_empty_one(tmp_path: Path) -> None:
    assert read_card(tmp_path / "card.toml") == ()


def test_the_command_prints_and_writes_cards(tmp_path: Path) -> None:
    shown = good("rules", "--card", "--boxes", "tower", "--players", "3", "--lang", "nl")
    assert "torendelen" in shown and "Spiekkaart: Carcassonne" in shown
    path = tmp_path / "card.html"
    assert str(path) in good("rules", "--card", "--game", "the_city", "--html", str(path))
    assert "residential" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--card", "tower"], "leave 'tower' out, or write --boxes tower"),
        (["--boxes", "tower"], "add --card"),
        (["--card", "--players", "7"], "7 players: this game is for 2 to 5"),
        (["--card", "--players", "6"], "one of these boxes adds a seat: inns_and_cathedrals"),
        (["--card", "--option", "tiny_city=maybe"], "'maybe' is not valid"),
        (["--card", "--html", "no/such/folder/card.html"], "cannot be written"),
    ],
)
def test_mistakes_of_the_command_are_told(words: list[str], says: str) -> None:
    assert says in bad("rules", *words)


def test_the_card_of_a_set_up_with_a_name() -> None:
    """The first game has no farmers, and its card none of their points."""
    assert "  field " in good("rules", "--card")
    assert "  field " not in good("rules", "--card", "--setup", "first_game")
    assert "--card" in bad("rules", "--setup", "first_game")
