"""The command `aude`, which is `python -m aude`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line. Ctrl-C leaves without a word, also while it is being loaded, which takes a moment."""
    try:
        from aude.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
