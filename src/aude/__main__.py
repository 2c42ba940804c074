"""`python -m aude` is the command `aude`."""

from aude.cli.main import main

if __name__ == "__main__":
    main()
