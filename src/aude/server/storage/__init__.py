"""Where the server keeps its tables: what happened at each of them, row by row, in SQLite or PostgreSQL.

The storage knows nothing about games. A table is a list of numbered rows that only ever grows, and a summary of it that
is replaced with every row. Appending a row that is there already is a `Conflict`: two processes that both believe a
table to be theirs cannot both go on.
"""

from aude.server.storage.errors import Conflict, StorageError
from aude.server.storage.rows import Row, Summary
from aude.server.storage.storage import Storage

__all__ = ["Conflict", "Row", "Storage", "StorageError", "Summary"]
