"""Alembic environment: run the migrations inside the caller's open transaction."""

from alembic import context

from rival.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
