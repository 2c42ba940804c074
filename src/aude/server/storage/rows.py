"""What is stored, as values."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True):
    """One thing that happened at a table.

    `n` counts the rows of a table, `at` is the time in milliseconds since the epoch, `key` is the id that the client
    gave its command ('' if there was none), `data` is JSON that only the server reads.
    """

    table: str
    n: int
    at: int
    key: str
    data: bytes


class Summary(msgspec.Struct):
    """What is known of a table without reading its rows.

    `n` is the number of its last row, `state` is 'open', 'running' or 'over', `listed` says whether everybody may see
    it in the list. `due` is when somebody has to look after the table (a bot's turn, a clock that runs out), `changed`
    when it last changed; both in milliseconds since the epoch. `about` is JSON for lists that only the server reads.
    `people` are the ids of those who are at the table now; None if they are the same as before. `Storage.tables_of`
    finds tables by them; a summary that is read does not tell them.
    """

    table: str
    n: int
    state: str
    listed: bool
    due: int | None
    changed: int
    about: bytes
    people: tuple[str, ...] | None = None
