"""How large the type of a printed reference card can be: lines are wrapped here as a browser wraps them on A4.

A card has two halves: how to play (set-up and turn), and what counts (scoring, the end, house rules). On one page they
are side by side, one column each; on two pages each half has a page of two columns.
"""

from __future__ import annotations

from collections.abc import Sequence

from aude.cards.card import Card, CardStep

# A4 in millimetres; `STYLE` of the page has the same numbers.
MARGIN = 10.0
GAP = 7.0
PAGE_HIGH = 297.0 - 2 * MARGIN
COLUMN_WIDE = (210.0 - 2 * MARGIN - GAP) / 2
POINT = 0.353
LINE = 1.25
SCORING_SHARES = (0.34, 0.33, 0.33)  # what, during the game, at the end
NUMBER_WIDE = 1.7  # a column of the table of pieces, in ems
SMALL = 5 / 6  # what browsers use for <small>
SIZES = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
LEAST_ON_ONE_PAGE = 8.5  # two pages are better than smaller type
SPARE = 0.97  # of a column: fonts differ, and rows are not split

# How wide letters are in Helvetica, Arial and Liberation Sans, in thousandths of the size of the type.
WIDTHS = {
    letter: width
    for width, letters in (
        (222, "ijl"),
        (278, " !,./:;[]\\fIt"),
        (333, "()-r"),
        (500, "ckJsvxyz"),
        (584, "+=<>−×"),
        (611, "FTZ"),
        (667, "ABEKPSVXY&"),
        (722, "CDHNRUw"),
        (778, "GOQ"),
        (833, "mM"),
        (944, "W"),
        (1000, "æÆ"),
    )
    for letter in letters
}
OTHER_WIDTH = 556  # digits, and most lower-case letters, with or without accents


def width_of(text: str) -> float:
    """The width of a text, in ems."""
    return sum(WIDTHS.get(letter, OTHER_WIDTH) for letter in text) / 1000


def lines_of(text: str, wide: float) -> int:
    """How many lines a text fills at a width in ems."""
    lines, at = 1, 0.0
    for word in text.split():
        end = at + width_of(word)
        if at and end > wide:
            lines, end = lines + 1, width_of(word)
        broken = int(end / wide)  # a word wider than its column continues on the next line
        lines, end = lines + broken, end - broken * wide
        at = end + width_of(" ")
    return lines


def small(text: str) -> str:
    """A word about as wide in normal type as this text is in small type."""
    return "0" * round(width_of(text) * SMALL * 1000 / OTHER_WIDTH)


def halves(card: Card, size: float) -> tuple[float, float]:
    """How many columns of A4 each half of the card fills at this size of type."""
    wide = COLUMN_WIDE / (size * POINT)

    def rows(texts: Sequence[str], share: float) -> float:
        return sum(lines_of(text, share) * LINE + 0.15 for text in texts)

    def listed(steps: Sequence[CardStep]) -> float:
        return sum(rows([step.text], wide - 1.6) + rows(step.below, wide - 2.6) for step in steps)

    heading = 2.2
    pieces = rows([text for text, _ in card.pieces], wide - NUMBER_WIDE * len(card.players) - 0.4)
    preparations = rows(card.preparations, wide - 1.0)
    playing = 2 * heading + 1.4 + pieces + preparations + listed(card.turn)
    scoring = 1.4 + sum(
        max(lines_of(cell, wide * share - 0.5) for cell, share in zip(row, SCORING_SHARES, strict=True)) * LINE + 0.2
        for row in card.scoring
    )
    options = rows([f"{option.text} {small(f'({option.name}={option.value})')}" for option in card.options], wide - 1.0)
    gaining = (3 if card.options else 2) * heading + scoring + listed(card.end) + options
    unit = size * POINT / PAGE_HIGH
    return playing * unit, gaining * unit


def head_share(card: Card, size: float) -> float:
    """How much of a page the title and the boxes take."""
    boxes = sum(width_of(f"{title} 00 · ") for title, _ in card.boxes)
    wide = (2 * COLUMN_WIDE + GAP) / (size * POINT)
    return (2.9 + (int(boxes / wide) + 1) * LINE) * size * POINT / PAGE_HIGH


def fits(card: Card, size: float, pages: int) -> bool:
    """Whether the card fits on one page, or on two, at this size of type."""
    playing, gaining = halves(card, size)
    head = head_share(card, size)
    if pages == 1:
        return max(playing, gaining) <= SPARE - head
    return playing <= 2 * (SPARE - head) and gaining <= 2 * SPARE


def fitting(card: Card) -> tuple[int, float]:
    """On how many pages the card is printed, and the largest type in which it fits."""
    for size in SIZES:
        if size >= LEAST_ON_ONE_PAGE and fits(card, size, 1):
            return 1, size
    return 2, next((size for size in SIZES if fits(card, size, 2)), SIZES[-1])
