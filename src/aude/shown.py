"""Base classes of the values that notebooks display.

The values of games and boards know nothing about pictures or HTML. `aude.notebook` does: importing `aude` registers it
here with `show_with`, and it is loaded when the first value is displayed. In a terminal, values are shown by `repr`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Painter: TypeAlias = Callable[[object], str]

_painters: dict[str, Painter] = {}


def show_with(page: Painter, picture: Painter) -> None:
    """Register the functions that turn values into HTML and into pictures."""
    _painters.update(page=page, picture=picture)


class Shown:
    """A value that notebooks display as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return _painters["page"](self) if _painters else None


class Pictured:
    """A value that notebooks display as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _painters["picture"](self) if _painters else None
