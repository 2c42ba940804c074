"""What can go wrong with a storage, each in one sentence."""

from __future__ import annotations

import sqlite3

import asyncpg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

# What databases raise when they fail. A connection that cannot be made raises errors of the driver, or of the system.
FAILURES = (SQLAlchemyError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


class StorageError(Exception):
    """The storage cannot do what it was asked to; the message is one sentence."""


class Conflict(StorageError):
    """A row with this number is stored already. Nothing was stored; load the table again."""


def said(error: BaseException) -> str:
    """The reason in one line, without the statement and its values that SQLAlchemy adds."""
    inner: BaseException = error
    if isinstance(error, DBAPIError) and error.orig is not None:
        inner = error.orig.__cause__ or error.orig
    if isinstance(inner, TimeoutError) and not str(inner):
        return "it does not answer"
    lines = str(inner).strip().splitlines()
    return lines[0] if lines else type(inner).__name__
