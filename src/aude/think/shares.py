"""The terms of an evaluation one by one, for explanations."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

NOTHING: Final[i64] = -1  # instead of a feature, if a term is not about one


@final
class Share:
    """What one term adds to the value of a seat, and the feature (or pair of features) that it is about."""

    def __init__(self, term: i64, seat: i64, points: float, subject: i64, other: i64) -> None:
        self.term = term
        self.seat = seat
        self.points = points
        self.subject = subject
        self.other = other
