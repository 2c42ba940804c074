"""Plays many games in many processes, and stores them in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

from aude.bots.base import Forfeit
from aude.catalog.texts import Phrase
from aude.crew import Crew
from aude.data import jsonlines
from aude.data.keeping import Store
from aude.data.plan import Plan
from aude.data.playing import count, play, play_each
from aude.data.rows import row_of
from aude.data.schema import GameRow
from aude.data.tally import Results

AT_RANDOM = 1000  # games in a task if they are not stored
KEPT = 50  # games in a task if they are stored
LEAST_TASKS = 4  # for each process

Progress = Callable[[int], None]  # called with the number of games that are done


def simulate(plan: Plan, games: int, hands: Crew, progress: Progress | None = None) -> Results:
    """Play the first games of a plan."""
    found = Results()
    with closing(hands.each(partial(play, plan), tasks(plan, 0, games, AT_RANDOM))) as parts:
        for part in parts:
            found.include(part)
            if progress is not None:
                progress(found.games)
    return found


def keep(plan: Plan, store: Store, hands: Crew, progress: Progress | None = None) -> Results:
    """Play the games that are missing in the store. Returns the results of all games in it."""
    found = Results()
    for row in store.kept():
        count_row(found, row)
        if progress is not None:
            progress(store.done)
    with closing(hands.each(partial(play_to_keep, plan), tasks(plan, store.done, store.wanted, KEPT))) as parts:
        for part, lines in parts:
            store.add(lines)
            found.include(part)
            if progress is not None:
                progress(store.done)
    store.finish()
    return found


def busy(plan: Plan, games: int, size: int) -> int:
    """How many processes are worth starting for these games, since starting one takes a while."""
    return max(1, games // (LEAST_TASKS * _size(plan, size)))


def tasks(plan: Plan, first: int, last: int, size: int) -> Iterator[range]:
    """Split the numbers of games into tasks. Games between bots may take long, so each is a task."""
    size = _size(plan, size)
    return (range(begin, min(begin + size, last)) for begin in range(first, last, size))


def _size(plan: Plan, size: int) -> int:
    return 1 if plan.bots else size


def play_to_keep(plan: Plan, numbers: range) -> tuple[Results, list[str]]:
    """Play these games, and return their results and their lines."""
    found = Results()
    lines = []
    for played in play_each(plan, numbers):
        count(found, played)
        lines.append(jsonlines.line(row_of(plan, played)))
    return found, lines


def count_row(results: Results, row: GameRow) -> None:
    """Count a stored game."""
    if row.forfeit is None:
        results.add({seat.seat: seat.points or 0 for seat in row.seats}, row.turns, row.unplaceable)
    else:
        lost = Forfeit(row.forfeit.seat, row.forfeit.bot, Phrase("errors.forfeit.kept", reason=row.forfeit.reason))
        results.add_forfeit(lost, {seat.seat: -seat.rank for seat in row.seats})
