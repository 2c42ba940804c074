"""What shows itself in notebooks.

The values of games and boards know neither pictures nor pages. `aude.notebook` does, and `show_with` says so here, as
soon as `aude` is imported; it is loaded when the first value is shown. In a terminal values look as `repr` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Painter: TypeAlias = Callable[[object], str]

_painters: dict[str, Painter] = {}


def show_with(page: Painter, picture: Painter) -> None:
    """Who makes HTML of values, and who makes pictures of them."""
    _painters.update(page=page, picture=picture)


class Shown:
    """A value that notebooks show as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return _painters["page"](self) if _painters else None


class Pictured:
    """A value that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _painters["picture"](self) if _painters else None
