"""Many games: in many processes, and into a file."""

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

AT_RANDOM = 1000  # games of a task, if nothing is kept of them
KEPT = 50  # and if they are kept
LEAST_TASKS = 4  # for each process

Progress = Callable[[int], None]  # is told how many games are done


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
    """Play the games that the store wants and does not have yet. The results are those of all of them."""
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
    """How many processes these games are enough work for: it takes a while until one has begun."""
    return max(1, games // (LEAST_TASKS * _size(plan, size)))


def tasks(plan: Plan, first: int, last: int, size: int) -> Iterator[range]:
    """The numbers of games, in parts for one process each. A game between bots may take long: it is one part."""
    size = _size(plan, size)
    return (range(begin, min(begin + size, last)) for begin in range(first, last, size))


def _size(plan: Plan, size: int) -> int:
    return 1 if plan.bots else size


def play_to_keep(plan: Plan, numbers: range) -> tuple[Results, list[str]]:
    """The results of these games, and their lines."""
    found = Results()
    lines = []
    for played in play_each(plan, numbers):
        count(found, played)
        lines.append(jsonlines.line(row_of(plan, played)))
    return found, lines


def count_row(results: Results, row: GameRow) -> None:
    """Count a game that was kept."""
    if row.forfeit is None:
        results.add({seat.seat: seat.points or 0 for seat in row.seats}, row.turns, row.unplaceable)
    else:
        lost = Forfeit(row.forfeit.seat, row.forfeit.bot, Phrase("errors.forfeit.kept", reason=row.forfeit.reason))
        results.add_forfeit(lost, {seat.seat: -seat.rank for seat in row.seats})
