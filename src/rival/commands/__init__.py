"""The command line: ``rival`` and its commands. No other package imports this one."""
