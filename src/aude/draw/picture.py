"""Pictures: SVG that notebooks display and that can be saved as SVG or PNG."""

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

WIDTH = 1200  # the default width in pixels
MAX_WIDTH = 20_000
USUAL = 0.6  # pixels in a notebook per unit of a picture,
LEAST, MOST_WIDE, MOST_HIGH = 110, 760, 620  # within these limits
VIEW = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
NAMES = re.compile(r'(?<= id=")|(?<= href="#)|(?<=url\(#)')  # the positions of ids
STYLED = re.compile(r"(?<=\.)(?=[a-zA-Z][\w-]*\{)")  # classes in the style sheet,
CLASSES = re.compile(r'(?<= class=")[^"]+')  # and in the picture


class NoLibrary(AudeError):
    """A library that is only needed for pictures is not installed."""

    def __init__(self, name: str) -> None:
        self.key, self.values = "errors.draw.library", {"library": name}
        super().__init__(english()(self.key, library=name))


def library(name: str) -> Any:
    """Import a library for pictures when it is needed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise NoLibrary(name.partition(".")[0]) from None


@dataclass(frozen=True)
class Picture:
    """A picture as SVG with a caption. It is only rendered when pixels are needed."""

    svg: str  # the picture itself
    caption: str = ""  # a description in words

    @classmethod
    def framed(cls, svg: str, view: str, caption: str, language: str) -> Picture:
        """The picture of a view (left, top, width, height), with its caption."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img" lang="{language}">'
        return cls(f"{head}<title>{escape(caption, quote=False)}</title>{svg}</svg>", caption)

    def __str__(self) -> str:
        return self.svg

    def for_page(self) -> str:
        """The SVG with unique names, for a page with several pictures."""
        own = "p" + hashlib.blake2b(self.svg.encode(), digest_size=4).hexdigest()
        style = re.search(r"<style>.*?</style>", self.svg, re.DOTALL)
        start, end = style.span() if style else (0, 0)
        # Parts drawn by `use` do not belong to the picture that they are in, so the classes themselves are renamed.
        sheet = STYLED.sub(own, self.svg[start:end])
        body = CLASSES.sub(lambda names: " ".join(own + name for name in names[0].split()), self.svg[end:])
        return NAMES.sub(own, self.svg[:start] + sheet + body).replace("<svg", f'<svg id="{own}"', 1)

    def size(self, scale: float = USUAL) -> tuple[int, int]:
        """The best width and height on a page: smaller than the page, but large enough to be read."""
        view = VIEW.search(self.svg)
        wide, high = map(float, view.groups()) if view else (MOST_WIDE, MOST_HIGH)
        scale = min(max(scale, LEAST / max(wide, high)), MOST_WIDE / wide, MOST_HIGH / high)
        return round(scale * wide), round(scale * high)

    def _repr_svg_(self) -> str:
        return self.in_notebook()

    def in_notebook(self, scale: float = USUAL) -> str:
        """The SVG for notebooks, with a width, because otherwise it would be as wide as the page."""
        wide, high = self.size(scale)
        return self.for_page().replace(" viewBox=", f' width="{wide}" height="{high}" viewBox=', 1)

    def png(self, width: int = WIDTH) -> bytes:
        """The picture as PNG with this width in pixels."""
        if not 1 <= width <= MAX_WIDTH:
            raise unreadable("draw.width", width=width, most=MAX_WIDTH)
        painter = library("resvg_py")
        has_words = "<text " in self.svg  # only panels have text: everything else is drawn the same on every machine
        return bytes(painter.svg_to_bytes(svg_string=self.svg, width=width, skip_system_fonts=not has_words))

    def save(self, path: str | Path, width: int = WIDTH) -> None:
        """Save the picture to a file; the extension chooses the format, .svg or .png."""
        path = Path(path)
        ending = path.suffix.lower()
        if ending == ".svg":
            path.write_text(self.svg, encoding="utf-8")
        elif ending == ".png":
            path.write_bytes(self.png(width))
        else:
            raise unreadable("draw.picture_ends", name=path.name)
