"""A reference card on paper and on a screen: a page of HTML that prints on A4, and plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from aude.card import Card, CardStep
from aude.sentences import capital

MARK = "★"  # a house rule that differs from the default
MOST_PAGES = 2

# A4 without its margins, in millimetres, and two columns.
PAGE_HIGH = 297.0 - 2 * 9
COLUMN_WIDE = (210.0 - 2 * 9 - 6) / 2
POINT = 0.353  # millimetres
# How wide a letter is and how high a line, in sizes of the type: on the safe side for the fonts of the page.
LETTER = 0.50
LINE = 1.22
SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)

STYLE = """
@page { size: A4; margin: 9mm }
* { box-sizing: border-box }
body { font: SIZEpt/1.2 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #111; background: #fff;
  margin: 0 auto; max-width: 192mm; columns: 2; column-gap: 6mm }
h1 { font-size: 1.5em; margin: 0 0 .2em; line-height: 1.1 }
h2 { font-size: 1.1em; margin: .5em 0 .15em; padding: .1em .4em; background: #33506b; color: #fff; break-after: avoid;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
p { margin: .15em 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .06em .4em .06em 0; font-weight: normal }
thead th { font-size: .9em; color: #555; border-bottom: .2mm solid #999 }
tbody tr { border-bottom: .1mm solid #ddd; break-inside: avoid }
td.n { text-align: center; padding: .06em .2em; white-space: nowrap }
ol, ul { margin: 0; padding-left: 1.5em }
ul { padding-left: 1em }
li { break-inside: avoid; padding: .04em 0 }
.changed { font-weight: bold }
@media screen { body { padding: 9mm 0; font-size: 11pt; max-width: 60em } }
@media screen and (max-width: 45em) { body { columns: 1; padding: 1em } }
"""


# -- how much there is -------------------------------------------------------------------------------------------------
def pages_needed(card: Card, size: float) -> float:
    """About how many pages of A4 the card fills in this size of type: counted in letters and lines, not printed."""
    wide = COLUMN_WIDE / (size * POINT * LETTER)  # letters in a line of a column

    def lines(text: str, share: float = 1.0) -> int:
        return max(1, -(-len(text) // max(1, int(wide * share))))

    def listed(steps: Sequence[CardStep]) -> float:
        return sum(lines(step.text, 0.93) + sum(lines(text, 0.87) for text in step.below) for step in steps)

    numbers = 0.07 * len(card.players)
    rows = [
        2.0 + lines(", ".join(f"{title} {count}" for title, count in card.boxes)),
        sum(lines(text, 0.98 - numbers) * 1.1 for text, _ in card.pieces) + 1.1,
        sum(lines(text, 0.95) * 1.07 for text in card.preparations),
        (listed(card.turn) + listed(card.end)) * 1.07,
        sum(max(lines(what, 0.36), lines(now, 0.31), lines(end, 0.31)) * 1.1 for what, now, end in card.scoring) + 1.1,
        sum(lines(option.text + " ()" + option.name + option.value, 0.95) * 1.07 for option in card.options) + 1.1,
        5 * 1.9,  # headings
    ]
    return sum(rows) * size * POINT * LINE / (2 * PAGE_HIGH)


def fitting_size(card: Card) -> float:
    """The largest type in which the card stays on one page, or, if that would be small, on two."""
    for pages, least in ((1, 8.0), (MOST_PAGES, SIZES[-1])):
        for size in SIZES:
            if size >= least and pages_needed(card, size) <= pages * 0.95:
                return size
    return SIZES[-1]


# -- HTML --------------------------------------------------------------------------------------------------------------
def as_html(card: Card) -> str:
    """The card as a page that needs nothing else."""
    return "\n".join(_html(card)) + "\n"


def _html(card: Card) -> Iterator[str]:
    texts = card.texts
    title = escape(texts("card.title", game=card.title))
    size = f"{fitting_size(card):g}"
    yield "<!DOCTYPE html>"
    yield f'<html lang="{texts.language}">'
    yield f'<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    yield f"<style>{STYLE.replace('SIZE', size)}</style></head>"
    yield f"<body>\n<h1>{title}</h1>"
    tiles = ", ".join(f"{escape(name)}&nbsp;{count}" if count else escape(name) for name, count in card.boxes)
    yield f"<p>{escape(texts('card.boxes'))}: {tiles}</p>"
    yield f"<h2>{escape(texts('card.setup'))}</h2>"
    heads = "".join(f'<th class="n">{number}</th>' for number in card.players)
    yield f"<table><thead><tr><th>{escape(texts('card.each'))}</th>{heads}</tr></thead><tbody>"
    for text, counts in card.pieces:
        cells = "".join(f'<td class="n">{escape(count)}</td>' for count in counts)
        yield f"<tr><td>{escape(text)}</td>{cells}</tr>"
    yield "</tbody></table>"
    yield "<ul>" + "".join(f"<li>{escape(text)}</li>" for text in card.preparations) + "</ul>"
    yield f"<h2>{escape(texts('card.turn'))}</h2>"
    yield from _steps_html("ol", card.turn)
    yield f"<h2>{escape(texts('card.scoring'))}</h2>"
    heads = "".join(f"<th>{escape(text)}</th>" for text in ("", texts("card.during"), texts("card.at_end")))
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
    for row in card.scoring:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody></table>"
    yield f"<h2>{escape(texts('card.end'))}</h2>"
    yield from _steps_html("ul", card.end)
    yield f"<h2>{escape(texts('card.options'))}</h2><ul>"
    for option in card.options:
        text = f"{escape(option.text)} <small>({escape(option.name)}={escape(option.value)})</small>"
        yield f'<li class="changed">{MARK} {text}</li>' if option.changed else f"<li>{text}</li>"
    yield "</ul>"
    if any(option.changed for option in card.options):
        yield f"<p>{escape(texts('card.marked', mark=MARK))}</p>"
    yield "</body></html>"


def _steps_html(tag: str, steps: Sequence[CardStep]) -> Iterator[str]:
    yield f"<{tag}>"
    for step in steps:
        below = "".join(f"<li>{escape(text)}</li>" for text in step.below)
        yield f"<li>{escape(step.text)}{f'<ul>{below}</ul>' if below else ''}</li>"
    yield f"</{tag}>"


# -- text --------------------------------------------------------------------------------------------------------------
def as_text(card: Card, width: int = 80, plain: bool = False) -> str:
    """The card for a terminal; with `plain`, for screen readers: sentences, no columns."""
    width = max(40, min(width, 110))
    texts = card.texts
    tiles = ", ".join(f"{name} {count}" if count else name for name, count in card.boxes)
    lines = [texts("card.title", game=card.title), *_folded(f"{texts('card.boxes')}: {tiles}", "", width)]
    lines += ["", texts("card.setup")]
    if plain:
        for text, counts in card.pieces:
            numbers = zip(card.players, counts, strict=True)
            said = ", ".join(texts("card.each_of", players=number, count=count) for number, count in numbers)
            lines.append(f"{capital(text)}: {said}.")
    else:
        rows = [(texts("card.each"), tuple(map(str, card.players))), *card.pieces]
        for text, counts in rows:
            cells = "".join(count.rjust(4) for count in counts)
            first, *rest = textwrap.wrap(text, width - 2 - len(cells) - 1)
            lines.append(f"  {first.ljust(width - 2 - len(cells))}{cells}")
            lines += [f"    {line}" for line in rest]
    for text in card.preparations:
        lines += _folded(text, "- ", width)
    lines += ["", texts("card.turn")]
    for number, step in enumerate(card.turn, 1):
        lines += _folded(step.text, f"{number:>2}. ", width)
        lines += [line for text in step.below for line in _folded(text, "    - ", width)]
    lines += ["", texts("card.scoring"), *_scoring(card, width, plain), "", texts("card.end")]
    for step in card.end:
        lines += _folded(step.text, "- ", width)
    lines += ["", texts("card.options")]
    mark = "*" if plain else MARK
    for option in card.options:
        sign = f"{mark} " if option.changed else "- "
        lines += _folded(f"{option.text} ({option.name}={option.value})", sign, width)
    if any(option.changed for option in card.options):
        lines.append(texts("card.marked", mark=mark))
    return "\n".join(lines)


def _folded(text: str, sign: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=sign, subsequent_indent=" " * len(sign), break_long_words=False)


def _scoring(card: Card, width: int, plain: bool) -> Iterator[str]:
    texts = card.texts
    if plain:
        for what, now, end in card.scoring:
            parts = [f"{texts('card.during')} {now}"] * (now != "–") + [f"{texts('card.at_end')} {end}"] * (end != "–")
            yield f"{capital(what)}: {', '.join(parts)}."
        return
    wide = (width - 6) // 3
    for row in (("", texts("card.during"), texts("card.at_end")), *card.scoring):
        cells = [textwrap.wrap(cell, wide) or [""] for cell in row]
        for number in range(max(map(len, cells))):
            parts = [cell[number] if number < len(cell) else "" for cell in cells]
            yield ("  " + "  ".join(part.ljust(wide) for part in parts)).rstrip()
