from rival.terminal.cli import main

main()
