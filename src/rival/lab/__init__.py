"""The lab: an opponent played many times on a sample table, and looked at."""
