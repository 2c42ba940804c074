"""Makes SVG small: repeated parts are defined once, with the shortest possible names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from string import ascii_letters

from aude.draw.book import book
from aude.draw.outline import Point

LOOK = re.compile(r' class="([^"]*)"((?: stroke-[a-z]+="[^"]*")*)')
SHORTEST = 40  # shorter texts are not worth a name
# A window on a larger picture, and the strokes of a line.
WINDOW = re.compile(r"(?P<before><svg [^>]*>)(?P<shared>.+?)(?=</svg>)", re.DOTALL)
PATH = r'<path (?:[a-z-]+="[^"]*" )*d="'
STROKES = re.compile(rf'(?P<before>)(?P<shared>{PATH}(?P<line>[^"]*)"/>(?:{PATH}(?P=line)"/>)*)')


def short(number: int) -> str:
    """The shortest names in order: a, b … Z, aa, ab …

    >>> short(0), short(51), short(52), short(53)
    ('a', 'Z', 'aa', 'ab')
    """
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, len(ascii_letters))
        name = ascii_letters[letter] + name
    return name


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def pair(point: Point) -> str:
    """A point in a path."""
    x, y = number(point[0]), number(point[1])
    return x + (y if y.startswith("-") else f" {y}")


class Symbols:
    """The parts that a picture uses several times."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix  # of every name, if several pictures share a page
        self.names: dict[str, str] = {}
        self.defined: list[str] = []

    def name(self, key: str, make: Callable[[], str]) -> str:
        """The name of a symbol, which is drawn when it is first used."""
        if key not in self.names:
            self.names[key] = self.prefix + short(len(self.names))
            self.defined.append(f'<g id="{self.names[key]}">{make()}</g>')
        return self.names[key]

    def define(self, key: str, make: Callable[[str], str]) -> str:
        """The name of something else that is defined once, such as a pattern, by a function that gets the name."""
        if key not in self.names:
            self.names[key] = self.prefix + short(len(self.names))
            self.defined.append(make(self.names[key]))
        return self.names[key]

    def shared(self, texts: list[str]) -> list[str]:
        """The texts, with common parts defined once: larger pictures behind windows, and strokes."""
        return self._share(self.shared_windows(texts), STROKES)

    def shared_windows(self, texts: list[str]) -> list[str]:
        """The texts, with larger pictures of which several of them show a part defined once."""
        return self._share(texts, WINDOW)

    def _share(self, texts: list[str], what: re.Pattern[str]) -> list[str]:
        """The texts, with everything that is found twice (the group `shared` of each match) turned into a symbol."""
        often = Counter(match["shared"] for text in texts for match in what.finditer(text))

        def use(match: re.Match[str]) -> str:
            svg = match["shared"]
            if often[svg] < 2 or len(svg) < SHORTEST:
                return match[0]
            return f'{match["before"]}<use href="#{self.name(svg, lambda: svg)}"/>'

        return [what.sub(use, text) for text in texts]

    def svg(self) -> str:
        """All definitions."""
        return f"<defs>{''.join(self.defined)}</defs>" if self.defined else ""


def with_short_looks(svg: str, night: bool) -> tuple[str, str]:
    """The style sheet of a picture and the picture, with classes and strokes combined into short classes."""
    names: dict[tuple[str, str], str] = {}
    rules: list[str] = []

    def shorten(match: re.Match[str]) -> str:
        look = match[1], match[2]
        if look not in names:
            rule = look_rule(*look, night)
            names[look] = short(len(rules)) if rule else ""
            if rule:
                rules.append(f".{names[look]}{{{rule}}}")
        return f' class="{names[look]}"' if names[look] else ""

    body = LOOK.sub(shorten, svg)
    return f"<style>{''.join(rules)}</style>", body


def look_rule(classes: str, strokes: str, night: bool) -> str:
    """The style rule for classes and strokes: `wall` fills with a colour, `wall-line` draws lines with it."""
    colours = book().colours
    found: dict[str, str] = {}
    for name in classes.split():
        if name in colours:
            found["fill"] = colours[name][night]
        elif name.endswith("-line") and name[:-5] in colours:
            found["stroke"] = colours[name[:-5]][night]
            found.setdefault("fill", "none")
    found |= dict(re.findall(r'(stroke-[a-z]+)="([^"]*)"', strokes))
    return ";".join(f"{name}:{value}" for name, value in found.items())


def style(svg: str, night: bool = False) -> str:
    """The colours that a picture uses."""
    used = dict.fromkeys(name for names in re.findall(r'class="([^"]*)"', svg) for name in names.split())
    rules = []
    for name in used:
        colours = book().colours
        if name in colours:
            rules.append(f".{name}{{fill:{colours[name][night]}}}")
        elif name.endswith("-line") and name[:-5] in colours:
            rules.append(f".{name}{{fill:none;stroke:{colours[name[:-5]][night]}}}")
    return "<style>" + "".join(rules) + "</style>"
