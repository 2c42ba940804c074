"""Many games as data: play them in any number of processes, store them in files, and evaluate them.

>>> from aude import Game
>>> from aude.data import Plan, play_each, replay, row_of
>>> plan = Plan(seed=1)
>>> row = row_of(plan, next(play_each(plan, range(1))))
>>> row.first, row.turns, row.moves[1].action
('red', 71, 'draw base/FFRR-rSW-garden')
>>> replay(row, Game).scores == {seat.seat: seat.points for seat in row.seats}
True
"""

from aude.data.keeping import games, store
from aude.data.plan import Plan
from aude.data.playing import play, play_each
from aude.data.rows import replay, row_of
from aude.data.running import keep, simulate
from aude.data.schema import VERSION, GameRow
from aude.data.statistics import Statistics, counted
from aude.data.tally import Results

__all__ = [
    "VERSION",
    "GameRow",
    "Plan",
    "Results",
    "Statistics",
    "counted",
    "games",
    "keep",
    "play",
    "play_each",
    "replay",
    "row_of",
    "simulate",
    "store",
]
