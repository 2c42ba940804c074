"""What alembic runs: the migrations, on the connection that `schema.bring_up_to_date` hands over."""

from __future__ import annotations

from alembic import context

from aude.server.storage.schema import METADATA, VERSION_TABLE


def run() -> None:
    """Run them, in the transaction that the connection is in."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=METADATA, version_table=VERSION_TABLE)
    with context.begin_transaction():
        context.run_migrations()


# Alembic runs this file under a name of its own. Whoever imports it as a part of the package wants nothing done.
if not __name__.startswith("aude."):
    run()
