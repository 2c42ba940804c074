"""A reference card on paper and on a screen: a page of HTML that prints on A4, and plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from aude.board.sentences import capital
from aude.cards.card import Card, CardStep
from aude.cards.fit import GAP, LINE, MARGIN, NUMBER_WIDE, SCORING_SHARES, fitting

STYLE = """
@page { size: A4; margin: MARGINmm }
* { box-sizing: border-box }
body { font: SIZEpt/LINE "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; color: #1a1a1a;
  background: #fff; margin: 0 auto; max-width: 190mm; overflow-wrap: anywhere;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
header { border-bottom: .6mm solid #2d4a66; margin-bottom: .6em; padding-bottom: .3em }
h1 { font-size: 1.5em; line-height: 1.15; margin: 0 0 .1em; color: #2d4a66 }
h2 { font-size: 1.1em; line-height: 1.2; margin: .75em 0 .25em; padding: .08em .4em; background: #2d4a66; color: #fff;
  break-after: avoid }
section h2:first-child { margin-top: 0 }
p { margin: 0 }
header p, thead th, small { color: #555 }
header b { font-weight: normal; white-space: nowrap; color: #1a1a1a }
.one-page { display: grid; grid-template-columns: 1fr 1fr; column-gap: GAPmm; align-items: start }
.two-pages section { columns: 2; column-gap: GAPmm }
.two-pages section + section { break-before: page }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { text-align: left; vertical-align: top; padding: .075em .4em .075em 0; font-weight: normal }
th { font-size: .9em; vertical-align: bottom; break-after: avoid }
tr { border-bottom: .1mm solid #ccc; break-inside: avoid }
thead tr { border-bottom: .25mm solid #888 }
.n { width: NUMBERem; padding-right: 0; text-align: center; font-variant-numeric: tabular-nums }
ol, ul { margin: 0; padding: 0 0 0 1.6em }
ul { padding-left: 1em; list-style: none }
ul > li::before { content: "•"; float: left; margin-left: -.8em }
li ul > li::before { content: "–" }
li { padding: .075em 0; orphans: 3; widows: 3 }
li li, li:not(:has(ul)), .whole { break-inside: avoid }
table + ul { margin-top: .3em }
@media screen { body { padding: 2em 1em; font-size: 11pt; max-width: 62em } }
@media screen and (max-width: 45em) {
  .one-page { display: block } .two-pages section { columns: 1 } section { margin-top: 1em } }
"""


# -- HTML --------------------------------------------------------------------------------------------------------------
def as_html(card: Card) -> str:
    """The card as a self-contained page."""
    return "\n".join(_html(card)) + "\n"


def _html(card: Card) -> Iterator[str]:
    texts = card.texts
    title = escape(texts("card.title", game=card.title))
    pages, size = fitting(card)
    yield "<!DOCTYPE html>"
    yield f'<html lang="{texts.language}">'
    yield f'<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    yield f"<style>{_style(size)}</style></head>"
    yield f"<body>\n<header><h1>{title}</h1>"
    boxes = " · ".join(f"<b>{escape(f'{name} {count}' if count else name)}</b>" for name, count in card.boxes)
    yield f"<p>{escape(texts('card.boxes'))}: {boxes}</p></header>"
    yield f'<main class="{"one-page" if pages == 1 else "two-pages"}">\n<section>'
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
    yield f"</section>\n<section>\n<h2>{escape(texts('card.scoring'))}</h2>"
    heads = "".join(
        f'<th style="width: {share:.0%}">{escape(text)}</th>'
        for text, share in zip(("", texts("card.during"), texts("card.at_end")), SCORING_SHARES, strict=True)
    )
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
    for row in card.scoring:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody></table>"
    yield f"<h2>{escape(texts('card.end'))}</h2>"
    yield from _steps_html('ul class="whole"', card.end)
    if card.options:
        yield f"<h2>{escape(texts('card.options'))}</h2><ul>"
        for option in card.options:
            yield f"<li>{escape(option.text)} <small>({escape(option.name)}={escape(option.value)})</small></li>"
        yield "</ul>"
    yield "</section>\n</main>\n</body></html>"


def _style(size: float) -> str:
    numbers = {"SIZE": size, "MARGIN": MARGIN, "GAP": GAP, "LINE": LINE, "NUMBER": NUMBER_WIDE}
    style = STYLE
    for name, number in numbers.items():
        style = style.replace(name, f"{number:g}")
    return style


def _steps_html(tag: str, steps: Sequence[CardStep]) -> Iterator[str]:
    yield f"<{tag}>"
    for step in steps:
        below = "".join(f"<li>{escape(text)}</li>" for text in step.below)
        yield f"<li>{escape(step.text)}{f'<ul>{below}</ul>' if below else ''}</li>"
    yield f"</{tag.split(maxsplit=1)[0]}>"


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
    if card.options:
        lines += ["", texts("card.options")]
    for option in card.options:
        lines += _folded(f"{option.text} ({option.name}={option.value})", "- ", width)
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
