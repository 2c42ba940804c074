"""Draws numbers with strokes, because fonts differ between machines and pictures must not."""

from __future__ import annotations

WIDE, HIGH, GAP = 5.0, 9.0, 3.0  # the size of a digit, and the space between two

# Each from 0,0 to WIDE,HIGH.
STROKES = {
    "0": "M2.5 0Q5 0 5 4.5T2.5 9 0 4.5 2.5 0",
    "1": "M.8 2 3 0v9",
    "2": "M.2 2.2Q.4 0 2.6 0T5 2.4Q5 4 0 9h5",
    "3": "M.3 0H4.8L2.2 3.6Q5 3.6 5 6.3T2.3 9Q.6 9 0 7.6",
    "4": "M3.8 9V0L0 6.2h5",
    "5": "M4.6 0H.8L.4 4Q1.4 3.3 2.5 3.3 5 3.5 5 6.1T2.3 9Q.7 9 0 7.8",
    "6": "M4.4.6Q.2 1 .1 6.1.2 9 2.6 9T5 6.2 2.6 3.5.2 6",
    "7": "M0 0H5L1.8 9",
    "8": "M2.5 4.1Q.4 4.1.4 2T2.5 0 4.6 2 2.5 4.1Q0 4.1 0 6.6T2.5 9 5 6.6 2.5 4.1",
    "9": "M4.8 3Q4.8 5.5 2.4 5.5T0 2.8 2.4 0 4.9 2.9Q5 8 .6 8.6",
    "-": "M.6 4.8h3.8",
    ",": "M2.6 8.4 1.8 10.6",
    ".": "M2.5 9v0",
}


def digits(text: str) -> str:
    """The paths of a number, or of several between signs, around 0,0."""
    left = ((WIDE + GAP) * len(text) - GAP) / -2
    return "".join(
        f'<path transform="translate({left + at * (WIDE + GAP):g} {-HIGH / 2:g})" d="{STROKES[sign]}"/>'
        for at, sign in enumerate(text)
    )
