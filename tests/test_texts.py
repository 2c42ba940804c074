"""Texts: every entry in three languages with the same slots, and an entry for everything that a game can say."""

from __future__ import annotations

import ast
import random
from functools import cache
from pathlib import Path

import pytest

from aude import Game, Illegal, Setup
from aude.catalog import boxes
from aude.catalog.texts import LANGUAGES, SLOT, Texts, read_texts
from aude.engine.rules import Step

PACKAGE = Path(__file__).parents[1] / "src" / "aude"
FILES = [
    *(PACKAGE / "catalog" / name for name in ("texts.toml", "errors.toml")),
    *sorted(PACKAGE.glob("boxes/*/texts.toml")),
]
BOX = PACKAGE / "boxes" / "carcassonne"


# -- the files --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_every_entry_stands_in_every_language(path: Path) -> None:
    """English, Dutch and Norwegian, none of them empty, none with blanks around it, and no fourth."""
    entries = read_texts(path)
    assert entries
    assert [key for key, entry in entries.items() if sorted(entry) != sorted(LANGUAGES)] == []
    assert [key for key, entry in entries.items() for text in entry.values() if not text or text != text.strip()] == []


def test_the_help_of_a_flag_is_a_sentence() -> None:
    for key, entry in read_texts(FILES[0]).items():
        if key.startswith("cli.help.") and not key.startswith("cli.help.panels.") and not key.endswith(".about"):
            assert all(text[0] in f"'{text[0].upper()}" and text[-1] in ".…" for text in entry.values()), key


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_the_slots_are_the_same_in_every_language(path: Path) -> None:
    """What is filled in is filled in everywhere, and no brace is left over."""
    for key, entry in read_texts(path).items():
        slots = {tuple(sorted(slot[0] for slot in SLOT.finditer(text))) for text in entry.values()}
        assert len(slots) == 1, f"{key}: {slots}"
        assert not any(brace in SLOT.sub("", text) for text in entry.values() for brace in "{}"), key


def test_every_box_has_texts() -> None:
    """No box is silent."""
    folders = {path.parent for path in PACKAGE.glob("boxes/*/box.toml")}
    assert folders == {path.parent for path in FILES[2:]}
    assert all("title" in read_texts(folder / "texts.toml") for folder in folders)


def test_a_file_that_is_not_made_of_entries_is_told(tmp_path: Path) -> None:
    """A text without a language is an error, not an empty word."""
    path = tmp_path / "texts.toml"
    path.write_text("[words]\nroad = 'road'\n[words.city]\nen = 'city'\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"texts\.toml: words\.road is not an entry with languages"):
        read_texts(path)


# -- what the base game can say ---------------------------------------------------------------------------------------
@cache
def played() -> tuple[Game, ...]:
    """Random games with all kinds of scores, in all kinds of set-ups."""
    games = []
    for seed in range(12):
        game = Game(players=2 + seed % 4, seed=seed, farm_scoring=("per_field", "per_city_4")[seed % 2])
        choose = random.Random(seed)
        while not game.over:
            game.play(choose.choice(game.options))
        games.append(game)
    return tuple(games)


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    """The texts of the base game in each language."""
    return Game(deal=False).texts(request.param)


@cache
def sources() -> list[ast.AST]:
    """The code in which a base game's words stand."""
    paths = [*sorted((PACKAGE / "game").glob("*.py")), *sorted((PACKAGE / "engine").glob("*.py"))]
    paths += [path for path in sorted(BOX.glob("*.py")) if not path.name.startswith("test_")]
    return [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


def text_of(node: ast.expr) -> str | None:
    """A text that stands in the code."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_every_verb_has_a_sentence(texts: Texts) -> None:
    """Whatever can be chosen can be read as a sentence: what was chosen in games, and what the code can offer."""
    verbs = {move.action.verb for game in played() for move in game.moves}
    verbs |= {
        pattern.split()[0]
        for node in sources()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_form"
        if (pattern := text_of(node.args[0])) is not None
    }
    assert verbs == {"start", "block", "draw", "place", "deploy", "pass"}
    assert all(texts.has(f"options.{verb}") for verb in verbs)


def test_every_option_reads_well(texts: Texts) -> None:
    """No slot of a sentence stays open, and nothing typed gets lost in it."""
    game = Game(players=3, seed=8)
    for _ in range(40):
        for option in game.options:
            sentence = option.sentence(texts)
            assert "{" not in sentence
            if option.action.verb == "place":
                assert option.text.split()[1] in sentence
                assert option.text.split()[3] in sentence
            if option.action.verb == "deploy":
                assert all(texts.word(word) in sentence for word in option.text.split()[1:])
        game.play(game.options[-1])


def test_every_event_has_a_sentence(texts: Texts) -> None:
    """Whatever can happen can be told; everything that happened in games is, with every slot filled."""
    names = set(Game(deal=False).rules.note_types)
    assert names == {"drawn", "discarded", "placed", "deployed", "returned", "scored"}
    assert all(texts.has(f"events.{name}") for name in names)
    assert {event.name for game in played() for event in game.events} == names
    for game in played():
        for event in game.events:
            told = event.text(texts)
            assert "{" not in told
            assert "events." not in told
            assert "lines." not in told


def test_every_line_of_a_score_has_a_name(texts: Texts) -> None:
    """What a score is made of has a word in every language."""
    labels = {line.label for game in played() for event in game.events for line in event.lines}
    labels |= {
        label
        for node in sources()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Line"
        if (label := text_of(node.args[0])) is not None
    }
    assert labels == {"tiles", "pennants", "cities", "supplied", "pig_herd"}
    assert all(texts.has(f"lines.{label}") for label in labels)


def refused_with(nodes: list[ast.AST]) -> set[str]:
    """The keys that code can refuse with: ``Refused(rule, key)``."""
    return {
        key
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused"
        if (key := text_of(node.args[1]))
    }


def refusal_keys() -> set[str]:
    """The keys that the code of a base game can refuse with, returned or asked for in full."""
    keys = refused_with(sources())
    keys |= {
        node.value.removeprefix("refusals.")
        for node in sources()
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("refusals.")
    }
    return keys - {""}


def test_every_refusal_has_a_reason(texts: Texts) -> None:
    """Whatever is refused, the reason can be read."""
    keys = refusal_keys()
    assert {"not_offered", "not_asked", "over", "range", "cell_taken", "cell_far", "sides_differ"} <= keys
    assert {"cell_forbidden", "supply_empty", "spot_taken", "spot_unfit", "spot_absent"} <= keys
    assert all(texts.has(f"refusals.{key}") for key in keys)


def test_no_refusal_is_written_for_nothing() -> None:
    """Every reason that stands in the texts is given somewhere."""
    written = {key for key in read_texts(BOX / "texts.toml") if key.startswith("refusals.")}
    assert written <= {f"refusals.{key}" for key in refusal_keys()}


@pytest.mark.parametrize("box", boxes.BOXES)
def test_the_refusals_of_a_box_are_those_of_its_texts(box: str) -> None:
    """What a box refuses with can be read, and nothing is written that it never says."""
    info = boxes.info(box)
    if info.like is not None:
        assert not any(key.startswith("refusals.") for key in read_texts(info.folder / "texts.toml"))
        return
    modules = [path for path in sorted(info.folder.glob("*.py")) if not path.name.startswith(("test_", "conftest"))]
    code = [node for path in modules for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    keys = refused_with(code)
    texts = Texts("en", [BOX, info.folder])
    assert [key for key in keys if not texts.has(f"refusals.{key}")] == []
    written = {key for key in read_texts(info.folder / "texts.toml") if key.startswith("refusals.")}
    said = {node.value for node in code if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert info.folder == BOX or written <= {f"refusals.{key}" for key in said}


def test_a_refusal_is_told_in_words() -> None:
    """What a player reads is the sentence, not its key."""
    game = Game(players=2, seed=1, first_player="seat1")
    for action, seat in (("pass", "red"), ("pass", "blue"), ("place 9,9 turn 0", "red"), ("place 0,0", "red")):
        with pytest.raises(Illegal) as refusal:
            game.play(action, seat)
        assert "_" not in refusal.value.says
        assert "{" not in refusal.value.says


def test_every_question_has_a_sentence(texts: Texts) -> None:
    """Every step that asks, of chance or of a seat, can put its question."""
    asked = set()
    for seed in range(3):
        game = Game(players=2, deal=False)
        choose = random.Random(seed)
        while not game.over:
            asked.add(game.step)
            game.play(choose.choice(game.options))
    asking = {step.name for step in Game(deal=False).rules.program if type(step).describe is not Step.describe}
    assert asked == asking == {"first", "draw", "place", "deploy"}
    assert all(texts.has(f"steps.{name}") for name in asked)


def test_figures_features_and_colours_have_a_word(texts: Texts) -> None:
    """Every kind of feature and figure, every colour, and chance."""
    game = Game(players=2, deal=False)
    words = [kind.name for kind in game.rules.kinds] + [kind.name for kind in game.rules.figure_kinds]
    words += ["red", "blue", "green", "yellow", "black", "pink", "chance", "at"]
    assert [word for word in words if not texts.has(f"words.{word}")] == []


# -- filling ----------------------------------------------------------------------------------------------------------
def test_an_unknown_key_is_shown_and_an_unknown_language_refused() -> None:
    """A missing text shows its key rather than nothing; a language that is not there is told with those that are."""
    assert Texts("nl")("no.such.key") == "no.such.key"
    with pytest.raises(ValueError, match="there is no language 'fr'; languages: en, nl, nb"):
        Texts("fr")


def test_slots_are_filled_once() -> None:
    """A value that looks like a slot is shown as it is."""
    assert Texts("en")("refusals.not_asked", seat="{seat}") == "it is {seat} who has to choose now"


@pytest.mark.parametrize("box", boxes.BOXES)
def test_every_figure_kind_and_trait_has_a_word(box: str) -> None:
    """What a box adds to the table has a name in every language."""
    info = boxes.info(box)
    setup = Setup(game=info.extends or box, boxes=(box,) if info.extends else ())
    game = Game(setup, deal=False)
    texts = game.texts()
    rules = game.rules
    names = {kind.name for kind in rules.figure_kinds} | {kind.name for kind in rules.kinds}
    names |= {trait for trait in rules.table.traits if ":" not in trait}
    assert [name for name in sorted(names) if not texts.has(f"words.{name}")] == []
    figures = [kind.name for kind in rules.figure_kinds]
    assert [name for name in figures if not (texts.has(f"counts.{name}_one") and texts.has(f"counts.{name}"))] == []


def test_dutch_keeps_to_its_words() -> None:
    """One word for one thing: `horige` is a follower, and what gives points is `geteld`."""
    strange = ("volgeling", "gewaardeerd", "naar huis")
    assert [
        key for path in FILES for key, entry in read_texts(path).items() for word in strange if word in entry["nl"]
    ] == []
