"""Schema migrations. To add a migration, add a file in ``versions`` and append its version to ``SCHEMA_VERSIONS``."""

SCHEMA_VERSIONS = ("0001", "0002", "0003", "0004")
"""Every version of the schema, the oldest first; with it, Alembic is only loaded if a migration is needed."""
