"""The command line: what `rival` and its commands do. It puts the others together, and nothing imports it."""
