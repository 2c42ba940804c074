"""Write the reference cards of the documentation: the base game and everything, in three languages.

    python tools/make_cards.py

A test checks that they are up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from aude.cards.card import make_card
from aude.cards.page import as_html
from aude.catalog import boxes as catalog
from aude.catalog.texts import LANGUAGES
from aude.game.setup import Setup

FOLDER = Path(__file__).parents[1] / "docs" / "cards"
GAME = "carcassonne"


def cards() -> Iterator[tuple[str, str]]:
    """The content of every file, by its name."""
    for name, boxes in (("base-game", ()), ("everything", catalog.expansions(GAME))):
        for language in LANGUAGES:
            yield f"{name}.{language}.html", as_html(make_card(Setup(GAME, boxes), language))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in cards():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"docs/cards/{name}")


if __name__ == "__main__":
    main()
