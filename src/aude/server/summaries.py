"""What is known of a table without reading its rows: for lists of tables, and for other processes."""

from __future__ import annotations

import msgspec

from aude.server.storage import Summary
from aude.tables.table import Table
from aude.wire import ListedTable

WAITS_FOR = "waits_for"  # in what is kept for lists: the person who has to act

_encode = msgspec.json.Encoder().encode


def summary_of(table: Table, people: bool) -> Summary:
    """What lists and other processes need to know of a table; `people` if somebody came or went."""
    return Summary(
        table.id,
        table.n,
        table.state,
        table.opened.listed,
        table.due,
        table.at,
        about_of(table),
        tuple(table.people) if people else None,
    )


def about_of(table: Table) -> bytes:
    """What a list of tables shows."""
    seats = [{"name": seat.name, "free": seat.is_free, "bot": seat.bot} for seat in table.seats.values()]
    host = table.people.get(table.host, "")
    waits_for = table.seats[table.waiting].player if table.waiting is not None else None
    return _encode(
        {
            "host": host,
            "game": table.setup.game,
            "boxes": list(table.setup.boxes),
            "seats": seats,
            WAITS_FOR: waits_for,
        }
    )


def listed(summary: Summary, person: str = "") -> ListedTable:
    """A table as a list shows it to somebody. Who is waited for is told to that person alone."""
    about = msgspec.json.decode(summary.about)
    waits_for = about.pop(WAITS_FOR, None)
    is_yours = waits_for is not None and waits_for == person
    told = {"table": summary.table, "state": summary.state, "changed": summary.changed, "your_turn": is_yours, **about}
    return msgspec.convert(told, ListedTable)
