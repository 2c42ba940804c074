"""The changes of the schema, one module for each in `versions`. Alembic finds them by their place."""
