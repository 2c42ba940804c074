"""The exceptions for wrong input, each with a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

MAX_SAID = 600  # characters of a message, which may quote very long input


class AudeError(ValueError):
    """Wrong input from a person or a program; nothing was changed.

    The message is English. `key` and `values`, if present, give it in other languages
    (`aude.catalog.errors.said(error, "nl")`); `folders` are those of the boxes whose texts it needs.

    >>> from aude import Game
    >>> try:
    ...     Game(boxes=["rivver"])
    ... except AudeError as error:
    ...     print(error)
    there is no box 'rivver'; did you mean 'river'?
    """

    key: str = ""  # of its sentence in the texts
    values: Mapping[str, object] = MappingProxyType({})  # for the placeholders of the sentence
    rule: str = ""  # the number of the rule that forbids it
    line: int | None = None  # of the text that could not be read
    folders: Sequence[Path] = ()  # of the boxes whose texts it needs


class Unreadable(AudeError):
    """Text that cannot be understood: a record, a set-up, an action.

    `says` is the reason in English, without the number of the `line`. If something laid by hand breaks a rule, `rule`
    is the number of that rule.

    >>> from aude import Game
    >>> Game(seed=5).play("lift the cathedral")
    Traceback (most recent call last):
        ...
    aude.errors.Unreadable: 'lift the cathedral' is not an action; now you can: place
    """

    def __init__(
        self,
        says: str,
        line: int | None = None,
        *,
        key: str = "",
        values: Mapping[str, object] | None = None,
        rule: str = "",
        folders: Sequence[Path] = (),
    ) -> None:
        says = shortened(says)
        super().__init__(says if line is None else f"line {line}: {says}")
        self.says = says
        self.line = line
        self.key = key
        self.values = values or {}
        self.rule = rule
        self.folders = folders

    def at_line(self, line: int | None) -> Unreadable:
        """The same error with the number of a line in a text."""
        return Unreadable(
            self.says, line, key=self.key, values=self.values, rule=self.rule, folders=self.folders
        )  # fmt: skip


class Illegal(AudeError):
    """An action that is understood but not allowed now. `rule` is the number of the rule that forbids it.

    `says` is the reason in English; `line` is the line of the record, if the action comes from one.

    >>> from aude import Game
    >>> game = Game(seed=5, first_player="seat1")
    >>> try:
    ...     game.play("place 0,-1 turn 0")
    ... except Illegal as error:
    ...     print(error.rule, error.says)
    BASE-13 its sides do not match those of its neighbours
    """

    def __init__(
        self,
        action: str,
        rule: str,
        says: str,
        key: str = "",
        values: Mapping[str, object] | None = None,
        *,
        line: int | None = None,
        folders: Sequence[Path] = (),
    ) -> None:
        by = f" ({rule})" if rule else ""
        where = f" (line {line})" if line is not None else ""
        super().__init__(f"{action!r} is not allowed{by}: {says}{where}")
        self.action = action
        self.rule = rule
        self.says = says
        self.key = key
        self.values = values or {}
        self.line = line
        self.folders = folders

    def at_line(self, line: int) -> Illegal:
        """The same error with the number of a line in a record."""
        return Illegal(
            self.action, self.rule, self.says, self.key, self.values, line=line, folders=self.folders
        )  # fmt: skip


def shortened(says: str) -> str:
    """Cut out the middle of a message that quotes very long input."""
    return says if len(says) <= MAX_SAID else f"{says[: MAX_SAID // 2]} … {says[-MAX_SAID // 3 :]}"
