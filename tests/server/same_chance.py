"""`aude serve` at whose tables chance is the same in every run: all have the same secret.

Who also contributes the same to the shuffle, sits in the same seats and plays the same game draws the same tiles.
"""

from __future__ import annotations

import secrets

from aude.__main__ import main
from aude.server import hub


class SameSecret:
    """In place of `secrets` in the hub: ids are as they always are, the secret of a shuffle is not."""

    token_hex = staticmethod(secrets.token_hex)

    @staticmethod
    def token_bytes(count: int) -> bytes:
        return bytes(range(count))


if __name__ == "__main__":
    hub.secrets = SameSecret  # type: ignore[assignment, attr-defined]
    main()
