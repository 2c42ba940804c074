"""Writes a review as sentences and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aude.board.sentences import capital, counted
from aude.catalog.texts import Texts
from aude.study.reasons import Explanation
from aude.study.review import Decided, Drawn, Review
from aude.study.words import TENTH, number, told, typed

VERSION = 1
ROWS = 24  # the most lines for the course of a game
HALF = 24  # columns on either side of the middle


def to_json(review: Review) -> dict[str, Any]:
    """A review as JSON data (docs/review.md)."""
    game = review.game
    return {
        "review": VERSION,
        "game": game.setup.game,
        "boxes": list(game.setup.boxes),
        "players": list(game.seats),
        "over": game.over,
        "scores": game.scores,
        "simulations": list(review.simulations),
        "sampled": review.sampled,
        "seats": {seat: _tally(review, seat) for seat in game.seats},
        "decisions": [decided_to_json(one) for one in review.decisions],
        "draws": [
            {"move": one.number, "seat": one.seat, "action": one.action, "luck": one.luck} for one in review.draws
        ],
        "course": [{"moves": moves, "leads": _by_seat(review, leads)} for moves, leads in review.course],
        "turning_points": [one.number for one in review.turning_points],
    }


def _by_seat(review: Review, leads: Sequence[float]) -> dict[str, float]:
    return dict(zip(review.game.seats, leads, strict=True))


def _tally(review: Review, seat: str) -> dict[str, Any]:
    own = [one for one in review.decisions if one.seat == seat]
    lost = sum(one.loss >= TENTH for one in own)
    return {"luck": review.luck(seat), "loss": review.loss(seat), "decisions": len(own), "not_best": lost}


def decided_to_json(one: Decided) -> dict[str, Any]:
    """A decision as JSON data."""
    facts: dict[str, Any] = {
        "move": one.number,
        "seat": one.seat,
        "played": list(one.played),
        "best": list(one.best),
        "lead": one.lead,
        "loss": one.loss,
        "error": one.error,
    }
    if one.why is not None:
        facts["why"] = why_to_json(one.why)
    return facts


def why_to_json(why: Explanation) -> dict[str, Any]:
    """An explanation as JSON data; the points of the reasons add up to the difference."""
    return {"difference": why.difference, "reasons": [reason.to_json() for reason in why.reasons]}


def seat_rows(review: Review, texts: Texts) -> tuple[list[str], list[list[str]]]:
    """A table with a row for each seat, and its head."""
    head = [texts(f"study.head_{key}") for key in ("seat", "points", "luck", "loss", "decisions", "not_best")]
    rows = []
    for seat in review.game.seats:
        tally = _tally(review, seat)
        numbers = [number(texts, tally["luck"], sign=True), number(texts, tally["loss"])]
        counts = [str(tally["decisions"]), str(tally["not_best"])]
        rows.append([capital(texts.word(seat)), str(review.game.scores[seat]), *numbers, *counts])
    return head, rows


def decision_rows(review: Review, texts: Texts) -> tuple[list[str], list[list[str]]]:
    """A table of the decisions for which something better was found, and its head."""
    head = [texts(f"study.head_{key}") for key in ("move", "seat", "played", "best", "loss")]
    rows = [
        [str(one.number), capital(texts.word(one.seat)), typed(one.played, texts), typed(one.best, texts),
         number(texts, one.loss)]
        for one in review.decisions
        if one.loss >= TENTH
    ]  # fmt: skip
    return head, rows


def turning_title(one: Drawn | Decided, texts: Texts) -> str:
    """What happened at a turning point, and what it was worth."""
    if isinstance(one, Drawn):
        key = "lucky" if one.luck > 0 else "unlucky"
        values = {"action": typed((one.action,), texts), "points": number(texts, abs(one.luck))}
    else:
        key = "lost"
        values = {"action": typed(one.played, texts), "best": typed(one.best, texts), "points": number(texts, one.loss)}
    return texts(f"study.{key}", move=one.number, seat=capital(texts.word(one.seat)), **values)


def turning_reasons(one: Drawn | Decided, texts: Texts) -> list[str]:
    """Why the best would have been better, a line for each reason."""
    why = one.why if isinstance(one, Decided) else None
    return [f"{number(texts, points, sign=True)}  {says}" for points, says in told(why, texts)] if why else []


def course_lines(review: Review, texts: Texts, plain: bool) -> list[str]:
    """The course of the expected difference at the end: with two seats the lead of the first, otherwise all leads."""
    game, course = review.game, review.course
    if not course:
        return []
    step = max(1, -(-len(course) // ROWS))
    shown = [*course[:-1:step], course[-1]]
    if plain or len(game.seats) != 2:
        return [
            texts(
                "study.course_line",
                move=moves,
                leads=", ".join(
                    f"{texts.word(seat)} {number(texts, lead, sign=True)}"
                    for seat, lead in zip(game.seats, leads, strict=True)
                ),
            )
            for moves, leads in shown
        ]
    most = max(1.0, *(abs(leads[0]) for _, leads in shown))
    lines = [texts("study.course_sides", seat=texts.word(game.seats[0]))]
    for moves, leads in shown:
        bar = "#" * round(HALF * abs(leads[0]) / most)
        left, right = ("", bar) if leads[0] > 0 else (bar, "")
        lines.append(f"{moves:>5} {number(texts, leads[0], sign=True):>7} {left:>{HALF}}|{right}".rstrip())
    return lines


def about(review: Review, texts: Texts) -> list[str]:
    """What the numbers mean, and how they were found."""
    low, high = review.simulations
    said = [texts("study.about")]
    if high:
        said.append(texts("study.about_search", low=low, high=high))
    if low == 0:
        said.append(texts("study.about_evaluation"))
    if review.sampled:
        said.append(texts("study.about_sample"))
    if not review.game.over:
        said.append(texts("study.about_unfinished", moves=counted(texts, "moves", len(review.game.moves))))
    return said
