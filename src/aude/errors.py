"""The three ways in which input can be wrong, each with a sentence that says what to do."""

from __future__ import annotations


class AudeError(ValueError):
    """Wrong input from a person or a program; nothing was changed."""


MAX_SAID = 600  # characters of a message; it may quote very long input


class Unreadable(AudeError):
    """Text that cannot be understood: a record, a set-up, an action.

    `says` is the reason in English; `key` and `values`, if present, give it in other languages. `rule` is the number
    of the rule that something laid by hand goes against, if there is one.
    """

    def __init__(
        self,
        says: str,
        line: int | None = None,
        *,
        key: str = "",
        values: dict[str, object] | None = None,
        rule: str = "",
    ) -> None:
        if len(says) > MAX_SAID:
            says = f"{says[: MAX_SAID // 2]} … {says[-MAX_SAID // 3 :]}"
        super().__init__(says if line is None else f"line {line}: {says}")
        self.says = says
        self.line = line
        self.key = key
        self.values = values or {}
        self.rule = rule


class Illegal(AudeError):
    """An action that is understood but not allowed now. `rule` is the number of the rule that forbids it.

    `says` is the reason in English; `key` and `values` give it in other languages:
    ``game.texts("nl")(error.key, **error.values)``.
    """

    def __init__(
        self, action: str, rule: str, says: str, key: str = "", values: dict[str, object] | None = None
    ) -> None:
        by = f" ({rule})" if rule else ""
        super().__init__(f"{action!r} is not allowed{by}: {says}")
        self.action = action
        self.rule = rule
        self.says = says
        self.key = key
        self.values = values or {}
