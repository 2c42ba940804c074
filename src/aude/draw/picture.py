"""A picture: SVG that notebooks show, and that can be kept in a file, as it is or in pixels."""

from __future__ import annotations

import hashlib
import importlib
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from aude.catalog.errors import unreadable
from aude.catalog.texts import english
from aude.errors import AudeError

WIDTH = 1200  # of a picture in pixels, if nobody says how wide
MAX_WIDTH = 20_000
USUAL = 0.6  # pixels of a notebook for a unit of a picture,
LEAST, MOST_WIDE, MOST_HIGH = 110, 760, 620  # within these
VIEW = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
NAMES = re.compile(r'(?<= id=")|(?<= href="#)|(?<=url\(#)')  # where the parts of a picture are named
STYLED = re.compile(r"(?<=\.)(?=[a-zA-Z][\w-]*\{)")  # the classes of its style sheet,
CLASSES = re.compile(r'(?<= class=")[^"]+')  # and where its parts have them


class NoLibrary(AudeError):
    """A library that only pictures need is not installed."""

    def __init__(self, name: str) -> None:
        self.key, self.values = "errors.draw.library", {"library": name}
        super().__init__(english()(self.key, library=name))


def library(name: str) -> Any:
    """A library for pictures, loaded when it is wanted."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise NoLibrary(name.partition(".")[0]) from None


@dataclass(frozen=True)
class Picture:
    """A picture as SVG, and what it shows in words; it has no pixels of its own until somebody asks for them."""

    svg: str  # the picture itself
    caption: str = ""  # what it shows, in words

    @classmethod
    def framed(cls, svg: str, view: str, caption: str, language: str) -> Picture:
        """The picture of what lies within the view (left, top, width, height), which tells in words what it shows."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img" lang="{language}">'
        return cls(f"{head}<title>{escape(caption, quote=False)}</title>{svg}</svg>", caption)

    def __str__(self) -> str:
        return self.svg

    def for_page(self) -> str:
        """The picture for a page that it shares with others: the names in each are its own."""
        own = "p" + hashlib.blake2b(self.svg.encode(), digest_size=4).hexdigest()
        style = re.search(r"<style>.*?</style>", self.svg, re.DOTALL)
        start, end = style.span() if style else (0, 0)
        # What is drawn by `use` does not know the picture that it stands in, so the classes themselves are renamed.
        sheet = STYLED.sub(own, self.svg[start:end])
        body = CLASSES.sub(lambda names: " ".join(own + name for name in names[0].split()), self.svg[end:])
        return NAMES.sub(own, self.svg[:start] + sheet + body).replace("<svg", f'<svg id="{own}"', 1)

    def size(self, scale: float = USUAL) -> tuple[int, int]:
        """How wide and high it is at best on a page: neither as large as the page nor too small to be read."""
        view = VIEW.search(self.svg)
        wide, high = map(float, view.groups()) if view else (MOST_WIDE, MOST_HIGH)
        scale = min(max(scale, LEAST / max(wide, high)), MOST_WIDE / wide, MOST_HIGH / high)
        return round(scale * wide), round(scale * high)

    def _repr_svg_(self) -> str:
        return self.in_notebook()

    def in_notebook(self, scale: float = USUAL) -> str:
        """For notebooks, which show a picture as wide as the page if it does not say how wide it is."""
        wide, high = self.size(scale)
        return self.for_page().replace(" viewBox=", f' width="{wide}" height="{high}" viewBox=', 1)

    def png(self, width: int = WIDTH) -> bytes:
        """The picture in so many pixels from left to right."""
        if not 1 <= width <= MAX_WIDTH:
            raise unreadable("draw.width", width=width, most=MAX_WIDTH)
        painter = library("resvg_py")
        has_words = "<text " in self.svg  # only panels have: everything else is drawn the same on every machine
        return bytes(painter.svg_to_bytes(svg_string=self.svg, width=width, skip_system_fonts=not has_words))

    def save(self, path: str | Path, width: int = WIDTH) -> None:
        """Write the picture into a file; its ending says how: .svg or .png."""
        path = Path(path)
        ending = path.suffix.lower()
        if ending == ".svg":
            path.write_text(self.svg, encoding="utf-8")
        elif ending == ".png":
            path.write_bytes(self.png(width))
        else:
            raise unreadable("draw.picture_ends", name=path.name)
