"""A game in players' words, on top of the engine's ints.

>>> game = Game(players=["red", "blue"], seed=7, first_player="seat1")
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

from aude.engine.rng import Random
from aude.engine.rules import CHANCE, INTERRUPT, Note, Rules
from aude.engine.snapshot import dump, restore, same
from aude.engine.start import begin
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game import language
from aude.game.events import Event, event_of
from aude.game.options import Move as Move
from aude.game.options import Option as Option
from aude.game.setup import COLOURS, Setup, check_seed
from aude.game.view import GameView, vec_of


class Game(GameView):
    """One game: ask for `options`, `play` one of them, look at `scores`, `events` and `record`.

    With a seed (or none, then one is chosen) a dealer draws the tiles; with ``deal=False`` draws are played like any
    other action: ``game.play("draw base/FFFF-monastery")``.
    """

    def __init__(
        self,
        setup: Setup | None = None,
        *,
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
            setup = Setup("carcassonne", boxes, _seats(players), options, without, figures or {}, tiles or {})  # type: ignore[arg-type]
        elif players is not None or boxes or without or figures or tiles or options:
            raise TypeError("give a Setup, or players, boxes and options, not both")
        if seed is not None:
            check_seed(seed)
        self.setup = setup
        self.rules: Rules = setup.rules()
        self._digest = setup.digest()
        self.moves: list[Move] = []
        self.position: list[str] = []  # lines that laid tiles and figures by hand
        self._snapshot: bytes | None = None  # what the game was restored from, if it was
        self.observes = True  # False: what would be seen on the table is drawn too, because games are played in bulk
        if seed is None and deal:
            seed = secrets.randbits(48) if setup.seed is None else setup.seed
        self.seed = seed
        self._dealer = Random(self.seed) if deal and self.seed is not None else None
        self.state = State(self.rules)
        if setup.position:
            self._lay(setup.position)
        else:
            begin(self.state)
            self._deal()

    # -- playing ------------------------------------------------------------------------------------------------------
    def play(self, action: str | Option, seat: str | None = None) -> list[Event]:
        """Carry out an option (or its words); the dealer then draws, if it is chance's turn. What happened.

        `seat` says who speaks; it is the asked seat if left out. An action that is not offered raises `Illegal`,
        words that mean nothing `Unreadable`; neither changes anything.
        """
        if not isinstance(action, str | Option):
            raise Unreadable(f"an action is a text or an option, not {action!r}")
        if isinstance(action, Option):
            if seat in (None, action.seat) and self._offers(action):
                return self._play(action.seat, action.code, action.text)
            seat = seat or action.seat
            action = action.text
        speaker = seat or self.actor
        if speaker is None:
            raise language.refused(self, action, "", "refusals.over")
        if speaker != "chance" and speaker not in self.seats:
            raise Unreadable(f"there is no seat {speaker!r}; seats: {', '.join(self.seats)}")
        code, words = language.read(self, speaker, action)
        return self._play(speaker, code, " ".join(words))

    def _offers(self, option: Option) -> bool:
        """Whether an option that was listed before is one now, word for word."""
        state = self.state
        step = self.rules.program[state.step]
        if option.seat != self.actor or option.low is not None or option.code not in step.legal(state):
            return False
        return step.words(state, option.code) == option.words

    def _play(self, seat: str, code: int, text: str) -> list[Event]:
        before = len(self.moves)
        self._apply(seat, code, text)
        self._deal()
        return [event for move in self.moves[before:] for event in move.events]

    def _apply(self, seat: str, code: int, text: str) -> None:
        notes: list[Note] = []
        state = self.state
        state.journal = notes
        if code >= INTERRUPT:
            number = self.seats.index(seat)
            for box in self.rules.interrupts:
                if box.interrupt(state, number, code):
                    state.offered = vec_of([])  # the open question may have other options now
                    break
        else:
            state.play(code)
        state.journal = None
        self.moves.append(Move(seat, text, code, tuple(event_of(state, note) for note in notes)))

    def deal(self, seed: int) -> None:
        """From now on let a dealer with this seed answer for chance."""
        check_seed(seed)
        if self.moves:
            self.seed = None  # a record's seed speaks of all its draws
            self._dealer = Random(seed)
            self._deal()
        else:
            self.deal_on(seed, Random(seed))

    def lay(self, text: str) -> None:
        """Lay a position by hand, before the first action: lines as in a record (`lay`, `stand`, `points`, `turn`).

        >>> game = Game(deal=False)
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
            raise Unreadable("a position can only be laid before the first action")
        setup = replace(self.setup, position=text)
        if setup.order:  # there must be enough tiles for both; with no rest the position says which there are
            again = Game(setup, deal=False)
            self.rules, self._digest = again.rules, again._digest
        self._lay(text)
        self.setup = setup

    def _lay(self, text: str) -> None:
        from aude.game.position import lay_position

        lines = [(number, line.split("#", 1)[0]) for number, line in enumerate(text.split("\n"), 1)]
        lay_position(self, [(number, line) for number, line in lines if line.strip()])

    def position_lines(self) -> list[str]:
        """The table between two turns as lines that `lay` reads: tiles, figures, whatever the boxes have laid.

        >>> game = Game(deal=False, first_player="seat1")
        >>> for action in ("draw base/FRRR", "place 1,0 turn 0", "deploy meeple road W"):
        ...     _ = game.play(action)
        >>> game.position_lines()
        ['lay base/FRRR 1,0 turn 0', 'stand red meeple road W at 1,0', 'turn blue']
        """
        from aude.game.position_lines import position_lines

        return position_lines(self)

    @property
    def is_dealt(self) -> bool:
        """Whether a dealer answers for chance."""
        return self._dealer is not None

    def deal_on(self, seed: int, dealer: Random) -> None:
        """Let a dealer go on who has dealt this game so far."""
        self.seed, self._dealer = seed, dealer
        self._deal()

    def _deal(self) -> None:
        """Let the dealer answer for chance."""
        while self._dealer is not None and self.state.actor == CHANCE:
            step = self.rules.program[self.state.step]
            if self.observes and step.is_observed(self.state):
                code = int(step.observe(self.state))
            else:
                code = int(step.sample(self.state, self._dealer))
            self._apply("chance", code, " ".join(step.words(self.state, code)))

    def undo(self, count: int = 1) -> list[Move]:
        """Take back the last choices of seats. A draw is never taken back, nor what lies before one."""
        taken = self.moves[len(self.moves) - count :] if 0 < count <= len(self.moves) else []
        if not taken or any(move.seat == "chance" for move in taken):
            raise language.refused(self, "undo", "", "refusals.nothing_to_undo")
        kept = self.moves[: len(self.moves) - count]
        self.state, self.moves = self.at(len(kept)).state, kept
        return taken

    def at(self, number: int) -> Game:
        """The game as it was after `number` moves; it has no dealer."""
        if not 0 <= number <= len(self.moves):
            raise IndexError(f"there are {len(self.moves)} moves")
        from aude.game.position import lay_position

        game = self.copy()
        game.seed = game._dealer = None
        game.moves = []
        game.state = State(self.rules)
        begin(game.state)
        if self._snapshot is not None:
            game.restore(self._snapshot)
        elif self.position:
            lay_position(game, [(0, line) for line in self.position])
        for move in self.moves[:number]:
            game._apply(move.seat, move.code, move.text)
        return game

    def copy(self) -> Game:
        """An independent game, dealer included."""
        game = Game.__new__(Game)
        game.setup, game.rules, game._digest, game.seed = self.setup, self.rules, self._digest, self.seed
        game.moves, game.position, game._snapshot = list(self.moves), list(self.position), self._snapshot
        game.state = self.state.copy()
        game.observes = self.observes
        game._dealer = None
        if self._dealer is not None and self.seed is not None:
            game._dealer = Random(self.seed)
            game._dealer.state = self._dealer.state
        return game

    # -- keeping ------------------------------------------------------------------------------------------------------
    @property
    def record(self) -> str:
        """The whole game as text; `Game.read` reads it back."""
        from aude.formats.record import write

        if self._snapshot is not None:
            raise Unreadable("this game was restored from a snapshot: nobody knows how it came about")

        return write(self)

    @classmethod
    def read(cls, text: str, *, seed: int | None = None, folders: Iterable[str] = ()) -> Game:
        """Read a record. One that names its seed is dealt on as it was; `seed` lets a new dealer go on.

        A record may name boxes in folders; they are code, and only loaded if `folders` names them too.
        """
        from aude.formats.record import read

        if not isinstance(text, str):
            raise Unreadable(f"a record is a text, not {type(text).__name__}")
        game = read(text, folders)
        if seed is not None:
            game.deal(seed)
        return game

    def to_bytes(self) -> bytes:
        """The position (not how it came about) in a compact form."""
        numbers = array.array("q", [int(number) for number in dump(self.state)])
        if sys.byteorder == "big":
            numbers.byteswap()
        return self._digest + numbers.tobytes()

    def restore(self, data: bytes) -> None:
        """Put the game into a position saved by `to_bytes` of a game with the same set-up. The moves are forgotten."""
        signature = self._digest
        if data[: len(signature)] != signature:
            raise Unreadable("this snapshot belongs to a game with another set-up")
        numbers = array.array("q")
        try:
            numbers.frombytes(data[len(signature) :])
            if sys.byteorder == "big":
                numbers.byteswap()
            state = restore(self.rules, vec_of(list(numbers)))
        except ValueError as error:
            raise Unreadable(f"the snapshot is damaged: {error}") from None
        self.state, self.moves, self.position, self._snapshot = state, [], [], data

    def fingerprint(self) -> str:
        """A hash of the position and the set-up, the same on every machine, compiled or not."""
        return hashlib.blake2b(self.to_bytes(), digest_size=8).hexdigest()

    __hash__ = None  # type: ignore[assignment]  # a game changes; `fingerprint` is the hash of a moment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._digest == other._digest and same(self.state, other.state)

    def __str__(self) -> str:
        from aude.terminal.textboard import draw

        return draw(self)

    def _repr_svg_(self) -> str:
        """The board as notebooks show it; see `aude.draw`."""
        from aude.draw import board

        return board(self)._repr_svg_()


def _seats(players: Sequence[str] | int | None) -> tuple[str, ...]:
    """Seats by name, or so many in the usual colours."""
    if players is None:
        return COLOURS[:2]
    if isinstance(players, int):
        if players < 0:
            raise Unreadable(f"{players} players: nobody can play less than nobody")
        return COLOURS[:players] if players <= len(COLOURS) else ("",) * players  # the set-up says what is possible
    if isinstance(players, str):
        raise Unreadable("players: a list of seats, or their number")
    return tuple(players)
