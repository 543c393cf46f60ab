"""The line-based terminal interface for any opponent."""
