"""How notebooks display reviews and explanations."""

from __future__ import annotations

from aude.board.sentences import capital
from aude.catalog.boxes import BOXES
from aude.draw import Picture
from aude.draw.caption import all_texts
from aude.notebook.parts import image, seat_name, table, text, whole
from aude.study.page import style
from aude.study.plot import WIDE, plot
from aude.study.reasons import Explanation
from aude.study.report import seat_rows, turning_title
from aude.study.review import Review
from aude.study.words import number, told


def review_part(review: Review) -> str:
    """How each seat has played, the course of the game, and its turning points."""
    game = review.game
    texts = game.texts()
    head, found = seat_rows(review, texts)
    rows = [
        [seat_name(seat, game.seats, row[0]), *map(text, row[1:])] for seat, row in zip(game.seats, found, strict=True)
    ]
    drawn = plot(review, texts).replace("<title>", f"<style>{style(game.seats)}</style><title>", 1)
    turning = [[str(at), text(turning_title(one, texts))] for at, one in enumerate(review.turning_points, 1)]
    columns = range(1, len(head))
    return whole(
        table(head, rows, columns),
        image(Picture(drawn, texts("study.course")), WIDE),
        table([], turning) if turning else "",
    )


def explanation_part(why: Explanation) -> str:
    """The difference, and the reasons that add up to it."""
    texts = all_texts(BOXES[0], "en")
    rows = [[text(number(texts, points, sign=True)), text(says)] for points, says in told(why, texts)]
    total = [f"<b>{text(number(texts, why.difference, sign=True))}</b>", text(capital(texts.word(why.seat)))]
    return whole(table([], [*rows, total], [0]))
