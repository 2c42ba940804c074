"""Weights of the evaluation by the names of terms, with defaults for terms that have not been learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aude.think.evaluation import KNOTS
from aude.think.terms import Terms

EXACT = {"settled", "final"}  # with everything that ends in .now: all that counts when no tile is left
# The default value of 0 … 7 free figures of a kind; a seat's only figure of a kind is worth 2.
FREE = [-10.0, -5.0, -1.25, 0.0, 2.5, 3.75, 5.0, 6.25]
ONLY = 2.0
DEFAULTS = {"now": 1.0, "gain": 1.0, "more": 1.0}
NEVER_HOPE = 0.5


def is_exact(name: str) -> bool:
    """Whether a term counts in full when no tile is left; all others then do not count."""
    return name in EXACT or name.endswith(".now")


def default(name: str, kinds_of_fields: Sequence[str], assets: Mapping[str, float]) -> list[float]:
    """The default weights of a term, at each knot."""
    if name in EXACT:
        return [1.0] * len(KNOTS)
    if name in assets:
        return [assets[name] if knot else 0.0 for knot in KNOTS]
    subject, _, last = name.partition(".")
    if last == "free":
        worth = ONLY
    elif last.startswith("free."):
        worth = FREE[int(last.removeprefix("free."))]
    elif last == "hope":
        worth = NEVER_HOPE if subject in kinds_of_fields else 0.0
    else:
        worth = DEFAULTS.get(last, 0.0)
    return [worth if knot or is_exact(name) else 0.0 for knot in KNOTS]


def flat(terms: Terms, learned: Mapping[str, Sequence[float]]) -> list[float]:
    """All weights in the order of `Evaluation.weights`: by knots, then by terms."""
    fields = [name.removesuffix(".one") for name in terms.names if name.endswith(".one")]
    columns = [list(learned.get(name) or default(name, fields, terms.worth)) for name in terms.names]
    return [column[knot] for knot in range(len(KNOTS)) for column in columns]
