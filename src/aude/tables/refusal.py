"""Why a command is refused."""

from __future__ import annotations

from aude.errors import AudeError


class Refusal(Exception):
    """A command that cannot be carried out; nothing has changed.

    `code` is the key of its sentence in texts.toml, unless an `error` of the game or of a set-up says why.
    """

    def __init__(self, code: str, *, error: AudeError | None = None, stale: bool = False, **values: object) -> None:
        super().__init__(code if error is None else str(error))
        self.code = code
        self.error = error
        self.rule = "" if error is None else error.rule
        self.stale = stale
        self.values = values
