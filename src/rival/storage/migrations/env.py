"""Environment for Alembic; the migrations run inside the transaction that the caller has open."""

from alembic import context

from rival.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
