"""The specifications can be read, and nothing in them gets lost."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from aude.catalog import rulebook
from aude.catalog.rulebook import Entry, Option, Spec, SpecError, find, general_rules, plain, read_spec, specs
from aude.errors import Unreadable

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import translations

TRANSLATED = list(translations.translated())


def spec_of(folder: Path, text: str) -> Spec:
    """Read a small specification; title and status are supplied."""
    path = folder / "spec.md"
    path.write_text(f"# Small\n\nStatus: growing\n\n{text}\n", encoding="utf-8")
    return read_spec(path)


def families(spec: Spec) -> dict[str, int]:
    """How many entries have an id that begins with these letters."""
    return dict(Counter(entry.id.rsplit("-", 1)[0] for entry in spec.entries))


def numbers(family: str, last: int) -> list[str]:
    return [f"{family}-{number:02}" for number in range(1, last + 1)]


# The specifications of this project


def test_carcassonne_has_all_its_entries() -> None:
    spec = read_spec(specs()["carcassonne"])
    assert (spec.title, spec.status) == ("Carcassonne", "complete")
    assert families(spec) == {
        "BASE": 41,
        "EX-BASE": 10,
        "R-BASE": 13,
        "D-BASE": 2,
        "FARM": 11,
        "EX-FARM": 4,
        "R-FARM": 5,
        "D-FARM": 1,
    }
    assert [rule.id for rule in spec.of("rule")] == numbers("BASE", 41) + numbers("FARM", 11)
    assert [example.id for example in spec.of("example")] == numbers("EX-BASE", 10) + numbers("EX-FARM", 4)
    assert [ruling.id for ruling in spec.of("ruling")] == numbers("R-BASE", 13) + numbers("R-FARM", 5)
    assert [decision.id for decision in spec.of("decision")] == ["D-BASE-01", "D-BASE-02", "D-FARM-01"]


def test_carcassonne_has_its_options() -> None:
    assert read_spec(specs()["carcassonne"]).options == (
        Option("first_player", ("random", "youngest", "seat1"), "R-BASE-02"),
        Option("tiny_city", ("off", "on"), "R-BASE-04"),
        Option("edition", ("current", "first"), "R-BASE-11"),
        Option("sixth_player", ("off", "on"), "R-BASE-12"),
        Option("single_player", ("off", "on"), "R-BASE-13"),
        Option("farm_scoring", ("per_field", "per_city_4"), "R-FARM-02"),
    )


def test_carcassonne_rules_and_examples_name_their_source() -> None:
    spec = read_spec(specs()["carcassonne"])
    for entry in spec.of("rule") + spec.of("example"):
        assert re.match(r"00\d L\d", entry.source), entry


def test_few_rules_are_without_meaning_in_software() -> None:
    rules = read_spec(specs()["carcassonne"]).of("rule")
    assert [rule.id for rule in rules if rule.reason] == ["BASE-03", "BASE-08"]


def test_the_general_rules_have_all_their_entries() -> None:
    spec = read_spec(general_rules()["turn-order-and-combining"])
    assert spec.status == "complete"
    counts = families(spec)
    rules = {"GEN": 10, "SETUP": 8, "TURN": 31, "SC": 36, "COMB": 114}
    rulings = {"R-GEN": 1, "R-SETUP": 4, "R-TURN": 8, "R-SC": 5}
    assert {family: counts[family] for family in rules | rulings} == rules | rulings
    assert len(spec.of("rule")) == 199
    assert len(spec.of("ruling")) == 18
    assert len(spec.of("decision")) == 17 + 28  # out of turn, and of the active player
    assert spec.of("example") == ()
    assert [option.name for option in spec.options] == ["start_blocks", "barn_scoring", "gq11_pig_herd"]


def test_the_table_of_options_agrees_with_the_rulings() -> None:
    path = general_rules()["turn-order-and-combining"]
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (R-[A-Z]+-\d+) \|$", path.read_text(encoding="utf-8"), re.MULTILINE)
    table = [Option(name, tuple(values.split(" / ")), ruling) for name, values, ruling in rows]
    for spec in map(read_spec, [*specs().values(), *general_rules().values()]):
        for option in spec.options:
            assert option in table, f"the table of options in {path.name} has no such row"


def test_no_two_specifications_claim_the_same_id() -> None:
    assert len(rulebook.entries()) > 250


# Finding an entry


def test_find_gives_text_and_source_apart() -> None:
    entry = find("BASE-23")
    assert entry.kind == "rule"
    assert entry.text == "A completed road scores 1 point for each tile it runs over."
    assert entry.source == '002 L128-129,L236; 003 L163-164, L274; 004 L191 "1 punt per tegel"'
    assert entry.reason is None


def test_find_gives_the_reason_why_a_rule_has_no_meaning_in_software() -> None:
    entry = find("BASE-08")
    assert entry.text.startswith("The stickers are decoration")
    assert entry.reason is not None
    assert entry.reason.startswith("There are no stickers")


@pytest.mark.parametrize(
    ("id", "kind", "text"),
    [
        ("SC-02", "rule", "road: 1 per tile"),
        ("SC-29", "rule", "fairy at start of turn: +1 (PD-14)"),
        ("TURN-17.1", "rule", "castle instead of scoring a 2-tile city (BCB-10..14)"),
        ("TURN-07a", "rule", "A follower must go onto a feature not yet scored"),
        ("COMB-00", "rule", "A pair without special interaction"),
        ("COMB-001", "rule", "FARM+RIV: The river separates fields"),
        ("EX-BASE-07", "example", "Final scoring: Yellow's monastery with 3 surrounding tiles scores 4."),
        ("R-BASE-02", "ruling", "Q: who starts in a digital game? Default: random seat; Option: first_player ="),
        ("D-TOW-04", "decision", "OUT OF TURN: any player: pay a ransom (with any_time at"),
        ("R-BASE-06", "ruling", "Q: order of several scorings by one tile?"),
    ],
)
def test_find_knows_every_form_of_id(id: str, kind: str, text: str) -> None:
    entry = find(id)
    assert entry.kind == kind
    assert entry.text.startswith(text)


def test_a_box_has_the_say_over_its_decision_points() -> None:
    assert find("D-FARM-01").text.endswith("None out of turn.")


def test_texts_are_plain() -> None:
    for entry in rulebook.entries().values():
        assert not re.search(r"[*`\[\]\0]|\.md\)", entry.text), entry


@pytest.mark.parametrize(
    ("id", "hint"),
    [
        ("BASE-1", "BASE-01"),
        ("BASE-99", "BASE-"),
        ("base-17", "BASE-17"),
        ("TURN-17.9", "TURN-17.8"),
        ("FARM 05", "FARM-05"),
    ],
)
def test_an_unknown_id_is_answered_with_those_that_look_like_it(id: str, hint: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(repr(id))) as error:
        find(id)
    assert hint in str(error.value)


def test_an_id_like_no_other_gets_no_hint() -> None:
    with pytest.raises(Unreadable) as error:
        find("???")
    assert str(error.value) == "no rule has the id '???'"


def test_two_boxes_may_not_claim_one_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = {}
    for name in ("one", "two"):
        paths[name] = tmp_path / f"{name}.md"
        paths[name].write_text("# T\n\nStatus: growing\n\n- **XX-01** A rule.\n", encoding="utf-8")
    monkeypatch.setattr(rulebook, "specs", lambda: paths)
    with pytest.raises(SpecError, match="XX-01 already belongs to another box"):
        rulebook.entries.__wrapped__()


# The form of a specification


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("a **bold** and an *italic* word", "a bold and an italic word"),
        ("_so_ and __so__", "so and so"),
        ("`first_player = random|seat1` stays", "first_player = random|seat1 stays"),
        ("`a*b*c` and 2 * 3 * 4", "a*b*c and 2 * 3 * 4"),
        ("**`code` in bold**", "code in bold"),
        ("a [link](to/some_where.md)", "a link"),
        ("snake_case_name", "snake_case_name"),
    ],
)
def test_plain_takes_the_markdown_off(markdown: str, text: str) -> None:
    assert plain(markdown) == text


def test_an_entry_may_run_over_several_lines(tmp_path: Path) -> None:
    spec = spec_of(
        tmp_path,
        "- **XX-01** One\n  two\nthree.\n\n  Four.\n  - five [001 L1\n    and 2]\n"
        "- **XX-02** Next.\n\nProse.\n- No entry.",
    )
    assert spec.entries == (
        Entry("XX-01", "rule", "One two three. Four. five", "001 L1 and 2"),
        Entry("XX-02", "rule", "Next."),
    )


def test_entries_inside_entries_are_entries_of_their_own(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "- **XX-17** In this order: [004 L155]\n  - **XX-17.1** castle; [004 L157]")
    assert spec.entries == (
        Entry("XX-17", "rule", "In this order:", "004 L155"),
        Entry("XX-17.1", "rule", "castle", "004 L157"),
    )


def test_tables_hold_entries_with_or_without_a_source(tmp_path: Path) -> None:
    spec = spec_of(
        tmp_path,
        "| id | what | points | source |\n| --- | --- | --- | --- |\n| **XX-01** | road | 1 | 004 L1 |\n\n"
        "| id | what |\n|---|:-:|\n| **XX-02** | a \\| b |\n",
    )
    assert spec.entries == (Entry("XX-01", "rule", "road: 1", "004 L1"), Entry("XX-02", "rule", "a | b"))


def test_code_blocks_hold_no_entries(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "```\n- **XX-09** not a rule\n```\n- **XX-01** A rule.")
    assert [entry.id for entry in spec.entries] == ["XX-01"]


def test_the_section_without_meaning_ends_at_the_next_heading(tmp_path: Path) -> None:
    spec = spec_of(
        tmp_path,
        "## Without meaning in software\n\nSome words.\n\n- **XX-01** No *backs*.\n\n"
        "## Rules\n\n- **XX-01** Backs are dark.\n- **XX-02** Play.",
    )
    assert spec.entries == (
        Entry("XX-01", "rule", "Backs are dark.", "", "No backs."),
        Entry("XX-02", "rule", "Play."),
    )


def test_options_are_found_in_rulings(tmp_path: Path) -> None:
    spec = spec_of(
        tmp_path,
        "- **XX-01** A rule.\n- **R-XX-01** Option: `river = none|I|I+II`. Why: so.\n- **R-XX-02** Option: none.\n"
        "- **R-XX-03** Option for laying: `barn = off|on` (laying).\n- **R-XX-04** Default on; `bazaar = on|off`; so.\n"
        "- **R-XX-05** Option `river` (R-XX-01).",
    )
    assert spec.options == (
        Option("river", ("none", "I", "I+II"), "R-XX-01"),
        Option("barn", ("off", "on"), "R-XX-03"),
        Option("bazaar", ("on", "off"), "R-XX-04"),
    )
    assert spec.options[0].default == "none"


RULE = "- **XX-01** A rule.\n"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "no numbered rule"),
        ("- **R-XX-01** Only a ruling.", 1, "no numbered rule"),
        (RULE + RULE, 6, "XX-01 is given twice"),
        (RULE + "- **XX-02**", 6, "XX-02 has no text"),
        (RULE + "- **XX-02** [004 L1]", 6, "XX-02 has no text"),
        (RULE + "- XX-02 Bold forgotten.", 6, "looks like an entry"),
        (RULE + "- **XX 02** A blank.", 6, "looks like an entry"),
        (RULE + "- **XX-02 Never closed.", 6, "looks like an entry"),
        (RULE + "- **xx-02** Small letters.", 6, "looks like an entry"),
        (RULE + "- **XX-02:** A colon.", 6, "looks like an entry"),
        (RULE + "\nIn the middle (**XX-02**: so) of prose.", 7, "begins neither"),
        (RULE + "- **XX-02** As **XX-01** says.", 6, "XX-02: an id in bold begins an entry"),
        (RULE + "| **XX-02** | no head |", 6, "without a head"),
        (RULE + "\n| id | what |\n|---|---|\n| **XX-02** | a | b |", 9, "3 cells under 2 columns"),
        (RULE + "\n| what | id |\n|---|---|\n| road | **XX-02** |", 9, "begins neither"),
        (RULE + "\nStatus: complete", 7, "a second status"),
        (RULE + "\nOption: `a = b|c`", 7, "an option outside of a ruling"),
        (RULE + "- **XX-02** Option: `a = b|c`", 6, "an option outside of a ruling"),
        (RULE + "- **R-XX-01** Option: `a`", 6, "not an option of the form"),
        (RULE + "- **R-XX-01** Option: `a = b`", 6, "not an option of the form"),
        (RULE + "- **R-XX-01** Option: `a = b|`", 6, "not an option of the form"),
        (RULE + "- **R-XX-01** Option: `a = b|b`", 6, "a value twice"),
        (RULE + "- **R-XX-01** `a = b|c`\n- **R-XX-02** `a = b|c`", 7, "option a is given twice, first in R-XX-01"),
        (RULE + "## Without meaning in software\n- **XX-02** Unknown.", 7, "no rule has this id"),
        (RULE + "## Without meaning in software\n- **XX-01**", 7, "XX-01 has no text"),
        (RULE + "## Without meaning in software\n- **XX-01** a\n- **XX-01** b", 8, "XX-01 is given twice"),
        (RULE + "- **R-XX-01** R.\n## Without meaning in software\n- **R-XX-01** a", 8, "only a rule"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_names_the_line(tmp_path: Path, text: str, line: int, why: str) -> None:
    with pytest.raises(SpecError) as error:
        spec_of(tmp_path, text)
    assert f"spec.md:{line}: " in str(error.value)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Status: growing\n" + RULE, "no title"),
        ("# Title\n" + RULE, "no line 'Status: complete|growing'"),
        ("# Title\nStatus: done\n" + RULE, "unknown status 'done'; possible are complete, growing"),
    ],
)
def test_a_specification_has_a_title_and_a_status(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "spec.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SpecError, match=re.escape(why)):
        read_spec(path)


# Other languages


@pytest.mark.parametrize(
    ("path", "language"), TRANSLATED, ids=[f"{path.parent.name}-{language}" for path, language in TRANSLATED]
)
def test_every_numbered_text_stands_in_every_language(path: Path, language: str) -> None:
    """None is missing, none is older than its English text, and none has lost it."""
    if read_spec(path).status == "complete":
        assert translations.problems(path, language) == []


@pytest.fixture
def milestones(tmp_path: Path) -> Path:
    """A small specification with a translation of some of it, without marks."""
    path = tmp_path / "spec.md"
    rules = "- **MS-01** Milestones are stones. [003 L1]\n- **MS-02** They count.\n- **MS-03** Stickers.\n"
    excuse = "\n## Without meaning in software\n\n- **MS-03** There are no stickers.\n"
    path.write_text(f"# Milestones\n\nStatus: complete\n\n{rules}{excuse}", encoding="utf-8")
    dutch = "# Mijlpalen\n\n- **MS-01** Mijlpalen zijn stenen.\n- **MS-03** Stickers.\n"
    excuse = "\n## Zonder betekenis in software\n\n- **MS-03** Er zijn geen stickers.\n"
    (tmp_path / "spec.nl.md").write_text(dutch + excuse, encoding="utf-8")
    return path


def test_what_is_not_translated_is_read_in_english(milestones: Path) -> None:
    spec = read_spec(milestones, "nl")
    assert (spec.title, spec.status) == ("Mijlpalen", "complete")
    assert [entry.text for entry in spec.entries] == ["Mijlpalen zijn stenen.", "They count.", "Stickers."]
    assert spec.entries[2].reason == "Er zijn geen stickers."
    assert read_spec(milestones, "nb") == read_spec(milestones)


def test_a_translation_that_is_missing_or_older_is_told(milestones: Path) -> None:
    translations.write_marks(milestones, "nl", [])
    assert translations.problems(milestones, "nl") == ["nl MS-02: missing"]
    milestones.write_text(milestones.read_text(encoding="utf-8").replace("are stones", "are big"), encoding="utf-8")
    mark = read_spec(milestones).entries[0].mark
    older = f"nl MS-01: older than its English text, whose mark is {mark}"
    assert translations.problems(milestones, "nl") == [older, "nl MS-02: missing"]
    translations.write_marks(milestones, "nl", [])  # writes no mark over another
    assert translations.problems(milestones, "nl") == [older, "nl MS-02: missing"]
    translations.write_marks(milestones, "nl", ["MS-01"])
    assert translations.problems(milestones, "nl") == ["nl MS-02: missing"]


def test_a_translation_of_nothing_is_told(milestones: Path) -> None:
    english = milestones.read_text(encoding="utf-8").replace("**MS-01**", "**MS-04**")
    milestones.write_text(english, encoding="utf-8")
    assert "nl MS-01: there is no such entry in English" in translations.problems(milestones, "nl")


def test_the_rules_are_found_in_other_languages() -> None:
    assert find("BASE-23", "nl").text.startswith("Een voltooide weg")
    assert find("BASE-23", "nb").text.startswith("En fullført vei")
