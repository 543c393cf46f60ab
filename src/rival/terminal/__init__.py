"""The companion at the terminal: line by line, for any opponent."""
