"""The database's history, one file in ``versions`` for each change of its form."""

HEAD = "0001"
"""The newest form. Known here so that a database which has it opens without loading Alembic."""
