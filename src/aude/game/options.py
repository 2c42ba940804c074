"""What may be chosen, and what was."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aude.game.events import Event


@dataclass(frozen=True)
class Option:
    """Something that may be chosen now. `text` is what to type or record.

    A range (`low` to `high`) stands for many numbers: its text is ``bid 1..9``, to play it say ``bid 5``.
    """

    seat: str
    text: str
    code: int
    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return self.text

    @property
    def words(self) -> list[str]:
        return self.text.split()


@dataclass(frozen=True)
class Move:
    """A choice that was made: by whom, in words and as a code, and what happened then."""

    seat: str
    text: str
    code: int
    events: tuple[Event, ...]


def numbered(options: list[Option]) -> list[Option]:
    """The options, with a number behind those that would else read like another: `castle at 0,0 2`.

    >>> [option.text for option in numbered([Option("red", "pass", 0), Option("red", "go", 1), Option("red", "go", 2)])]
    ['pass', 'go 1', 'go 2']
    """
    alike: dict[str, list[int]] = {}
    for option in options:
        codes = alike.setdefault(option.text, [])
        if option.code not in codes:
            codes.append(option.code)
    if len(alike) == len(options):
        return options
    return [
        replace(option, text=f"{option.text} {codes.index(option.code) + 1}") if len(codes) > 1 else option
        for option in options
        for codes in [alike[option.text]]
    ]
