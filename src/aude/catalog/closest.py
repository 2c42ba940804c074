"""Suggestions for mistyped words: did you mean …?"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from aude.catalog.texts import Phrase

LONGEST_WORD = 60  # longer ones are not typos, and comparing them would take long


def near(word: str, known: Iterable[str], most: int = 1, alike: float = 0.6) -> list[str]:
    """The known words that may have been meant, the most likely first.

    >>> near("abot", ["abbot", "river"]), near("x" * 1000, ["abbot"])
    (['abbot'], [])
    """
    return get_close_matches(word, list(known), n=most, cutoff=alike) if len(word) < LONGEST_WORD else []


def closest(word: str, known: Iterable[str]) -> Phrase:
    """A list of all known words, with a hint which one was probably meant.

    >>> str(closest("abot", ["abbot", "river"])), str(closest("x", []))
    ("abbot, river (did you mean 'abbot'?)", 'there are none')
    """
    known = list(known)
    if not known:
        return Phrase("errors.closest.none")
    meant = near(word, known)
    if not meant:
        return Phrase("errors.closest.all", words=known)
    return Phrase("errors.closest.meant", words=known, meant=meant[0])
