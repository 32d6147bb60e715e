from waterhole.cli import main

main()
