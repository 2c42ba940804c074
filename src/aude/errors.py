"""The three ways in which input can be wrong, each with a sentence that says what to do."""

from __future__ import annotations


class AudeError(ValueError):
    """Something that a person or program gave us is wrong; nothing has been changed by it."""


class Unreadable(AudeError):
    """Text that cannot be understood: a record, a set-up, an action."""

    def __init__(self, says: str, line: int | None = None) -> None:
        super().__init__(says if line is None else f"line {line}: {says}")
        self.says = says
        self.line = line


class Illegal(AudeError):
    """An action that can be read and is not allowed now. `rule` is the numbered rule that forbids it."""

    def __init__(self, action: str, rule: str, says: str) -> None:
        super().__init__(f"{action!r} is not allowed ({rule}): {says}" if rule else f"{action!r} is not allowed: {says}")
        self.action = action
        self.rule = rule
        self.says = says
