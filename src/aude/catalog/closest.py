"""Did you mean …? What a mistyped word is close to."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_WORD = 60  # a longer one is not a typo, and comparing it would take long


def near(word: str, known: Iterable[str], most: int = 1, alike: float = 0.6) -> list[str]:
    """The known words that may have been meant by this one, the likeliest first.

    >>> near("abot", ["abbot", "river"]), near("x" * 1000, ["abbot"])
    (['abbot'], [])
    """
    return get_close_matches(word, list(known), n=most, cutoff=alike) if len(word) < LONGEST_WORD else []


def closest(word: str, known: Iterable[str]) -> str:
    """A list of all known words, with a hint which one was probably meant."""
    known = list(known)
    meant = near(word, known)
    hint = f" (did you mean {meant[0]!r}?)" if meant else ""
    return f"{', '.join(known) or 'there are none'}{hint}"
