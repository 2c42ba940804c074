"""Who is at which table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table. Those who sit at older tables are noted when one of them comes or goes."""
    op.create_table(
        "table_people",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column(
            "table_id", sa.Text, sa.ForeignKey("game_tables.table_id", name="table_people_table"), primary_key=True
        ),
    )
    op.create_index("table_people_table_id", "table_people", ["table_id"])
