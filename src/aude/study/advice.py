"""A hint for the seat that is asked: the best answer, and why it is better than the next best."""

from __future__ import annotations

from aude.board.sentences import capital
from aude.bots.base import offered
from aude.catalog.texts import Texts
from aude.game.game import GameCore
from aude.study.judge import Judge, affordable
from aude.study.lines import Line
from aude.study.words import advised, typed

UNITS = 800.0  # of effort: less than a second


def advice(game: GameCore, texts: Texts, spoken: bool = False) -> list[str]:
    """The best answer to the open question in a sentence, then a line for each reason. Does not change the game.

    Answers are told as they are typed at a table in the terminal; `spoken`, as sentences.
    """
    judge = Judge(game)
    best, *others = judge.best(game, affordable(game.state, UNITS))
    move = _told(judge.line(game, best.codes), texts, spoken)
    if not others:
        key = "study.advice_only" if len(offered(game)) == 1 else "study.advice_alone"
        return [texts(key, move=capital(move))]
    next_best = _told(judge.line(game, others[0].codes), texts, spoken)
    head, *reasons = advised(move, next_best, judge.why(game, best, others[0]), texts)
    return [head, *(f"  {says}" for says in reasons)]


def _told(line: Line, texts: Texts, spoken: bool) -> str:
    return "; ".join(move.sentence(texts) for move in line.moves) if spoken else typed(line.texts, texts)
