"""What is typed at a Dutch or Norwegian table: the words of the language, and the English ones."""

from __future__ import annotations

import io
import random
from collections import Counter
from pathlib import Path

import pytest

from aude import Game, Setup, Unreadable
from aude.catalog import boxes
from aude.catalog.texts import Texts, read_texts
from aude.terminal.narrator import ALIASES
from aude.terminal.referee import Referee
from aude.terminal.table import COMMANDS, NO, YES, check_names
from aude.terminal.typed import TypedWords
from terminal import by_hand, said, sit

PACKAGE = Path(__file__).parents[1] / "src" / "aude"
OTHERS = ("nl", "nb")
FILES = [PACKAGE / "catalog" / "texts.toml", *sorted(PACKAGE.glob("boxes/*/texts.toml"))]
SETUPS = {
    "base": Setup(),
    "everything": Setup(boxes=boxes.expansions("carcassonne"), players=("red", "Zoë", "blue")),
    "by hand": Setup(boxes=("catapult", "tower"), options={"catapult_mode": "manual"}),
    "the city": Setup(game="the_city"),
}


def words_of(name: str, language: str) -> tuple[Game, Texts, TypedWords]:
    game = Game(SETUPS[name], seed=4)
    texts = game.texts(language)
    return game, texts, TypedWords(game.rules, texts)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_every_verb_can_be_typed_in_every_language(path: Path) -> None:
    """What can be chosen has a verb, one word, where its sentence is; English is what records have."""
    entries = read_texts(path)
    verbs = {key.removeprefix("options.") for key in entries if key.startswith("options.")}
    assert verbs == {key.removeprefix("verbs.") for key in entries if key.startswith("verbs.")}
    for key, entry in entries.items():
        table, _, word = key.partition(".")
        if table in ("verbs", "typed"):
            assert entry["en"] == word
            assert all(text == text.lower() and len(text.split()) == 1 for text in entry.values())


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", SETUPS)
def test_a_word_means_one_thing(name: str, language: str) -> None:
    """No two verbs are the same word, no two words behind them, and none is another one in English, or a command."""
    game, texts, typed = words_of(name, language)
    verbs = list(game.rules.forms_of)
    assert Counter(texts.typed([verb]) for verb in verbs).most_common(1)[0][1] == 1
    assert all(mine == verb or mine not in verbs for mine, verb in typed.verbs.items())
    commands = {*COMMANDS, *ALIASES, *(texts(f"table.commands.{name}") for name in COMMANDS), *YES, *NO}
    assert not commands & set(typed.verbs)
    words = {kind.name for kind in game.rules.kinds} | {kind.name for kind in game.rules.figure_kinds} | {*game.seats}
    forms = [form for held in game.rules.forms_of.values() for form in held]
    words |= {word for form in forms for field in form.fields for word in field.words}
    assert set(typed.words.values()) == words  # none hides another
    assert all(mine == (word.casefold(),) or " ".join(mine) not in words for mine, word in typed.words.items())


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", SETUPS)
def test_what_can_be_chosen_can_be_typed(name: str, language: str) -> None:
    """In the language, as the table writes it, and in English."""
    game, texts, typed = words_of(name, language)
    choose = random.Random(7)
    for _ in range(120):
        if game.over:
            break
        for option in game.options:
            assert typed.in_english(texts.typed(option.words)) == option.text
            assert typed.in_english(texts.typed(option.words).upper()).lower() == option.text.lower()
            assert typed.in_english(option.text) == option.text
        chosen = choose.choice(game.options)
        game.play(chosen if chosen.low is None else chosen.at(chosen.low))


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("nl", ["trek base/FRRR", "Leg 1,0 draai 0", "zet meeple weide NL", "blauw trek FFRF-monastery"]),
        ("nb", ["trekk base/FRRR", "legg 1,0 drei 0", "sett meeple jorde NL", "trekk FFRF-monastery"]),
        ("nl", ["draw base/FRRR", "place 1,0 turn 0", "deploy meeple field NL", "draw FFRF-monastery"]),
    ],
)
def test_a_game_is_typed_in_its_language(language: str, lines: list[str]) -> None:
    """Records stay English."""
    text, _, table = sit(lines[:3], language=language)
    assert "deploy meeple field NL.NR.EL.WR" in table.record()
    assert not any(word in table.record() for word in ("leg ", "draai", "zet", "legg", "drei", "sett"))
    assert "geen keuze" not in text and "ikke et valg" not in text


@pytest.mark.parametrize(
    ("language", "now", "several", "refused"),
    [
        ("nl", "nu kun je: leg.", "'zet meeple weide' kan 3 dingen betekenen: zet meeple weide NL", "je kunt: leg."),
        ("nb", "nå kan du: legg.", "'sett meeple jorde' kan bety 3 ting: sett meeple jorde NL", "du kan: legg."),
    ],
)
def test_what_the_table_proposes_is_in_its_language(language: str, now: str, several: str, refused: str) -> None:
    """Whatever was typed, also in English."""
    text, _, _ = sit(["draw base/FRRR", "foo", "pass", "place 1,0 turn 0", "deploy meeple field"], language=language)
    assert now in said(text) and several in said(text) and refused in said(text)


def test_a_seat_is_called_in_any_case_and_in_its_language() -> None:
    game = by_hand(("red", "Øyvind"))
    text, _, table = sit(["trek base/FRRR", "ROOD foo", "øyvind leg 1,0", "Rood leg 1,0 draai 0"], game, language="nl")
    assert "'foo' is geen keuze" in said(text) and "nu is rood aan de beurt om te kiezen" in said(text)
    assert "place 1,0 turn 0" in table.record()


@pytest.mark.parametrize("seat", ["leg", "Zet", "legg"])
def test_a_seat_is_not_called_like_a_verb_of_any_language(seat: str) -> None:
    with pytest.raises(Unreadable, match="it has another meaning when typed at the table"):
        check_names(by_hand(("red", seat)))


def test_when_it_is_over_nobody_is_asked() -> None:
    """No sentence names a seat that is not there."""
    game = Game(seed=2)
    while not game.over:
        game.play(game.options[0])
    with pytest.raises(ValueError, match="the game is over") as told:
        game.play("pass", "red")
    assert "None" not in str(told.value)


def test_the_referee_understands_the_language_too() -> None:
    """Lines of a position, and moves, in words of the language; what is told of them is in it, too."""
    lines = ["zet ROOD meeple stad N op 0,0", "rood trek FRRR   leg 1,0 draai 0   pas", "zet", "now"]
    _, record = refereed("nl", lines)
    assert "stand red meeple city N at 0,0" in record
    assert "place 1,0 turn 0   pass" in record


@pytest.mark.parametrize(
    ("language", "lines", "told"),
    [
        (
            "nl",
            [
                "leg E 0,-1 draai 180",
                "zet rood meeple stad op 0,-1",
                "punten rood 12",
                "uit D",
                "beurt Øyvind",
                "punten",
            ],
            ["\nuit base/CRFR-rEW\n", "\nbeurt Øyvind\n", "  rood trek D   leg 1,0 draai 90   pas "],
        ),
        (
            "nb",
            ["legg E 0,-1 drei 180", "sett rød meeple by på 0,-1", "poeng rød 12", "ute D", "tur Øyvind", "poeng"],
            ["\nute base/CRFR-rEW\n", "\ntur Øyvind\n", "  rød trekk D   legg 1,0 drei 90   pass "],
        ),
    ],
)
def test_lines_of_a_position_begin_with_words_of_the_language(language: str, lines: list[str], told: list[str]) -> None:
    """`punten` alone is the command; English words are understood, and records have them."""
    text, record = refereed(language, [*lines, "help"])
    assert record.endswith(
        "lay base/CFFF 0,-1 turn 180\nstand red meeple city at 0,-1\npoints red 12\ngone base/CRFR-rEW\nturn Øyvind\n"
    )
    assert all(words in text for words in told)
    assert refereed(language, ["lay E 0,-1 turn 180", "gone D"])[1].endswith("turn 180\ngone base/CRFR-rEW\n")


def refereed(language: str, lines: list[str]) -> tuple[str, str]:
    """What the referee answers to these lines, and the record of them."""
    out = io.StringIO()
    game = by_hand(("red", "Øyvind"))
    referee = Referee(game, language=language, source=io.StringIO("".join(f"{line}\n" for line in lines)), out=out)
    referee.run()
    return out.getvalue(), referee.record()


@pytest.mark.parametrize("language", OTHERS)
def test_no_reason_is_left_in_english(language: str) -> None:
    """Refusals and questions of every box; short ones may be the same word by chance."""
    left = [
        f"{path.parent.name} {key}"
        for path in [*FILES, PACKAGE / "catalog" / "errors.toml"]
        for key, entry in read_texts(path).items()
        if key.startswith(("refusals.", "errors.", "steps.", "options.", "events.", "table.help"))
        and len(entry["en"].split()) > 3
        and entry[language] == entry["en"]
    ]
    assert left == []
