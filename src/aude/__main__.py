"""`python -m aude` is the command `aude`."""

from aude.cli import main

if __name__ == "__main__":
    main()
