"""A game: playing, undoing, copying and saving it.

>>> game = GameCore(players=["red", "blue"], seed=7, first_player="seat1")
>>> game.actor, game.tile
('red', 'base/FRRR')
>>> game.options[0].text
'place 1,0 turn 0'
"""

from __future__ import annotations

import array
import hashlib
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from aude.catalog.errors import unreadable
from aude.engine.choice import Choice
from aude.engine.fast import FastGame
from aude.engine.history import deal, describe, make, state_after
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, INTERRUPT
from aude.engine.snapshot import dump, restore, same
from aude.engine.spots import names_laid_over
from aude.engine.start import begin
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game import reading
from aude.game.actions import Action
from aude.game.options import Checkpoint
from aude.game.options import Events as Events
from aude.game.options import Move as Move
from aude.game.options import Option as Option
from aude.game.position import lay_position
from aude.game.position_lines import position_lines
from aude.game.setup import COLOURS, Setup, check_seed, composed
from aude.game.view import GameView, vec_of

if TYPE_CHECKING:
    from aude.game.shuffle import Shuffle

SPACING = 32  # the least number of moves between two checkpoints


class GameCore(GameView):
    """One game: list its `options`, `play` one of them, look at `scores` and `events`.

    Use `aude.Game`, which adds the board, the record and pictures.

    A dealer draws the tiles, with the given seed or a random one; with ``deal=False`` you play draws like any other
    action: ``game.play("draw base/FFFF-monastery")``.
    """

    shuffle: Shuffle | None = None  # what drew the tiles, once it may be published: the record then has it

    def __init__(
        self,
        setup: Setup | None = None,
        *,
        game: str = "carcassonne",
        players: Sequence[str] | int | None = None,
        boxes: Iterable[str] = (),
        without: Iterable[str] = (),
        figures: Mapping[str, int] | None = None,
        tiles: Mapping[str, int] | None = None,
        seed: int | None = None,
        deal: bool = True,
        **options: str,
    ) -> None:
        if setup is None:
            setup = Setup(game, boxes, _seats(players), options, without, figures or {}, tiles or {})  # type: ignore[arg-type]
        elif game != "carcassonne" or players is not None or boxes or without or figures or tiles or options:
            raise TypeError("give a Setup, or game, players, boxes and options, not both")
        if seed is not None:
            check_seed(seed)
        self.setup = setup  # what was decided before the first tile
        self.rules, self._digest = setup.resolved()
        self.position: list[str] = []  # the lines of a position laid by hand
        self._snapshot: bytes | None = None  # what the game was restored from, if it was
        self.observes = True  # False: results that would be observed on the table are drawn too, for bulk games
        self.waits = False  # True: the dealer draws only when `go_on` is called, so that a choice can be taken back
        self._dealt: dict[int, int] = {}  # the state of the dealer's random numbers at draws, by number of moves
        if seed is None and deal:
            seed = secrets.randbits(48) if setup.seed is None else setup.seed
        self.seed = seed  # of the dealer, if it has drawn everything
        self._dealer = Random(self.seed) if deal and self.seed is not None else None
        if setup.position:
            self._go_on_from(State(self.rules))
            self._lay(setup.position)
        else:
            self._go_on_from(self._opening())
            self._deal()

    def _opening(self) -> State:
        state = State(self.rules)
        begin(state)
        return state

    def _go_on_from(self, state: State) -> None:
        """Start from this state, without any moves."""
        self.state, self._history, self._moves, self._open = state, [], [], None
        self._checkpoint = Checkpoint(state.copy(), 0)

    # -- playing ------------------------------------------------------------------------------------------------------
    def play(self, action: str | Action | Option, seat: str | None = None) -> Events:
        """Carry out an option, an action or its words; then the dealer draws if it has to. Returns what happened.

        `seat` says who acts; by default it is the seat that is asked. An action that is not offered raises `Illegal`,
        words that cannot be understood raise `Unreadable`; in both cases nothing changes.

        >>> from aude import Action
        >>> game = GameCore(seed=5, first_player="seat1")
        >>> print(*game.play(Action("place", cell=(-1, 0), rotation=180)))
        red placed base/FRRR -1,0 180
        >>> print(*game.play("deploy meeple road E"), sep="; ")
        red deployed meeple road E at -1,0; blue drawn base/CCFC-cNEW
        """
        before = len(self._history)
        self._make(action, seat)
        return Events(self.state, self._history[before:])

    def go_on(self) -> Events:
        """Let a dealer that `waits` draw. Returns what happened.

        >>> game = GameCore(seed=5, first_player="seat1")
        >>> game.waits = True
        >>> _ = game.play("place -1,0 turn 180"), game.play("pass")
        >>> game.actor, game.go_on()[0].tile, game.actor
        ('chance', 'base/CCFC-cNEW', 'blue')
        """
        before = len(self._history)
        self._draw()
        return Events(self.state, self._history[before:])

    def make_moves(self, action: str | Action | Option, seat: str | None = None) -> list[Move]:
        """Like `play`, but returns the moves: the seat's, and the dealer's after it."""
        before = len(self._history)
        self._make(action, seat)
        return self.moves[before:]

    def _make(self, action: str | Action | Option, seat: str | None) -> None:
        if isinstance(action, Option) and (seat is None or seat == action.seat) and self._offers(action):
            choice = action.choice if action.listing is self._open else describe(self.state, action.code)
            which = action.which if names_laid_over(self.state, choice) else 0
            self._apply(action.seat, action.code, choice, which)
            self._deal()
            return
        text = repr(action) if isinstance(action, Action) else str(action)
        if isinstance(action, Option):
            seat = seat or action.seat
            action = action.action
        speaker = seat or self.actor
        if speaker is None or self.over:
            raise reading.refused(self, text, "", "refusals.over")
        if speaker != "chance" and speaker not in self.seats:
            raise unreadable("no_seat", name=speaker, seats=self.seats)
        if speaker == "chance" and self._dealer is not None:
            raise reading.refused(self, text, "", "refusals.dealer_draws")
        if isinstance(action, str):
            code, choice, which = reading.read_text(self, speaker, action)
        elif isinstance(action, Action):
            code, choice, which = reading.read_action(self, speaker, action, text)
        else:
            raise Unreadable(f"an action is a string, an Action or an option, not {action!r}")
        self._apply(speaker, code, choice, which)
        self._deal()

    def _offers(self, option: Option) -> bool:
        """Whether an option that was listed earlier is still offered with the same meaning."""
        if option.low is not None:
            return False
        if option.listing is self._open and option.code < INTERRUPT:
            return True
        state = self.state
        if option.seat != self.actor or option.code not in state.legal():
            return False
        return describe(state, option.code).same_as(option.choice)

    def _apply(self, seat: str, code: int, choice: Choice, which: int = 0) -> None:
        state, history = self.state, self._history
        if len(history) - self._checkpoint.number >= SPACING and seat != "chance" and history[-1].seat == "chance":
            self._checkpoint = Checkpoint(state.copy(), len(history))  # undo never goes back past a draw
        if self.shuffle is not None and seat == "chance" and not self.shuffle.agrees(self, code):
            self.shuffle = None  # the shuffle of a record covers all its draws
        self._open = None
        history.append(make(state, seat, code, choice, which))

    def _deal(self) -> None:
        """Let the dealer draw, unless it waits."""
        if not self.waits:
            self._draw()

    def _draw(self) -> None:
        if self._dealer is not None and self.state.actor == CHANCE:
            self._open = None
            self._dealt[len(self._history)] = self._dealer.state
            deal(self.state, self._dealer, self.observes, self._history)

    def deal(self, seed: int) -> None:
        """Let a dealer with this seed draw from now on."""
        check_seed(seed)
        if self.moves:
            self.seed = self.shuffle = None  # the seed of a record covers all its draws
            self._dealer = Random(seed)
            self._deal()
        else:
            self.deal_on(seed, Random(seed))

    def lay(self, text: str) -> None:
        """Lay a position by hand, before the first action: lines as in a record (`lay`, `stand`, `points`, `turn`).

        >>> game = GameCore(deal=False)
        >>> game.lay('''
        ...     lay base/CFFF 0,-1 turn 180
        ...     points red 4
        ...     lay base/FRRR 1,0
        ...     stand blue meeple road W at 1,0
        ...     turn blue
        ... ''')
        >>> game.scores, game.if_ended_now, game.player
        ({'red': 4, 'blue': 0}, {'red': 4, 'blue': 2}, 'blue')
        """
        if self.moves:
            raise unreadable("position.begun")
        setup = replace(self.setup, position=text)
        if setup.order:  # there must be enough tiles for both; if `rest` is none, those of the position are added
            again = self.__class__(setup, deal=False)
            self.rules, self._digest = again.rules, again._digest
        self._lay(text)
        self.setup = setup

    def _lay(self, text: str) -> None:
        lines = [(number, line.split("#", 1)[0]) for number, line in enumerate(composed(text).split("\n"), 1)]
        lay_position(self, [(number, line) for number, line in lines if line.strip()])

    def take_position(self, state: State, lines: list[tuple[int, str]]) -> None:
        """Continue from a table laid by hand (`aude.game.position`)."""
        self._go_on_from(state)
        self.position = [" ".join(line.split()) for _, line in lines]
        self._deal()

    def position_lines(self) -> list[str]:
        """The table between two turns as lines that `lay` reads: tiles, figures, and the pieces of all boxes.

        >>> game = GameCore(deal=False, first_player="seat1")
        >>> for action in ("draw base/FRRR", "place 1,0 turn 0", "deploy meeple road W"):
        ...     _ = game.play(action)
        >>> game.position_lines()
        ['lay base/FRRR 1,0 turn 0', 'stand red meeple road W at 1,0', 'turn blue']
        """
        return position_lines(self)

    @property
    def is_dealt(self) -> bool:
        """Whether a dealer draws."""
        return self._dealer is not None

    def deal_on(self, seed: int, dealer: Random) -> None:
        """Let the dealer that has dealt this game so far continue."""
        self.seed, self._dealer, self.shuffle = seed, dealer, None
        self._deal()

    def draw_of(self, dealer: Random) -> Option | None:
        """What a dealer draws now; None if the result is observed on the table instead."""
        step = self.rules.program[self.state.step]
        if step.is_observed(self.state):
            return None
        self._dealt[len(self._history)] = dealer.state
        return Option(self.options, int(step.sample(self.state, dealer)))

    @property
    def is_restored(self) -> bool:
        """Whether the game comes from a snapshot, so that its moves are unknown."""
        return self._snapshot is not None

    @property
    def outcomes(self) -> list[tuple[Option, float]]:
        """What chance may do now, with the probability of each; empty if chance is not asked.

        >>> game = GameCore(deal=False, first_player="seat1")
        >>> option, probability = game.outcomes[0]
        >>> str(option), round(probability * 71)
        ('draw base/FFRR-rSW', 8)
        """
        listing = self.options
        return [(Option(listing, code), probability) for code, probability in FastGame(self.state).outcomes()]

    def fast(self) -> FastGame:
        """A copy for search: codes instead of options, and chance is asked like a seat.

        >>> game = GameCore(seed=7, first_player="seat1")
        >>> search = game.fast()
        >>> search.legal() == [option.code for option in game.options]
        True
        """
        return FastGame(self.state.copy())

    def undo(self, count: int = 1) -> list[Move]:
        """Take back the last choices. A draw is never taken back, nor anything before it.

        >>> game = GameCore(seed=5, first_player="seat1")
        >>> _ = game.play("place 1,0 turn 0")
        >>> [move.text for move in game.undo()], game.step
        (['place 1,0 turn 0'], 'place')
        """
        taken = self.moves[len(self.moves) - count :] if 0 < count <= len(self.moves) else []
        if not taken or any(move.seat == "chance" for move in taken):
            raise reading.refused(self, "undo", "", "refusals.nothing_to_undo")
        self._return_to(len(self.moves) - count)
        return taken

    def take_back(self, count: int = 1) -> list[Move]:
        """Take back the last choices and the draws between them, for players who agree to do so.

        Nobody gains information: the dealer goes back too, so the same tile is drawn again, whatever is chosen now.

        >>> game = GameCore(seed=7, first_player="seat1")
        >>> _ = game.play("place 1,0 turn 0"), game.play("pass")
        >>> game.actor, game.tile
        ('blue', 'base/FFRR-rSW')
        >>> [move.text for move in game.take_back(2)]
        ['pass', 'draw base/FFRR-rSW']
        >>> _ = game.play("deploy meeple road E")
        >>> game.tile
        'base/FFRR-rSW'
        """
        number = len(self._history) - count
        drawn = next((n for n in range(max(number, 0), len(self._history)) if self._history[n].seat == "chance"), None)
        if drawn is None:
            return self.undo(count)
        if number < 0:
            raise reading.refused(self, "undo", "", "refusals.nothing_to_undo")
        if self._dealer is None or drawn not in self._dealt:
            raise reading.refused(self, "undo", "", "refusals.drawn_otherwise")
        taken = self.moves[number:]
        self._dealer.state = self._dealt[drawn]
        if number < self._checkpoint.number:
            self._checkpoint = self.at(number)._checkpoint
        self._return_to(number)
        return taken

    def _return_to(self, number: int) -> None:
        """Go back to the state after this many moves, which must not be before the checkpoint."""
        self._history, self._moves, self._open = self._history[:number], self._moves[:number], None
        self.state = state_after(self._checkpoint.state, self._history, self._checkpoint.number)

    def at(self, number: int) -> Self:
        """A copy of the game as it was after `number` moves; it has no dealer.

        >>> game = GameCore(seed=5, first_player="seat1")
        >>> _ = game.play("place 1,0 turn 0")
        >>> game.at(1).tile, game.at(1).step
        ('base/FRRR', 'place')
        """
        if not 0 <= number <= len(self.moves):
            raise IndexError(f"there are {len(self.moves)} moves")
        game = self.copy()
        game.seed = None
        if self._snapshot is not None:
            game.restore(self._snapshot)
        else:
            game._go_on_from(game._opening())
            if self.position:
                lay_position(game, [(0, line) for line in self.position])
        game._history, game._moves = self._history, self._moves
        game._return_to(number)
        return game

    def copy(self, *, dealer: bool = False) -> Self:
        """An independent copy, which does not know what will be drawn: draws have to be played.

        Play one of the `outcomes`, or let another dealer draw (`determinize`). With ``dealer=True`` the copy is exact
        and draws what the game itself will draw: this is for programs that run a game, not for players.

        >>> game = GameCore(seed=5, first_player="seat1")
        >>> thought = game.copy()
        >>> _ = thought.play("place 1,0 turn 0"), thought.play("pass")
        >>> thought.actor, game.step
        ('chance', 'place')
        """
        game = self.__class__.__new__(self.__class__)
        game.setup, game.rules, game._digest, game.seed = self.setup, self.rules, self._digest, self.seed
        game._history, game._moves = list(self._history), list(self._moves)
        game.position, game._snapshot = list(self.position), self._snapshot
        game.state = self.state.copy()
        game.observes, game.waits = self.observes, self.waits
        game._checkpoint, game._open = self._checkpoint, None
        game._dealer, game._dealt = None, {}
        if dealer and self._dealer is not None:
            game._dealer, game._dealt = Random(0), dict(self._dealt)
            game._dealer.state = self._dealer.state
        if dealer:
            game.shuffle = self.shuffle
        return game

    def determinize(self, seed: int) -> Self:
        """A copy with its own dealer: one of the ways in which the game may continue.

        >>> game = GameCore(seed=5, first_player="seat1")
        >>> ways = [game.determinize(seed) for seed in range(3)]
        >>> for way in ways:
        ...     _ = way.play("place 1,0 turn 0"), way.play("pass")
        >>> [way.tile for way in ways]
        ['base/CCFC-cNEW-garden', 'base/CFRR-rSW', 'base/FFRF-monastery']
        """
        check_seed(seed)
        game = self.copy()
        game.seed = None
        game.observes = game.waits = False
        game._dealer = Random(seed)
        game._deal()
        return game

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy(dealer=True)

    def __reduce__(self) -> tuple[Any, ...]:
        dealer = self._dealer.state if self._dealer is not None else None
        moves = [(entry.seat, entry.code, entry.which) for entry in self._history]
        ways = self.observes, self.waits, self._dealt
        facts = (self.setup, self.position, self._snapshot, self.seed, dealer, ways, moves, self.shuffle)
        return _rebuild, (self.__class__, *facts)

    # -- keeping ------------------------------------------------------------------------------------------------------
    def to_bytes(self) -> bytes:
        """The position (not the moves that led to it) in a compact form.

        >>> game = GameCore(seed=5)
        >>> again = GameCore(game.setup, deal=False)
        >>> again.restore(game.to_bytes())
        >>> again == game, again.fingerprint() == game.fingerprint()
        (True, True)
        """
        numbers = array.array("q", [int(number) for number in dump(self.state)])
        if sys.byteorder == "big":
            numbers.byteswap()
        return self._digest + numbers.tobytes()

    def restore(self, data: bytes) -> None:
        """Put the game into a position saved by `to_bytes` of a game with the same set-up. The moves are forgotten."""
        signature = self._digest
        if data[: len(signature)] != signature:
            raise Unreadable("this snapshot belongs to a game with a different set-up")
        numbers = array.array("q")
        try:
            numbers.frombytes(data[len(signature) :])
            if sys.byteorder == "big":
                numbers.byteswap()
            state = restore(self.rules, vec_of(list(numbers)))
        except ValueError as error:
            raise Unreadable(f"the snapshot is damaged: {error}") from None
        self._go_on_from(state)
        self.position, self._snapshot, self.shuffle = [], data, None

    def fingerprint(self) -> str:
        """A hash of the position and the set-up, the same on every machine, compiled or not."""
        return hashlib.blake2b(self.to_bytes(), digest_size=8).hexdigest()

    __hash__ = None  # type: ignore[assignment]  # a game changes; use `fingerprint`

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameCore) and self._digest == other._digest and same(self.state, other.state)


def _rebuild(
    cls: type[GameCore],
    setup: Setup,
    position: list[str],
    snapshot: bytes | None,
    seed: int | None,
    dealer: int | None,
    ways: tuple[bool, bool, dict[int, int]],
    moves: list[tuple[str, int, int]],
    shuffle: Shuffle | None,
) -> GameCore:
    """Rebuild a pickled game by making its moves again, by their codes."""
    game = cls(replace(setup, position="\n".join(position)), deal=False)
    game.setup = setup
    if snapshot is not None:
        game.restore(snapshot)
    for seat, code, which in moves:
        game._apply(seat, code, game.describe(seat, code), which)
    game.seed, game.shuffle = seed, shuffle
    game.observes, game.waits, game._dealt = ways
    if dealer is not None:
        game._dealer = Random(0)
        game._dealer.state = dealer
    return game


def _seats(players: Sequence[str] | int | None) -> tuple[str, ...]:
    """The given seats, or as many as the number says, in the usual colours."""
    if players is None:
        return COLOURS[:2]
    if isinstance(players, int):
        if players < 0:
            raise Unreadable(f"{players} players: the number cannot be negative")
        return COLOURS[:players] if players <= len(COLOURS) else ("",) * players  # the set-up raises the error
    if isinstance(players, str):
        raise Unreadable("players: expected a list of seats, or how many")
    return tuple(players)
