"""What is said to mistakes: the same in every language, in one line, from one file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from aude import Game, Illegal, Unreadable
from aude.catalog.closest import closest
from aude.catalog.errors import about, said, unreadable
from aude.catalog.texts import SLOT, Phrase, read_texts
from aude.errors import MAX_SAID
from aude.formats.setupfile import load_setup, read_setup
from aude.game.setup import Setup
from terminal import run, sit
from terminal import said as in_one_line

PACKAGE = Path(__file__).parents[1] / "src" / "aude"
ENTRIES = read_texts(PACKAGE / "catalog" / "errors.toml")
# Where an error has an English sentence of its own: authors of boxes, bots and programs read it.
ENGLISH = {
    "api.py",
    "board/board.py",
    "bots/finding.py",
    "cards/card.py",
    "catalog/boxes.py",
    "catalog/texts.py",
    "dev/bench/compare.py",
    "dev/perft.py",
    "draw/layers.py",
    "formats/jcz/assertions.py",  # which are lines in English
    "game/actions.py",
    "game/events.py",
    "game/game.py",
    "game/setup.py",
    "game/view.py",
}
ANSWERS = {  # one line for every mistake on the command line
    ("pley",): ("did you mean 'play'?", "bedoelde je 'play'?", "mente du 'play'?"),
    ("xxx",): ("'aude --help' lists", "'aude --help' toont", "'aude --help' viser"),
    ("play", "--plyers", "2"): ("mean '--players'?", "bedoelde je '--players'?", "mente du '--players'?"),
    ("play", "--zzz"): ("'aude play --help' lists", "'aude play --help' toont", "'aude play --help' viser"),
    ("play", "--seed"): ("--seed needs a value", "bij --seed hoort een waarde", "--seed må ha en verdi"),
    ("play", "--seed", "x"): ("a whole number from 0", "een geheel getal van 0", "et helt tall fra 0"),
    ("play", "--plain=1"): ("takes no value", "hoort geen waarde", "har ingen verdi"),
    ("play", "--boxes", "rivver"): ("mean 'river'?", "bedoelde je 'river'?", "mente du 'river'?"),
    ("play", "--option", "x"): ("write it as KEY=VALUE", "schrijf het als", "skriv det som"),
    ("play", "--players", "a,a"): ("two seats have", "twee spelers heten", "to spillere heter"),
    ("simulate", "--games", "x"): ("is not a whole number", "is geen geheel getal", "er ikke et helt tall"),
    ("simulate", "--games", "0"): ("at least 1", "minstens 1", "minst 1"),
    ("perft", "--depth", "999"): ("at most 200", "hoogstens 200", "høyst 200"),
    ("draw", "--seconds", "x"): ("is not a number", "is geen getal", "er ikke et tall"),
    ("draw",): ("say where", "zeg waar", "si hvor"),
    ("replay",): ("FILE is missing", "FILE ontbreekt", "FILE mangler"),
    ("replay", "a", "b"): ("'b' is one word too many", "een woord te veel", "ett ord for mye"),
    ("replay", "/nowhere"): ("no such file", "bestaat niet", "finnes ikke"),
    ("rules", "BASE-99"): ("did you mean BASE-", "bedoelde je BASE-", "mente du BASE-"),
    ("rules", "carcasonne"): ("mean the box", "bedoelde je de doos", "mente du esken"),
    ("play", "--setup", "nothing"): ("there is no set-up", "er is geen opstelling", "det finnes ikke noe oppsett"),
    ("--lang", "xx", "play"): ("is not a language", "is geen taal", "er ikke et språk"),
}


# -- the file ---------------------------------------------------------------------------------------------------------
def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """The calls of these functions, with the module in which they stand."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if "test_" in path.name:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield str(path.relative_to(PACKAGE)), node


def keys_of(call: ast.Call) -> list[str]:
    """The keys that a call may name: written out, or one of two."""
    first = call.args[0] if call.args else call
    choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    return [str(choice.value) for choice in choices if isinstance(choice, ast.Constant)]


def test_every_error_has_its_sentence() -> None:
    """Whatever is raised stands in the file, and is given everything that its sentence wants to be told."""
    for module, call in calls("unreadable", "Phrase"):
        given = {word.arg for word in call.keywords}
        for key in keys_of(call):
            name = f"errors.{key}" if isinstance(call.func, ast.Name) and call.func.id == "unreadable" else key
            assert name in ENTRIES, f"{module}: {name}"
            wanted = {slot[1] for slot in SLOT.finditer(ENTRIES[name]["en"])}
            assert wanted <= given, f"{module}: {name} wants {wanted - given}"


def test_no_sentence_is_written_for_nothing() -> None:
    """Every sentence of the file is said somewhere."""
    texts = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py") if "test_" not in path.name]
    code = "\n".join(texts)
    built = ("errors.setup.start_", "errors.file.", "errors.jcz.read_back.")  # from what the engine or the system says
    unsaid = [key for key in ENTRIES if not key.startswith(built) and f'{key.removeprefix("errors.")}"' not in code]
    assert unsaid == []


def test_only_authors_read_english() -> None:
    """A sentence of its own has only an error that the author of a box, a bot or a program reads."""
    own = {module for module, call in calls("Unreadable") if not any(word.arg == "key" for word in call.keywords)}
    assert own - {"errors.py"} <= ENGLISH


# -- errors in errors -------------------------------------------------------------------------------------------------
def test_an_error_is_said_in_every_language() -> None:
    """English for programs, with the values beside it; other languages for people."""
    error = unreadable("no_seat", name="gren", seats=closest("gren", ["red", "green"]))
    assert str(error) == error.says == "there is no seat 'gren'; seats: red, green (did you mean 'green'?)"
    assert error.key == "errors.no_seat" and error.values["name"] == "gren"
    assert said(error, "en") == str(error)
    assert said(error, "nl") == "er is geen speler 'gren'; spelers: red, green (bedoelde je 'green'?)"
    assert said(error, "nb") == "det er ingen spiller 'gren'; spillere: red, green (mente du 'green'?)"


def test_an_error_carries_others_and_a_line() -> None:
    inner = about("order", unreadable("setup.rest_none"))
    error = unreadable("record.in_setup", 7, says=about("x.toml", inner))
    assert str(error).startswith("line 7: in the set-up: x.toml: order: 'none' would leave")
    assert said(error, "nl").startswith("regel 7: in de opstelling: x.toml: order: 'none' laat geen tegel")
    assert said(error.at_line(9), "nb").startswith("linje 9: i oppsettet: x.toml: order: ")


def test_what_was_typed_is_quoted_as_it_is() -> None:
    """No article is mended in it, no word translated, no slot filled; what is very long is cut in every language."""
    for typed in ("a abbot", "road", "{name}", "it's", "x\x1b"):
        for language in ("en", "nl", "nb"):
            assert repr(typed) in said(unreadable("no_seat", name=typed, seats=["red"]), language)
    long = unreadable("no_seat", name="x" * 5000, seats=[])
    assert all(len(said(long, language)) <= MAX_SAID for language in ("en", "nl", "nb"))


def test_an_error_without_a_key_stays_english() -> None:
    assert said(Unreadable("so it is", 3), "nl") == "line 3: so it is"


# -- records, set-ups, positions --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lines", "nl", "nb"),
    [
        ("game chess", "regel 2: in de opstelling: er is geen doos 'chess'", "linje 2: i oppsettet: det finnes ingen"),
        ("option tiny_city x", "regel 2: in de opstelling: option tiny_city: 'x' is niet", "linje 2: i oppsettet: "),
        ("players red", "regel 2: in de opstelling: 1 speler: dit spel is voor 2 tot 5", "linje 2: i oppsettet: 1 "),
        ("lay base/CFFF 9,9", "regel 2: 9,9 grenst aan geen", "linje 2: 9,9 grenser ikke til noen"),
        ("stand red meeple tower", "regel 2: een figuur schrijf je zo", "linje 2: en figur skrives slik"),
        ("pink pass", "regel 2: 'pink' is geen speler", "linje 2: 'pink' er ikke en spiller"),
        ("chance fly 1,0", "regel 2: 'fly 1,0' is geen keuze; nu kun je: ", "linje 2: 'fly 1,0' er ikke"),
        ("= red scores 9", "regel 2: het verslag zegt", "linje 2: protokollen sier"),
    ],
)
def test_a_record_is_complained_about_in_every_language(lines: str, nl: str, nb: str) -> None:
    with pytest.raises(Unreadable) as told:
        Game.read(f"aude 1\n{lines}\n")
    error = told.value
    assert said(error, "en") == str(error)
    assert said(error, "nl").startswith(nl)
    assert said(error, "nb").startswith(nb)


def test_a_refused_action_of_a_record_names_its_line() -> None:
    text = "aude 1\noption first_player seat1\nred draw base/RRRR   place 9,9\n"
    with pytest.raises(Illegal) as told:
        Game.read(text)
    error = told.value
    assert str(error).startswith("'place 9,9' is not allowed (") and str(error).endswith("(line 3)")
    assert said(error, "nl").startswith("'place 9,9' mag niet (") and said(error, "nl").endswith("(regel 3)")
    assert said(error, "nb").endswith("(linje 3)")


def test_a_refusal_of_a_box_is_said_with_the_texts_of_the_box(tmp_path: Path) -> None:
    """Also in a file in a file: a set-up whose position cannot be."""
    file = tmp_path / "mine.toml"
    file.write_text('version = 1\nboxes = ["princess_and_dragon"]\nposition = "lay dragon 0,0\\nlay dragon 0,0"\n')
    with pytest.raises(Unreadable) as told:
        load_setup(file)
    assert str(told.value).startswith("mine.toml: position: line 2: ")
    assert said(told.value, "nl").startswith("mine.toml: position: regel 2: ")
    assert "draak" in said(told.value, "nl") and "refusals." not in said(told.value, "nb")


@pytest.mark.parametrize(
    ("text", "en", "nl"),
    [
        ('options = { tiny_city = "x" }', "options.tiny_city: 'x' is not", "options.tiny_city: 'x' is niet geldig"),
        ("figures = { meeple = 99 }", "figures.meeple: 99; must be", "figures.meeple: 99; mogelijk is"),
        ('start = ["x"]', "start, entry 1: 'x': a laid", "start, nummer 1: 'x': een gelegde tegel"),
        ('rest = "none"', "rest: 'none' would leave", "rest: 'none' laat geen tegel"),
        ("players = true", "players: expected a list of", "players: verwacht: een lijst van namen"),
        ("title = 3", "title: expected a string", "title: verwacht: een tekst"),
        ('bots = { pink = "greedy" }', "bots.pink: there is no seat", "bots.pink: er is geen speler"),
    ],
)
def test_a_set_up_names_its_field_once(text: str, en: str, nl: str) -> None:
    with pytest.raises(Unreadable) as told:
        read_setup(f"version = 1\n{text}\n")
    assert str(told.value).startswith(en)
    assert said(told.value, "nl").startswith(nl)


def test_the_seats_that_a_box_adds_are_said() -> None:
    with pytest.raises(Unreadable) as told:
        Setup(players=("red", "blue", "green", "yellow", "black", "pink")).check_players()
    assert said(told.value, "nl").startswith("6 spelers: dit spel is voor 2 tot 5; met een van deze dozen")
    assert isinstance(told.value.values["more"], Phrase)


# -- the command line and the table -----------------------------------------------------------------------------------
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("args", ANSWERS, ids=" ".join)
def test_every_wrong_command_line_is_answered_in_one_line(
    args: tuple[str, ...], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUDE_LANG", ("en", "nl", "nb")[number])
    result = run(*args)
    assert result.exit_code == 2 and result.stdout == ""
    line, empty = result.stderr.split("\n")
    assert line.startswith("aude: ") and empty == ""
    assert ANSWERS[args][number] in line


def test_a_language_before_or_behind_the_command_counts() -> None:
    assert "er is geen doos" in run("--lang", "nl", "play", "--boxes", "xyz").stderr
    assert "det finnes ingen eske" in run("play", "--boxes", "xyz", "--lang", "nb").stderr


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "cannot be read: no such file"), ("nl", "kan niet worden gelezen"), ("nb", "kan ikke leses")],
)
def test_the_table_complains_in_its_language(language: str, says: str) -> None:
    told, _, _ = sit(["load /nowhere.aude"], language=language)
    assert says in in_one_line(told)
