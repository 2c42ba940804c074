"""The tables of the database, and how an older database is brought up to date."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

from aude.server.storage.errors import StorageError

# A name of its own: a database may be shared with another program that uses alembic.
VERSION_TABLE = "aude_version"

# The number of a lock that programs of ours agree on; any other would do.
MIGRATION_LOCK = 0x61756465

METADATA = MetaData()

TABLES = Table(
    "game_tables",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("due", BigInteger),
    Column("changed", BigInteger, nullable=False),
    Column("about", LargeBinary, nullable=False),
    Column("lease_owner", Text),
    Column("lease_until", BigInteger),
    Index("game_tables_due", "due"),
    Index("game_tables_listed", "listed", "changed", "table_id"),
)

ROWS = Table(
    "table_rows",
    METADATA,
    Column("table_id", Text, ForeignKey("game_tables.table_id", name="table_rows_table"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

PEOPLE = Table(
    "table_people",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("game_tables.table_id", name="table_people_table"), primary_key=True),
    Index("table_people_table_id", "table_id"),
)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)


def migrations(connection: Connection | None = None) -> Config:
    """The configuration of alembic: the migrations are part of the package."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "aude.server.storage:migrations")
    config.set_main_option("path_separator", "os")
    return config


def bring_up_to_date(connection: Connection) -> None:
    """Make the tables, or change them to what this program expects, within the transaction of the connection."""
    if connection.dialect.name == "postgresql":
        # Several processes may start at once; in SQLite the transaction itself lets only one of them write.
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    config = migrations(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    unknown = sorted(set(context.get_current_heads()) - known)
    if unknown:
        raise StorageError(
            f"the database was written by a newer version of this program (its schema is {unknown[0]!r}): "
            "install that version, or use another database"
        )
    command.upgrade(config, "head")
