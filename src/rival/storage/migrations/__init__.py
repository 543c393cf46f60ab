"""The schema, step by step; a new step is a new file in ``versions``, and stands last in ``KNOWN``."""

KNOWN = ("0001", "0002", "0003", "0004")
"""Every version of the schema, the oldest first. With it a start needs no Alembic while nothing is to be changed."""
