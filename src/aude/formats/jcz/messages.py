"""Converts the moves of one of our games to the messages of a save.

There, a player confirms a turn (COMMIT) before it is scored, and declines a whole action phase with one PASS. So the
answers to our separate questions are collected until the turn is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from aude.board import Board, Figure, Place
from aude.catalog.errors import unreadable
from aude.formats.jcz.catalog import FIGURE_TYPES, TYPE_OF
from aude.formats.jcz.differences import reason_against
from aude.formats.jcz.meanings import ABBEY, DECLINED, NEW_TUNNEL, PASS, Context, Meaning, meaning_of
from aude.formats.jcz.moves import ACTION, BEFORE_COMMIT, before_commit
from aude.formats.jcz.pointers import Pointer, pointer_json, pointer_to, tower_pointer
from aude.formats.jcz.save import ROTATIONS
from aude.game.game import GameCore
from aude.game.options import Move, Option
from aude.game.values import Cell

UNSAID = ("draw", "build", "second", "start", "block")  # verbs of choices without a message there
TAKEN = ""
# The quarters from which figures come to each kind of feature.
QUARTER_FOR = {
    "city": "castle_quarter",
    "road": "blacksmith_quarter",
    "field": "market_quarter",
    **dict.fromkeys(("monastery", "abbey", "shrine"), "cathedral_quarter"),
}
CIRCLE = "crop_circle"  # the symbols of tiles with one
# Questions whose answers are confirmed there: everybody's, or when the same seat is not asked again.
EACH_SEAT = ("circle_add", "circle_remove")
WAGON = "wagon"  # a figure, and the question where it goes on to
CONFIRMED = (*EACH_SEAT, WAGON, "join")
BEFORE_CIRCLE = ("join", "wagon", "quarter", "count", "dragon", "circle")  # what comes between scoring and crop circles
LEAVE_OPEN = ("BRIDGE",)  # tokens after which the action phase continues, besides those of tunnels

Wagon = tuple[str, int]
"""A wagon: its seat, and its number among the seat's."""


class Writer:
    """Follows a game move by move and writes a message for each."""

    def __init__(self, opening: GameCore, game: GameCore, theirs: Mapping[str, str], seats: Mapping[str, int]) -> None:
        self.game = opening
        self.board = Board(opening.state)  # before the choice that is being written
        self.whole = game
        self.theirs = theirs
        self.seats = seats  # their number of each of our seats
        self.context = Context(theirs)
        self.messages: list[dict[str, Any]] = []
        self.drawn: list[str] = []
        self.offer: list[str] = []  # tiles of an auction that nobody has yet, or TAKEN
        self.lot = 0  # the number of the tile under the hammer,
        self.is_opened = False  # and whether its first bid was said with it
        self.is_open = False  # a tile is laid, and the turn not confirmed
        self.was_asked = False  # in the action phase
        self.is_closed = False  # the action phase has had its action
        self.is_circle_due = False  # the tile has a crop circle that nothing was said about yet
        self.returned: set[Wagon] = set()  # the wagons of the last scoring, which wait there in the order of play
        self.jails: dict[tuple[str, str, str], list[int]] = {}  # by captor, owner and kind: prisoners' numbers there
        self.numbers: dict[tuple[str, str, int], int] = {}  # of figures that have another number there than here

    def write(self, begun: int) -> list[dict[str, Any]]:
        """The messages of all moves from this one on."""
        moves = self.whole.moves
        for number in range(begun, len(moves)):
            self._move(moves[number], moves[number + 1 : number + 2])
        if self.is_open and (self.game.over or self.game.step not in before_commit(self.game)):
            self._commit()
        self._leave_circle()
        return self.messages

    def _move(self, move: Move, after: list[Move]) -> None:
        game = self.game
        step = game.step
        verb = move.action.verb
        said = len(self.messages)
        if self.is_open and step not in before_commit(self.game):
            self._commit()
        self._leave_circle()
        self.was_asked = self.was_asked or (step in ACTION and self._is_asked_there())
        if verb == "draw":
            self._draw(move)
        elif verb == "stop":
            raise unreadable("jcz.no_stop")
        elif verb == "choose":
            self._bid(move, after)
        elif verb == "bid":
            if not self.is_opened:
                self._say("BAZAAR_BID", {"supplyIndex": self.lot, "price": move.action.number})
            self.is_opened = False
        elif verb == "take":
            self._option(move)  # nobody is asked there
        elif verb not in (*UNSAID, "dragon"):
            self._choice(move, step)
        says = len(self.messages)
        wagons = self._wagons()
        game.play(move.action, move.seat)
        if game.step == WAGON != step:
            self.returned = wagons - self._wagons()
        if step in CONFIRMED and says > said and self.messages[-1]["type"] != "PASS":
            if step == WAGON:
                is_last = not self._waiting(self._wagons() - wagons)
            else:
                is_last = step in EACH_SEAT or (game.step, game.actor) != (step, move.seat)
            if is_last:
                self._say("COMMIT", {"random": 0.0})
        if verb in ("capture", "exchange", "ransom"):
            self._watch_jails(is_exchange=verb == "capture")
        for event in move.events:
            if event.name == "dragon_moved":
                self._hunt(event.cell)
            elif event.name == "acquired":
                self.offer[self.offer.index(event.tile)] = TAKEN

    def _wagons(self) -> set[Wagon]:
        """The wagons on the table."""
        return {(figure.seat, figure.number) for figure in Board(self.game.state).figures if figure.kind == WAGON}

    def _waiting(self, moved: set[Wagon]) -> set[Wagon]:
        """The wagons that wait there behind one that has just moved on, of the same seat; be it that they cannot."""
        return {
            (seat, number) for seat, number in self.returned for mine, last in moved if seat == mine and number > last
        }

    def _draw(self, move: Move) -> None:
        tile = move.action.tile
        if tile not in self.theirs:
            raise unreadable("jcz.no_tile", tile=tile)
        if any(event.name == "set_aside" for event in move.events):
            return  # a dragon tile before the dragon: there, it is not drawn at all
        if self.game.step == "offer":
            if len(self.offer) == len(self.game.seats):
                self.offer.clear()
            self.offer.append(tile)
        self.drawn.append(self.theirs[tile])

    def _hunt(self, cell: Cell) -> None:
        """A step of the dragon, also one that we did not ask about."""
        if self.is_open:
            if "dragon" in before_commit(self.game):
                self._decline_action()
            else:
                self._commit()
        self._say("MOVE_NEUTRAL_FIGURE", {"figureId": "dragon.1", "to": list(cell)})

    def _bid(self, move: Move, after: list[Move]) -> None:
        """A tile is put up; there, the first bid is in the same message, so without it nothing is said yet."""
        if not after and self.whole.step == "bid":
            return
        self.lot = self.offer.index(move.action.tile)
        self.is_opened = bool(after) and after[0].action.verb == "bid"
        price = after[0].action.number if self.is_opened else 0
        self._say("BAZAAR_BID", {"supplyIndex": self.lot, "price": price})

    # -- choices ------------------------------------------------------------------------------------------------------
    def _option(self, move: Move) -> Option:
        """What a move chooses; an error if it is not an option there."""
        option = next(one for one in self.game.options_of(move.seat) if one.code == move.code)
        reason = reason_against(self.game, self.board, option)
        if reason is not None:
            raise unreadable("jcz.cannot_hold_move", move=move.text, reason=reason)
        return option

    def _choice(self, move: Move, step: str) -> None:
        game = self.game
        self.board = Board(game.state)
        option = self._option(move)
        meaning = meaning_of(self.board, option, self.context)
        if meaning is None:
            raise unreadable("jcz.no_words", move=move.text)
        if meaning == PASS:
            if step in ACTION:
                return  # said once, when the phase is over
            if step == "tunnel" and not self._is_asked_there():
                return
            if step in BEFORE_COMMIT:
                self._decline_action()
            self._say("PASS", {})
            if step == "abbey":
                self._say("COMMIT", {"random": 0.0})
            return
        if meaning.type == "PLACE_TILE":
            self.is_open, self.was_asked, self.is_closed = True, False, False
            self.is_circle_due = any(symbol.startswith(CIRCLE) for symbol in self._symbols(meaning.what))
        elif step in ACTION and meaning.what not in LEAVE_OPEN and not meaning.what.startswith("TUNNEL"):
            self.is_closed = self.is_closed or meaning.type != "PAY_RANSOM"
        elif step in ("castle", "tunnel"):
            self._decline_action()
        elif step == "circle":
            self.is_circle_due = False
        self._say(meaning.type, self._payload(meaning, option))

    def _is_asked_there(self) -> bool:
        """Whether the open question has an answer there besides declining it."""
        board = Board(self.game.state)
        options = [option for option in self.game.options if option.action.verb not in DECLINED]
        return any(reason_against(self.game, board, option) is None for option in options)

    def _leave_circle(self) -> None:
        """There, a crop circle is decided on if any figure is on the table, even if it concerns nobody."""
        if not self.is_circle_due or self.is_open or self.game.step in BEFORE_CIRCLE:
            return
        self.is_circle_due = False
        if any(_place_of(figure).name != "prison" for figure in Board(self.game.state).figures):
            self._say("CIRCLE_REMOVE_OR_DEPLOY", {"value": "DEPLOY"})

    def _decline_action(self) -> None:
        """The action phase is over; if nothing was done in it, that is said."""
        if self.was_asked and not self.is_closed:
            self._say("PASS", {})
        self.is_closed = True

    def _commit(self) -> None:
        self._decline_action()
        self._say("COMMIT", {"random": 0.0})
        self.is_open = False

    def _say(self, kind: str, payload: dict[str, Any]) -> None:
        self.messages.append({"type": kind, "payload": payload, "player": self.seats[self.game.player]})

    # -- payloads -----------------------------------------------------------------------------------------------------
    def _payload(self, meaning: Meaning, option: Option) -> dict[str, Any]:
        kind = meaning.type
        if kind == "PLACE_TILE" and meaning.cell is not None:
            if meaning.what != ABBEY and meaning.what not in self.theirs.values():
                raise unreadable("jcz.no_tile", tile=self.game.tile)
            rotation = ROTATIONS[meaning.number // 90]
            return {"tileId": meaning.what, "rotation": rotation, "position": list(meaning.cell)}
        if kind == "DEPLOY_MEEPLE" and meaning.pointer is not None:
            return {"pointer": pointer_json(meaning.pointer), "meepleId": self._id_to_move(meaning, option)}
        if kind == "PLACE_TOKEN" and meaning.pointer is not None:
            return {"token": self._token(meaning, option), "pointer": pointer_json(meaning.pointer)}
        if kind == "MOVE_NEUTRAL_FIGURE":
            return {"figureId": f"{meaning.what}.1", "to": self._target(meaning)}
        if kind in ("RETURN_MEEPLE", "CAPTURE_FOLLOWER"):
            source = {"source": meaning.what} if kind == "RETURN_MEEPLE" else {}
            return {"pointer": self._meeple(meaning), **source}
        if kind in ("PAY_RANSOM", "EXCHANGE_FOLLOWER"):
            captor = meaning.what if kind == "PAY_RANSOM" else ""
            return {"meepleId": self._id_of_prisoner(meaning, captor)}
        return {"value": meaning.what}

    def _token(self, meaning: Meaning, option: Option) -> str:
        if not meaning.what.startswith("TUNNEL") or meaning.pointer is None:
            return meaning.what
        seat = self.game.seats.index(option.seat)
        token = self.context.unused_tunnels(seat)[0] if meaning.what == NEW_TUNNEL else meaning.what
        self.context.tunnels.setdefault((seat, token), []).append(meaning.pointer)
        return token

    def _target(self, meaning: Meaning) -> object:
        if meaning.cell is not None:
            return list(meaning.cell)
        if meaning.figure:
            return self._meeple(meaning)
        return pointer_json(meaning.pointer) if meaning.pointer is not None else None

    def _meeple(self, meaning: Meaning) -> dict[str, Any]:
        if meaning.pointer is None:
            raise unreadable("jcz.no_danger")
        return {"featurePointer": pointer_json(meaning.pointer), "meepleId": self._id_at(meaning, meaning.pointer)}

    # -- figures ------------------------------------------------------------------------------------------------------
    def _id(self, seat: int, kind: str, number: int) -> str:
        """`0.small.1`"""
        name = self.game.seats[seat]
        return f"{self.seats[name]}.{TYPE_OF[kind]}.{self.numbers.get((name, kind, number), number)}"

    def _watch_jails(self, *, is_exchange: bool) -> None:
        """Keep who is in prison, in the order of capture.

        In an exchange that nobody is asked about the first of a kind comes home there, and here perhaps another one:
        then the two change their numbers.
        """
        held: dict[tuple[str, str, str], list[int]] = {}
        for figure in Board(self.game.state).figures:
            if _place_of(figure).name == "prison":
                jail = (str(_place_of(figure).seat), figure.seat, figure.kind)
                held.setdefault(jail, []).append(figure.number)
        for jail in {*held, *self.jails}:
            now, known = held.get(jail, []), self.jails.get(jail, [])
            free = next((number for number in known if number not in now), None)
            if free is not None and is_exchange and free != known[0]:
                here, there = (*jail[1:], free), (*jail[1:], known[0])
                numbers = self.numbers.get(here, free), self.numbers.get(there, known[0])
                self.numbers[there], self.numbers[here] = numbers
                known = [known[0] if number == free else number for number in known[1:]]
            self.jails[jail] = [number for number in known if number in now]
            self.jails[jail] += [number for number in now if number not in known]

    def _symbols(self, tile: str) -> tuple[str, ...]:
        """The symbols on a tile, by its name there."""
        table = self.game.rules.table
        ours = next((name for name, theirs in self.theirs.items() if theirs == tile and name in table.index), "")
        return table.tiles[table.index[ours]].symbols if ours else ()

    def _id_of_first(self, found: Iterable[Figure], meaning: Meaning) -> str:
        """The id of the first of these figures; if there is none, of the first of its kind wherever it is."""
        figure = next(iter(found), None)
        if figure is None:
            return self._id(max(meaning.seat, 0), FIGURE_TYPES[meaning.figure], 1)
        return self._id(self.game.seats.index(figure.seat), figure.kind, figure.number)

    def _meant(self, meaning: Meaning) -> list[Figure]:
        """The figures outside the supply of the kind that a meaning speaks of, and of the seat if it names one."""
        kind = FIGURE_TYPES[meaning.figure]
        seats = self.game.seats if meaning.seat < 0 else (self.game.seats[meaning.seat],)
        return [figure for figure in self.board.figures if figure.kind == kind and figure.seat in seats]

    def _id_to_move(self, meaning: Meaning, option: Option) -> str:
        """The id of a figure in the supply, or in the city if it comes out of there."""
        meant = self._meant(meaning)
        if option.action.verb == "join":
            quarter = QUARTER_FOR[option.action.spot.kind]
            return self._id_of_first((figure for figure in meant if _place_of(figure).name == quarter), meaning)
        kind = FIGURE_TYPES[meaning.figure]
        if not self.board.supply[self.game.seats[meaning.seat]][kind]:
            return self._id_of_first((), meaning)
        out = {figure.number for figure in meant}
        return self._id(meaning.seat, kind, next(number for number in count(1) if number not in out))

    def _id_at(self, meaning: Meaning, pointer: Pointer) -> str:
        """The id of the figure that stands where a pointer points."""
        found = (figure for figure in self._meant(meaning) if self._pointer_to(figure) == pointer)
        return self._id_of_first(found, meaning)

    def _pointer_to(self, figure: Figure) -> Pointer | None:
        """Where a figure stands; None if it is in a place that nothing points at there."""
        if figure.spot is not None:
            return pointer_to(self.board, figure.spot)
        place = _place_of(figure)
        return tower_pointer(place.cell) if place.name == "tower" and place.cell is not None else None

    def _id_of_prisoner(self, meaning: Meaning, captor: str) -> str:
        """The id of a figure that somebody holds; of several of a kind the captor's that was named."""
        held = (figure for figure in self._meant(meaning) if _place_of(figure).name == "prison")
        return self._id_of_first((figure for figure in held if captor in ("", _place_of(figure).seat)), meaning)


def _place_of(figure: Figure) -> Place:
    """The place where a figure is; one without a name if it stands on a segment."""
    return figure.where if isinstance(figure.where, Place) else Place("", figure.cell, 0)
