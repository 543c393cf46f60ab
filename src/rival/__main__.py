from rival.command import main

main()
