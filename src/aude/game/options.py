"""Options and moves. Their values and words are made lazily, when they are read."""

from __future__ import annotations

from typing import NamedTuple, NoReturn, overload

from mypy_extensions import i64

from aude.catalog.texts import Texts
from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.history import Entry, describe, interrupts_of, listed, state_after
from aude.engine.rules import INTERRUPT, NOBODY, Note
from aude.engine.spots import are_several_laid_over, names_laid_over, segment_number
from aude.engine.state import State
from aude.game.actions import Action
from aude.game.events import Event, event_of
from aude.game.lazy import Lazy
from aude.game.notation import action_of, cell_of_slot, pieces_of, words_of
from aude.game.values import Cell, Range
from aude.shown import Shown


class SeatChoice:
    """A choice of a seat: the base class of options and moves.

    It keeps a reference to the table. Laid tiles and their segments never change, so it stays valid while the game
    goes on.
    """

    seat: str  # who chooses
    code: int  # its number in `FastGame`
    _state: State

    # Class attributes, because most options are never looked at and should cost nothing.
    _choice: Choice | None = None
    _newest: int = 0  # how many tiles lay on the table; set together with `choice`
    _which: int | None = None
    _numbers: Range | None = None
    _action: Action | None = None
    _text: str | None = None

    @property
    def action(self) -> Action:
        """The action, as a value."""
        if self._action is None:
            self._action = action_of(self._state, self.choice, self.which, self._numbers)
        return self._action

    @property
    def choice(self) -> Choice:
        """The choice, as the engine describes it."""
        choice = self._choice
        return choice if choice is not None else self._describe()

    def _describe(self) -> Choice:
        raise NotImplementedError

    @property
    def which(self) -> int:
        """Its number among options that would otherwise be the same action; 0 if it is the only one."""
        raise NotImplementedError

    @property
    def is_interrupt(self) -> bool:
        """Whether it does not answer a question, but is something that a rule allows in between."""
        return self.code >= INTERRUPT

    @property
    def pieces(self) -> list[tuple[str, list[str]]]:
        """The words of `text` after the verb, with the names of the facts that they state."""
        return pieces_of(self._state.rules.forms[self.choice.form], self.action, self._newest_cell())

    def _newest_cell(self) -> Cell | None:
        return cell_of_slot(self._state, self._newest - 1) if self._newest else None

    @property
    def text(self) -> str:
        """The action as it is typed and recorded: ``place 0,-1 turn 180``."""
        if self._text is None:
            self._text = " ".join(self.words)
        return self._text

    @property
    def words(self) -> list[str]:
        """The words of `text`, the verb first."""
        return words_of(self._state.rules.forms[self.choice.form], self.action, self._newest_cell())

    def sentence(self, texts: Texts, step: str = "") -> str:
        """The action in a sentence; if `step` is given, as an answer to that step."""
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


class Option(Shown, SeatChoice):
    """One of the things that a seat may choose now.

    An option with a range (`low` to `high`) stands for many numbers: its text is ``bid 1..9``. To play it, write
    ``bid 5``, or take one of its numbers: ``option.at(5)``.

    >>> from aude import Game
    >>> game = Game(seed=5, first_player="seat1")
    >>> option = game.options[0]
    >>> option.seat, option.text, option.action
    ('red', 'place 1,0 turn 0', Action('place', cell=(1, 0), rotation=0))
    >>> game.play(option)[0].name
    'placed'
    """

    def __init__(self, options: Options, code: int, choice: Choice | None = None, numbers: Range | None = None) -> None:
        self.seat = options.seat
        self.code = code
        self.listing = options  # the list that it belongs to
        self._state = options.state
        if choice is not None:
            self._choice = choice
            self._newest = options.state_then().slots
        if numbers is not None:
            self._numbers = numbers

    def _describe(self) -> Choice:
        state = self.listing.state_then()
        self._newest = state.slots
        self._choice = choice = describe(state, self.code)
        return choice

    @property
    def which(self) -> int:
        """Its number among options that would otherwise be the same action; 0 if it is the only one."""
        if self._which is None:
            # Segments printed on a tile differ in their sides; only segments laid over a tile may look the same.
            is_only = not names_laid_over(self._state, self.choice)
            self._which = 0 if is_only else self.listing.numbers_of_alike().get(self.code, 0)
        return self._which

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
        """The index of the segment of the newest tile that it names, if it names one."""
        choice = self.choice
        fields = self._state.rules.forms[choice.form].facts
        if not fields or fields[-1].type != "node":
            return None
        number = int(segment_number(self._state, self._newest - 1, choice.facts[-1]))
        return number if number >= 0 else None

    def at(self, number: int) -> Option:
        """The option for one number of the range."""
        if self._numbers is None or not self._numbers.low <= number <= self._numbers.high:
            raise ValueError(f"{number} is not one of the numbers of {self.text!r}")
        choice = Choice(self.choice.form, [*self.choice.facts[:-1], number])
        return Option(self.listing, self.code + number - self._numbers.low, choice)

    def __repr__(self) -> str:
        return f"<Option {self.seat}: {self.text}>"


class Checkpoint(NamedTuple):
    """A state that must not be changed, and the number of choices that led to it."""

    state: State
    number: int


class Options(Shown, Lazy[Option]):
    """What a seat may do at one moment: answer if it is asked, and interrupt if a rule lets it.

    It holds codes; options are made when they are read. If the game has gone on since, they still refer to that moment.
    """

    __slots__ = ("_checkpoint", "_codes", "_history", "_more", "_number", "seat", "state")

    def __init__(self, state: State, history: list[Entry], checkpoint: Checkpoint, seat: str, seat_number: int) -> None:
        self.state = state
        self.seat = seat
        self._history = history  # the moves of the game, to see whether it has gone on
        self._number = len(history)
        self._checkpoint = checkpoint
        self._made = None
        self._codes: vec[i64] | tuple[()] = ()
        self._more: list[Option] | tuple[()] = ()  # after the options with a code: a range, interrupts
        actor = state.actor
        if actor == NOBODY:
            return
        if seat_number == actor:
            self._codes, low, high = listed(state)
            if low <= high:
                least = describe(state, low)
                number = least.facts[-1]
                self._more = [Option(self, low, least, Range(number, number + high - low))]
        if state.rules.interrupts and seat_number >= 0:
            interrupts = [Option(self, code, choice) for code, choice in interrupts_of(state, seat_number)]
            self._more = [*self._more, *interrupts]

    def state_then(self) -> State:
        """The state in which this was offered."""
        if len(self._history) != self._number:
            self._history = self._history[: self._number]
            self.state = state_after(self._checkpoint.state, self._history, self._checkpoint.number)
        return self.state

    def make(self) -> list[Option]:
        return [*(Option(self, code) for code in self._codes), *self._more]

    def __len__(self) -> int:
        return len(self._codes) + len(self._more)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        if self._made is None and type(index) is int and 0 <= index < len(self._codes):
            return Option(self, self._codes[index])
        return super().__getitem__(index)

    def numbers_of_alike(self) -> dict[int, int]:
        """The numbers, by code, of options that would otherwise be the same action: `castle at 0,0 2`."""
        options = list(self)
        state = self.state
        if not are_several_laid_over(state, [option.choice for option in options]):
            return {}
        alike: dict[Action, list[int]] = {}
        for option in options:
            codes = alike.setdefault(action_of(state, option.choice, 0, option._numbers), [])
            if option.code not in codes:
                codes.append(option.code)
        return {code: number for codes in alike.values() if len(codes) > 1 for number, code in enumerate(codes, 1)}


class Move(SeatChoice):
    """A choice that was made, and what happened as a result.

    >>> from aude import Game
    >>> game = Game(seed=5, first_player="seat1")
    >>> _ = game.play("place 1,0 turn 0")
    >>> [(move.seat, move.text) for move in game.moves]
    [('chance', 'draw base/FRRR'), ('red', 'place 1,0 turn 0')]
    >>> game.moves[-1].events[0].cell
    (1, 0)
    """

    _events: tuple[Event, ...] | None = None

    def __init__(self, state: State, entry: Entry) -> None:
        self.seat = entry.seat
        self.code = entry.code
        self._state = state
        self._choice = entry.choice
        self._newest = entry.tiles
        self._which = entry.which
        self._notes = entry.notes
        self._observed = entry.observed

    @property
    def which(self) -> int:
        """Its number among options that would otherwise have been the same action; 0 if it was the only one."""
        return self._which or 0

    @property
    def is_observed(self) -> bool:
        """Whether the result was observed on the table, like that of a shot, and not drawn."""
        return self._observed

    @property
    def notes(self) -> list[Note]:
        """What happened, as notes of the engine, for programs that evaluate many games."""
        return self._notes

    @property
    def tiles_before(self) -> int:
        """How many tiles lay on the table before the move."""
        return self._newest

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        if self._events is None:
            self._events = tuple([event_of(self._state, note) for note in self._notes])
        return self._events

    def __repr__(self) -> str:
        return f"<Move {self.seat}: {self.text}>"


class Events(Shown, Lazy[Event]):
    """What happened when some choices were made."""

    __slots__ = ("_entries", "state")

    def __init__(self, state: State, entries: list[Entry]) -> None:
        self._made = None
        self.state = state
        self._entries = entries

    def make(self) -> list[Event]:
        return [event_of(self.state, note) for entry in self._entries for note in entry.notes]
