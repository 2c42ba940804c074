"""Did you mean …? What a mistyped word is close to."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_WORD = 60  # a longer one is no slip of the keyboard, and would take long to compare


def near(word: str, known: Iterable[str], most: int = 1, alike: float = 0.6) -> list[str]:
    """The known words that somebody who typed this one may have meant, the likeliest first.

    >>> near("abot", ["abbot", "river"]), near("x" * 1000, ["abbot"])
    (['abbot'], [])
    """
    return get_close_matches(word, list(known), n=most, cutoff=alike) if len(word) < LONGEST_WORD else []


def closest(word: str, known: Iterable[str]) -> str:
    """The known words in a form that helps: all of them, and which was likely meant."""
    known = list(known)
    meant = near(word, known)
    hint = f" (did you mean {meant[0]!r}?)" if meant else ""
    return f"{', '.join(known) or 'there are none'}{hint}"
