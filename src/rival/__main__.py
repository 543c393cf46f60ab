from rival.commands.main import main

main()
