"""What may be chosen, and what was chosen. Values and words are made lazily, when they are read."""

from __future__ import annotations

from typing import NoReturn

from aude.catalog.texts import Texts
from aude.engine.choice import Choice
from aude.engine.rules import Note
from aude.engine.spots import are_several_laid_over, segment_number
from aude.engine.state import State
from aude.game.actions import Action
from aude.game.events import Event, event_of
from aude.game.notation import action_of, cell_of_slot, pieces_of
from aude.game.values import Range


class SeatChoice:
    """A choice of a seat, as the engine describes it; the base of options and moves.

    It keeps a reference to the table. Laid tiles and their segments never change, so it stays valid while the game
    goes on.
    """

    # Most options are never looked at: what they need only then is not set for each of them.
    _which: int = 0
    _numbers: Range | None = None
    _action: Action | None = None
    _text: str | None = None

    def __init__(
        self, state: State, seat: str, code: int, choice: Choice, which: int = 0, numbers: Range | None = None
    ) -> None:
        self.seat = seat
        self.code = code
        self._state = state
        self._choice = choice
        self._newest: int = state.slots
        if which:
            self._which = which
        if numbers is not None:
            self._numbers = numbers

    @property
    def action(self) -> Action:
        """What is done, as a value."""
        if self._action is None:
            self._action = action_of(self._state, self._choice, self._which, self._numbers)
        return self._action

    @property
    def choice(self) -> Choice:
        """What is done, as the engine describes it."""
        return self._choice

    @property
    def which(self) -> int:
        """Its number among options that would otherwise be the same action; 0 if it is the only one."""
        return self._which

    @property
    def pieces(self) -> list[tuple[str, list[str]]]:
        """The words of `text` behind the verb, by the names of the facts that they say."""
        newest = cell_of_slot(self._state, self._newest - 1) if self._newest else None
        return pieces_of(self._state.rules.forms[self._choice.form], self.action, newest)

    @property
    def text(self) -> str:
        """What to type, or record: ``place 0,-1 turn 180``."""
        if self._text is None:
            self._text = " ".join(self.words)
        return self._text

    @property
    def words(self) -> list[str]:
        """The words of `text`, the verb first."""
        return [self.action.verb, *(word for _, words in self.pieces for word in words)]

    def sentence(self, texts: Texts, step: str = "") -> str:
        """What is done, in a sentence; as the answer to a step if it is named."""
        return texts.option(self.action.verb, self.pieces, step)

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (self.seat, self.code, self.action) == (other.seat, other.code, other.action)

    def __hash__(self) -> int:
        return hash((self.seat, self.code, self.action))

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{self!r} belongs to its game and cannot be pickled: send its action instead")


class Option(SeatChoice):
    """Something that may be chosen now.

    An option with a range (`low` to `high`) stands for many numbers: its text is ``bid 1..9``. To play it, write
    ``bid 5``, or take one of its numbers: ``option.at(5)``.
    """

    @property
    def low(self) -> int | None:
        """The lowest number of a range; None for any other option."""
        return self._numbers.low if self._numbers is not None else None

    @property
    def high(self) -> int | None:
        """The highest number of a range; None for any other option."""
        return self._numbers.high if self._numbers is not None else None

    @property
    def segment(self) -> int | None:
        """The index of the segment of the newest tile that it names; None if it names none."""
        fields = self._state.rules.forms[self._choice.form].facts
        if not fields or fields[-1].type != "node":
            return None
        number = int(segment_number(self._state, self._newest - 1, self._choice.facts[-1]))
        return number if number >= 0 else None

    def at(self, number: int) -> Option:
        """The option for one number of the range."""
        if self._numbers is None or not self._numbers.low <= number <= self._numbers.high:
            raise ValueError(f"{number} is not one of the numbers of {self.text!r}")
        choice = Choice(self._choice.form, [*self._choice.facts[:-1], number])
        return Option(self._state, self.seat, self.code + number - self._numbers.low, choice)

    def __repr__(self) -> str:
        return f"<Option {self.seat}: {self.text}>"


class Move(SeatChoice):
    """A choice that was made, and what happened as a result."""

    def __init__(self, state: State, seat: str, code: int, choice: Choice, which: int = 0) -> None:
        super().__init__(state, seat, code, choice, which)
        self._notes: list[Note] = []
        self._events: tuple[Event, ...] | None = None

    def attach(self, notes: list[Note]) -> None:
        """Take the notes of the engine."""
        self._notes = notes

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        if self._events is None:
            self._events = tuple(event_of(self._state, note) for note in self._notes)
        return self._events

    def __repr__(self) -> str:
        return f"<Move {self.seat}: {self.text}>"


def told_apart(options: list[Option]) -> list[Option]:
    """The options, with a number for those that would otherwise be the same action: `castle at 0,0 2`.

    Segments printed on a tile are told apart by their sides; only those laid over it later may look the same.
    """
    if not options or not are_several_laid_over(options[0]._state, [option._choice for option in options]):
        return options
    alike: dict[Action, list[int]] = {}
    for option in options:
        codes = alike.setdefault(option.action, [])
        if option.code not in codes:
            codes.append(option.code)
    return [
        Option(option._state, option.seat, option.code, option._choice, alike[option.action].index(option.code) + 1)
        if len(alike[option.action]) > 1
        else option
        for option in options
    ]
