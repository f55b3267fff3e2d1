"""Alembic's entry: the connection comes from ``sikwu.table.database``, inside its transaction."""

from alembic import context

from sikwu.table.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table="sikwu_version",
    render_as_batch=True,
)
context.run_migrations()
