"""Run the command line: ``python -m rival``."""

from rival.commands.main import main

main()
