"""The first schema: tables, their rows, and secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "game_tables",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("about", sa.LargeBinary, nullable=False),
        sa.Column("lease_owner", sa.Text),
        sa.Column("lease_until", sa.BigInteger),
    )
    op.create_index("game_tables_due", "game_tables", ["due"])
    op.create_index("game_tables_listed", "game_tables", ["listed", "changed", "table_id"])
    op.create_table(
        "table_rows",
        sa.Column(
            "table_id", sa.Text, sa.ForeignKey("game_tables.table_id", name="table_rows_table"), primary_key=True
        ),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
