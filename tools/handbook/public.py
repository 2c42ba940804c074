"""What is public: the tables of docs/api.md, from which the pages of the API are made."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from handbook.repository import ROOT, page

LIST = ROOT / "docs" / "api.md"
ROW = re.compile(r"^\| `(aude[\w.]*)` \|([^|]*)\|", re.MULTILINE)
NAME = re.compile(r"`([^\W_]\w*)`")
MODULE = re.compile(r"(?<!\[)`(aude(?:\.\w+)*)`")


PLAIN = {"aude.wire"}  # messages, whose fields say by their names and types what they are


@cache
def modules() -> dict[str, tuple[str, ...]]:
    """The public names of every public module; none are listed where all of them are public."""
    return {match[1]: tuple(NAME.findall(match[2])) for match in ROW.finditer(LIST.read_text(encoding="utf-8"))}


def source_of(module: str) -> str:
    """What links call the page of a module."""
    return f"api/{module}.md"


def files(config: MkDocsConfig) -> Iterator[File]:
    """A page for each public module."""
    for module, names in modules().items():
        options = ["show_root_heading: false"]
        options += [f"members: [{', '.join(names)}]"] if names else []
        options += ["show_if_no_docstring: true"] if module in PLAIN else []
        text = "\n      ".join([f"# `{module}`\n\n::: {module}\n    options:", *options]) + "\n"
        yield page(config, source_of(module), f"api/{module}.html", text)


def navigation() -> list[object]:
    """The list of what is public, and the pages of the modules."""
    return ["docs/api.md", *({module: source_of(module)} for module in modules())]


def with_links(text: str, source: str) -> str:
    """The text of a page with a link wherever it names a public module as code."""

    def link(match: re.Match[str]) -> str:
        if match[1] not in modules() or match[1] == "aude":
            return match[0]
        return f"[{match[0]}]({posixpath.relpath(source_of(match[1]), posixpath.dirname(source) or '.')})"

    return MODULE.sub(link, with_names(text) if ROOT / source == LIST else text)


def with_names(text: str) -> str:
    """The list of what is public, each name with a link to where it is described."""
    lines = []
    module = ""
    for line in text.split("\n"):
        if line.startswith("#"):
            heading = MODULE.search(line)
            module = heading[1] if heading else ""
        elif line.startswith("| "):
            _, first, second, *rest = line.split("|", 3)
            row = MODULE.fullmatch(first.strip())
            if row is not None:
                second = NAME.sub(rf"[`\1`][{row[1]}.\1]", second)
            elif module:
                first = NAME.sub(rf"[`\1`][{module}.\1]", first)
            line = "|".join(["", first, second, *rest])
        lines.append(line)
    return "\n".join(lines)
