"""The rules of every box as pages: each numbered entry has an anchor, each reference is a link to it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from aude.catalog import boxes as catalog
from aude.catalog import rulebook
from aude.catalog.texts import LANGUAGES, Texts, title_of
from handbook.repository import ROOT, page

INDEX = "rules/index.md"
GENERAL = "turn-order-and-combining"
NAMES = {"en": "English", "nl": "Nederlands", "nb": "Norsk"}
KINDS = {"rule": "rules", "example": "examples", "ruling": "rulings", "decision": "decisions"}

ENTRY = re.compile(rf"^(\s*(?:[-*+]|\|) ?)\*\*({rulebook.ID})\*\*", re.MULTILINE)
SOURCE = re.compile(r" \[((?:[^\[\]])*)\]$", re.MULTILINE)
MARK = re.compile(r" \[[0-9a-f]{8}\]$", re.MULTILINE)
# Whatever is no running text: code, links, headings, addresses in HTML; and what may be a reference.
TOKEN = re.compile(
    r"(^(?P<fence>`{3,}).*?^(?P=fence)`*$|^(?: {4}|\t)[^\n]*$|(?P<ticks>`+).*?(?P=ticks)"
    r"|!?\[[^\]]*\]\([^)]*\)(?:{[^}]*})?|^#[^\n]*$|<[^>]+>)"
    rf"|(?<![\w-])({rulebook.ID})(?![\w-])",
    re.MULTILINE | re.DOTALL,
)


@cache
def sheets() -> dict[str, Path]:
    """Every specification by the name of its page."""
    return {**rulebook.general_rules(), **rulebook.specs()}


def beside(path: Path, language: str) -> Path:
    """A specification in a language."""
    return path if language == "en" else path.with_name(f"{path.stem}.{language}.md")


def source_of(name: str, language: str) -> str:
    """What links in the repository call a specification."""
    return beside(sheets()[name], language).relative_to(ROOT).as_posix()


@cache
def homes() -> dict[str, str]:
    """The specification in which each entry stands. Decision points that two of them list belong to the box."""
    found: dict[str, str] = {}
    for name in [*rulebook.specs(), *rulebook.general_rules()]:
        for entry in rulebook.read_spec(sheets()[name]).entries:
            found.setdefault(entry.id, name)
    return found


def with_links(text: str, source: str, language: str = "en") -> str:
    """The text of a page with a link wherever it refers to a numbered entry."""

    def link(match: re.Match[str]) -> str:
        id = match[4]
        if id is None or id not in homes():
            return match[0]
        target = posixpath.relpath(source_of(homes()[id], language), posixpath.dirname(source) or ".")
        return f"[{id}]({'' if target == posixpath.basename(source) else target}#{id})"

    return TOKEN.sub(link, text)


def sheet(name: str, language: str) -> str:
    """A specification as a page."""
    text = beside(sheets()[name], language).read_text(encoding="utf-8")
    if language == "en":
        text = SOURCE.sub(lambda match: f' <small class="source">{match[1]}</small>', text)
    else:
        text = with_headings(MARK.sub("", text), Texts(language))
    source = source_of(name, language)
    title, _, rest = with_links(with_anchors(text, name, language), source, language).partition("\n")
    return f'{title}\n\n<p class="languages">{_other_languages(name, language)}</p>\n{rest}'


def with_anchors(text: str, name: str, language: str) -> str:
    """Each entry with an anchor where it stands; its id is a link to that."""
    seen: set[str] = set()
    excused = False  # whether we are below the heading that lists what has no meaning in software

    def anchored(match: re.Match[str]) -> str:
        id = match[2]
        if homes()[id] != name:
            target = posixpath.relpath(source_of(homes()[id], language), posixpath.dirname(source_of(name, language)))
            return f"{match[1]}[**{id}**]({target}#{id}){{ .rule }}"
        if excused or id in seen:
            return f"{match[1]}[**{id}**](#{id}){{ .rule }}"
        seen.add(id)
        return f"{match[1]}[**{id}**](#{id}){{ #{id} .rule }}"

    lines = []
    for line in text.split("\n"):
        if line.startswith("#"):
            excused = line.lstrip("# ").lower() in rulebook.WITHOUT_MEANING
        lines.append(ENTRY.sub(anchored, line))
    return "\n".join(lines)


def with_headings(text: str, texts: Texts) -> str:
    """A translation, which is a list of entries, with a heading wherever another kind of entry begins."""
    lines: list[str] = []
    group: tuple[str, str] | None = None
    has_headings = False  # below a heading of its own
    for line in text.split("\n"):
        match = ENTRY.match(line)
        has_headings = has_headings or line.startswith("##")
        if match is not None and not has_headings:
            this = rulebook.kind_of(match[2]), match[2].split("-")[-2]
            if this != group:
                group = this
                lines += ["", f"## {texts(f'cli.rules.{KINDS[this[0]]}').capitalize()}: {this[1]}", ""]
        lines.append(line)
    return "\n".join(lines)


def _other_languages(name: str, language: str) -> str:
    shown = {one: f'<a href="{page_of(name, one)}" lang="{one}">{NAMES[one]}</a>' for one in LANGUAGES}
    return " · ".join((shown | {language: f"<strong>{NAMES[language]}</strong>"}).values())


def page_of(name: str, language: str) -> str:
    """The file of a specification in the folder `rules` of the site."""
    return f"{name}.html" if language == "en" else f"{name}.{language}.html"


def index() -> str:
    """All boxes, with their rules in every language."""
    rows = [
        "# The rules of every box",
        "",
        "Every rule has a number, by which tests, refusals and `aude rules` name it. What belongs to no single box,",
        f"such as the order of a turn with all of them, is in {_link(GENERAL, 'en', 'turn order and combining')}.",
        "",
        "| box | " + " | ".join(NAMES[language] for language in LANGUAGES[1:]) + " |",
        "|---" * len(LANGUAGES) + "|",
    ]
    for box in catalog.BOXES:
        info = catalog.info(box)
        name = info.rules_folder.name
        cells = [_link(name, language, title_of(info, language)) for language in LANGUAGES]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _link(name: str, language: str, title: str) -> str:
    return f"[{title}]({posixpath.relpath(source_of(name, language), posixpath.dirname(INDEX))})"


def files(config: MkDocsConfig) -> Iterator[File]:
    """The index, and every specification in every language."""
    yield page(config, INDEX, "rules/index.html", index())
    for name in sheets():
        for language in LANGUAGES:
            yield page(config, source_of(name, language), f"rules/{page_of(name, language)}", sheet(name, language))


def navigation() -> list[object]:
    """The index, the English pages in the order of the boxes, and those in other languages below their names."""
    boxes = dict.fromkeys(catalog.info(box).rules_folder.name for box in catalog.BOXES)
    names = [*boxes, *rulebook.general_rules()]
    others = [{NAMES[language]: [source_of(name, language) for name in names]} for language in LANGUAGES[1:]]
    return [INDEX, *(source_of(name, "en") for name in names), *others]
