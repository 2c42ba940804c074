"""What an evaluation is made of, share by share: for those who want to know why."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

NOTHING: Final[i64] = -1  # a share that concerns no feature


@final
class Share:
    """What one term adds to the value of a seat, and on account of which feature (or pair of features)."""

    def __init__(self, term: i64, seat: i64, points: float, subject: i64, other: i64) -> None:
        self.term = term
        self.seat = seat
        self.points = points
        self.subject = subject
        self.other = other
