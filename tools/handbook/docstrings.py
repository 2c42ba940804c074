"""Prepares docstrings for the pages of the API.

An example, a paragraph that begins with `>>>`, becomes a block of code. A comment after an attribute becomes its
description: `seed: int = 0  # of the dealer`. Names of documentation pages and numbers of rules become links.
"""

from __future__ import annotations

import io
import re
import tokenize
from typing import Any

import griffe

from handbook import public
from handbook.rules import with_links

PAGE = re.compile(r"(?<![\w/`])(docs/[\w-]+\.md)")
EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n(?!>>> )|\Z)", re.MULTILINE | re.DOTALL)


class Docstrings(griffe.Extension):
    """An extension that griffe calls for everything it has read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Something in a package."""
        if isinstance(obj, griffe.Attribute) and obj.docstring is None and (said := comment(obj.source)):
            obj.docstring = griffe.Docstring(as_sentence(said), parent=obj)
        if obj.docstring is not None:
            text = PAGE.sub(r"[\1](../\1)", fenced(obj.docstring.value))
            obj.docstring.value = with_links(text, public.source_of("aude"))

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """The package itself."""
        self.on_object(obj=pkg)


def comment(source: str) -> str:
    """The comment at the end of a line of source, if it is for people.

    >>> comment("rest: str = '#'  # the other tiles")
    'the other tiles'
    """
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source.strip()).readline))
    except (tokenize.TokenError, IndentationError):  # the first of several lines
        return ""
    said = [token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT]
    return re.sub(r"^(type|noqa)\b.*|\s*# (type|noqa):.*", "", said[0]) if len(said) == 1 else ""


def as_sentence(said: str) -> str:
    """Convert a comment to a docstring.

    >>> as_sentence("the other tiles"), as_sentence("docs/board.md")
    ('The other tiles.', 'See docs/board.md.')
    """
    said = f"see {said}" if said.startswith("docs/") else said
    return said[0].upper() + said[1:] + "." * (said[-1] not in ".:!?")


def fenced(text: str) -> str:
    r"""A docstring with its examples as blocks of code.

    >>> fenced("Add.\n\n>>> 1 + 1\n2\n\nThat is all.").split("\n\n")[1]
    '```pycon\n>>> 1 + 1\n2\n```'
    """
    return EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```", text)
