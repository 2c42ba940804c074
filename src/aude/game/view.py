"""The part of a game that only reads: who has to act, what they may choose, who has what."""

from __future__ import annotations

from mypy_extensions import i64

from aude.catalog.errors import unreadable
from aude.catalog.texts import Texts
from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.counts import holdings_of, scores_of, stacks_of, supply_of, tiles_left
from aude.engine.history import Entry, describe
from aude.engine.rules import CHANCE, INTERRUPT, NOBODY, Note, Rules
from aude.engine.scoring import final_scores, if_ended_now
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game.actions import Action
from aude.game.events import Event, event_of
from aude.game.notation import action_of, choice_of, newest_cell, read_words, words_of
from aude.game.options import Checkpoint, Events, Move, Options
from aude.game.setup import Setup
from aude.game.values import Points, Range


class GameView:
    """All properties of a game that do not change it."""

    setup: Setup  # what was decided before the first tile
    rules: Rules  # of the engine, shared by games with equal set-ups
    state: State  # of the engine, at this moment
    _history: list[Entry]
    _moves: list[Move]  # those that have been read
    _checkpoint: Checkpoint
    _open: Options | None  # the last options that were listed, if nothing has been done since

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, in the order of play."""
        return self.setup.players

    @property
    def actor(self) -> str | None:
        """Who has to choose now: a seat, ``chance``, or None when the game is over."""
        actor = self.state.actor
        if actor == CHANCE:
            return "chance"
        return self.seats[actor] if actor >= 0 else None

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.seats[self.state.player]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.actor == NOBODY

    @property
    def step(self) -> str:
        """The name of the question: ``place``, ``deploy`` …"""
        return self.rules.program[self.state.step].name

    @property
    def flight(self) -> list[tuple[float, float]]:
        """The path of a flight as points in cells, if the open question is about one (see `Step.flight`)."""
        return [] if self.over else list(self.rules.program[self.state.step].flight(self.state))

    @property
    def about(self) -> list[Event]:
        """The context of the open question if the table does not show it: a tile being auctioned, the highest bid."""
        step = self.rules.program[self.state.step]
        return [event_of(self.state, note) for note in step.about(self.state)]

    @property
    def tile(self) -> str | None:
        """The tile in hand."""
        return self.rules.table.tiles[self.state.tile].id if self.state.tile >= 0 else None

    @property
    def scores(self) -> dict[str, int]:
        """The points of each seat."""
        return Points(zip(self.seats, scores_of(self.state), strict=True))

    @property
    def supply(self) -> dict[str, dict[str, int]]:
        """The figures in the supply of each seat, by kind."""
        kinds = [kind.name for kind in self.rules.figure_kinds]
        return {
            seat: dict(zip(kinds, supply_of(self.state, number), strict=True)) for number, seat in enumerate(self.seats)
        }

    @property
    def holdings(self) -> dict[str, dict[str, int]]:
        """What each seat holds besides figures, such as goods or tokens."""
        return {seat: dict(holdings_of(self.state, number)) for number, seat in enumerate(self.seats)}

    @property
    def tiles_left(self) -> dict[str, int]:
        """How many of each tile have not been drawn yet."""
        tiles = self.rules.table.tiles
        return {tiles[number].id: count for number, count in enumerate(tiles_left(self.state)) if count}

    @property
    def stacks(self) -> list[int]:
        """How many tiles are left in each stack, beginning with the one to draw from."""
        return stacks_of(self.state)

    @property
    def moves(self) -> list[Move]:
        """Every choice so far, including draws, with what happened."""
        made = self._moves
        if len(made) < len(self._history):
            made += [Move(self.state, entry) for entry in self._history[len(made) :]]
        return made

    @property
    def draws(self) -> int:
        """How many draws there were so far; results observed on the table (a shot) do not count."""
        return sum(entry.seat == "chance" and not entry.observed for entry in self._history)

    @property
    def events(self) -> Events:
        """Everything that has happened."""
        return Events(self.state, self._history[:])

    @property
    def winners(self) -> list[str]:
        """The seats with the most points, once the game is over (R-BASE-07: several share the victory)."""
        if not self.over:
            return []
        best = max(self.scores.values())
        return [seat for seat, points in self.scores.items() if points == best]

    @property
    def options(self) -> Options:
        """Everything that the seat to act may choose, in a stable order: a sequence of `Option`.

        >>> from aude import Game
        >>> game = Game(seed=5, first_player="seat1")
        >>> len(game.options), game.options[0].text
        (7, 'place 1,0 turn 0')
        """
        actor = self.state.actor
        return self._offered(self.setup.players[actor] if actor >= 0 else "chance", actor)

    def options_of(self, seat: str) -> Options:
        """What this seat may do now: answer if it is asked, and interrupt if a rule allows that.

        >>> from aude import Game
        >>> game = Game(seed=5, first_player="seat1")
        >>> len(game.options_of("red")), len(game.options_of("blue"))
        (7, 0)
        """
        if seat != "chance" and seat not in self.seats:
            raise unreadable("no_seat", name=seat, seats=self.seats)
        return self._offered(seat, self.seats.index(seat) if seat != "chance" else CHANCE)

    def _offered(self, seat: str, number: int) -> Options:
        self._open = listing = Options(self.state, self._history, self._checkpoint, seat, number)
        return listing

    def describe(self, seat: str, code: int) -> Choice:
        """The choice with this code, which the seat may choose now."""
        if code >= INTERRUPT:
            for part in self.rules.interrupts:
                choice = part.describe_interrupt(self.state, self.seats.index(seat), code)
                if choice is not None:
                    return choice
        return describe(self.state, code)

    # -- actions and their words --------------------------------------------------------------------------------------
    def action(self, text: str) -> Action:
        """Parse the words of an action of this game, whether it is offered or not.

        >>> from aude import Game
        >>> Game(deal=False).action("place 0,-1 turn 180")
        Action('place', cell=(0, -1), rotation=180)
        """
        reading = read_words(self.state, text.split()) if text.strip() else None
        if reading is None or not reading.exact:
            raise Unreadable(f"{text!r} is not an action of this game")
        return action_of(self.state, reading.choice, reading.which, reading.numbers)

    def text(self, action: Action) -> str:
        """An action in the notation of records.

        >>> from aude import Action, Game
        >>> Game(deal=False).text(Action("place", cell=(0, -1), rotation=180))
        'place 0,-1 turn 180'
        """
        numbers = next((value for value in action.facts.values() if isinstance(value, Range)), None)
        plain = {name: value.low if isinstance(value, Range) else value for name, value in action.facts.items()}
        choice = choice_of(self.state, Action(action.verb, **plain) if numbers else action)
        if choice is None:
            raise Unreadable(f"{action!r} is not an action of this game")
        return " ".join(words_of(self.rules.forms[choice.form], action, newest_cell(self.state)))

    def forecast(self) -> list[Event]:
        """What the seats would score if the game ended now, feature by feature.

        >>> from aude import Game
        >>> game = Game(seed=5, first_player="seat1")
        >>> _ = game.play("place -1,0 turn 180"), game.play("deploy meeple road E")
        >>> [(event.seat, event.points, event.feature.kind) for event in game.forecast()]
        [('red', 2, 'road')]
        """
        notes: list[Note] = []
        final_scores(self.state, vec_of(scores_of(self.state)), notes)
        return [event_of(self.state, note) for note in notes]

    @property
    def if_ended_now(self) -> dict[str, int]:
        """The scores of the seats if the game ended now."""
        totals = if_ended_now(self.state)
        return Points((seat, int(totals[number])) for number, seat in enumerate(self.seats))

    def texts(self, language: str = "en") -> Texts:
        """The texts of this game's boxes in a language."""
        boxes = [*self.setup.guests(), *self.setup.infos()]
        return Texts(language, [folder for box in boxes for folder in box.text_folders])

    def __repr__(self) -> str:
        doing = "over" if self.over else f"{self.actor} to {self.step}"
        points = ", ".join(f"{seat} {points}" for seat, points in self.scores.items())
        return f"<Game {self.setup.game}: {self.state.slots} tiles, {points}; {doing}>"


def vec_of(numbers: list[int]) -> vec[i64]:
    """A list as an array of the engine."""
    return vec[i64]([i64(number) for number in numbers])
