"""The state of a game after the last message in terms of JCloisterZone: phase, options, points, events."""

from __future__ import annotations

from aude.board import Board
from aude.formats.jcz.differences import reason_against
from aude.formats.jcz.meanings import DECLINED, NEW_TUNNEL, PASS, TUNNELS, Meaning, meaning_of
from aude.formats.jcz.moves import ACTION, NEUTRAL, Run, before_commit
from aude.formats.jcz.pointers import Pointer, feature_at
from aude.formats.jcz.save import Save
from aude.game.events import Event
from aude.game.game import GameCore
from aude.game.options import Move

# The phases there that each of our questions may belong to.
PHASES = {
    **dict.fromkeys(ACTION, ("ActionPhase",)),
    "place": ("TilePhase",),
    "forced_bridge": ("TilePhase",),
    "abbey": ("AbbeyPhase",),
    "last_abbey": ("AbbeyEndGamePhase",),
    "capture": ("TowerCapturePhase",),
    "exchange": ("TowerCapturePhase",),
    "tunnel": ("TunnelPhase",),
    "castle": ("CastlePhase",),
    "dragon": ("DragonPhase", "DragonMovePhase"),
    "join": ("CocScoringPhase",),
    "wagon": ("WagonPhase",),
    "quarter": ("CocFollowerPhase",),
    "count": ("CocCountPhase",),
    "join_final": ("CocFinalScoringPhase",),
    "circle": ("CornCirclePhase",),
    "circle_add": ("CornCirclePhase", "CornCircleMultiPhase"),
    "circle_remove": ("CornCirclePhase", "CornCircleMultiPhase"),
    "escape": ("EscapePhase",),
    "lot": ("BazaarPhase",),
    "bid": ("BazaarPhase",),
    "trade": ("BazaarPhase",),
    "over": ("GameOverPhase",),
}
CONFIRMING = ("CommitActionPhase",)
CONFIRMING_ABBEY = ("CommitAbbeyPassPhase",)
KNOWN_PHASES = {name for names in (*PHASES.values(), CONFIRMING, CONFIRMING_ABBEY) for name in names}

TRADE = "trade-goods"  # our three scores for goods, one by one or together
# Score lines that are events of their own there, and their names.
OWN_EVENTS = {
    "castle": ("castle",),
    "fairy": ("fairy",),
    "king": ("king",),
    "king_tile": ("king",),
    "robber": ("robber",),
    "robber_tile": ("robber",),
    "king_and_robber": ("king+robber",),
    "wine": (TRADE,),
    "grain": (TRADE,),
    "cloth": (TRADE,),
    "ransom": ("ransompaid",),
    "barn": ("field", "barn"),
}
RECORDS = {"KING": "city", "ROBBER": "road"}  # of what each token shows the largest
FEATURE_EVENTS = {"abbey": "monastery"}


class Standing:
    """A game after its last message."""

    def __init__(self, run: Run, save: Save) -> None:
        self.run = run
        self.game: GameCore = run.game
        self.board = run.board
        self.players = dict(zip(save.players, run.game.seats, strict=True))
        # A tile is laid and nothing is left to do but to confirm it: there, it is not scored yet.
        self.is_unconfirmed = run.is_open and (
            self.game.step not in before_commit(self.game) or self.game.actor not in self.game.seats
        )
        moves = self.game.moves[: run.uncommitted] if self.is_unconfirmed else self.game.moves
        self.moves: list[Move] = list(moves)
        self.scores = self.game.at(len(moves)).scores if self.is_unconfirmed else self.game.scores
        last = self.game.moves[run.uncommitted] if self.is_unconfirmed else None
        if last is not None and last.action.verb == "recall":  # its points come at once, there too
            event = next(event for event in last.events if event.name == "scored")
            self.scores[str(event.seat)] += event.points

    # -- questions ----------------------------------------------------------------------------------------------------
    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phase, more than one where versions or we make no difference."""
        if self.run.untold_hunts:
            return PHASES["dragon"]
        if self.is_unconfirmed:
            return CONFIRMING
        if self.run.is_abbey_passed:
            return CONFIRMING_ABBEY
        if self.run.is_open and self.game.step in (*ACTION, "tunnel") and not self.offered():
            return CONFIRMING
        names = PHASES.get(self.game.step, ())
        is_confirming = self.run.is_answered or (self.run.is_open and self.game.step == "tunnel")
        return (*names, *CONFIRMING) if is_confirming else names

    def offered(self) -> list[Meaning]:
        """Everything that may be done now, over all of our questions that are one phase there."""
        if self.is_unconfirmed or self.run.is_abbey_passed or self.run.is_answered:
            return []  # it is only to be confirmed
        if self.game.actor not in self.game.seats:
            return []
        game = self.game.copy()
        together = ACTION if game.step in ACTION else ("forced_bridge",)
        found: list[Meaning] = []
        passes, is_skipped = True, True
        while True:
            board = Board(game.state)
            options = [
                option
                for option in game.options
                if option.action.verb in DECLINED or not reason_against(game, board, option)
            ]
            meanings = [meaning_of(board, option, self.run.context) for option in options]
            found += [meaning for meaning in meanings if meaning is not None and meaning != PASS]
            passes = passes and PASS in meanings
            is_skipped = is_skipped and all(meaning == PASS for meaning in meanings)
            neutral = next((option for option in game.options if option.action.verb in NEUTRAL), None)
            if game.step not in together or neutral is None:
                break
            is_tile = game.step == "forced_bridge"
            game.play(neutral)
            if is_tile:
                board = Board(game.state)
                found += [m for m in (meaning_of(board, o, self.run.context) for o in game.options) if m is not None]
                break
            if game.step not in together or game.actor not in game.seats:
                break
        return [*found, PASS] if passes and not is_skipped else found  # a phase with nothing to do is skipped there

    def tunnel_pointers(self, token: str) -> set[Pointer]:
        """Where a tunnel token may lie."""
        if self.game.actor not in self.game.seats or not self.tokens(str(self.game.actor), token):
            return set()
        seat = self.game.seats.index(str(self.game.actor))
        what = NEW_TUNNEL if token in self.run.context.unused_tunnels(seat) else token
        return {meaning.pointer for meaning in self.offered() if meaning.what == what and meaning.pointer is not None}

    # -- what was scored ----------------------------------------------------------------------------------------------
    def scored(self, seat: str, name: str) -> set[int]:
        """The points of every event of this name that concern a seat; 0 for features that brought nothing."""
        found: set[int] = set()
        for number, move in enumerate(self.moves, 1):
            here = [event for event in move.events if event.name == "scored" and event.seat == seat]
            points = [points for event in here for label, points in parts_of(event) if label == name]
            found |= {*points, sum(points)} if name == TRADE else set(points)
            if self._brought_nothing(number, move, seat, name):
                found.add(0)
        return found

    def _brought_nothing(self, number: int, move: Move, seat: str, name: str) -> bool:
        """Whether a figure of a seat came home from a feature that nobody got a point for."""
        empty = [
            event
            for event in move.events
            if event.name in ("returned", "outdone") and event.seat == seat and feature_name(event.spot.kind) == name
        ]
        if not empty:
            return False
        after = Board(self.game.at(number).state)
        paid = {feature_at(after, event.feature) for event in move.events if "feature" in event.facts}
        return any(feature_at(after, event.spot) not in paid for event in empty)

    # -- what seats hold ----------------------------------------------------------------------------------------------
    def tokens(self, seat: str, token: str) -> int | None:
        """How many tokens a seat has, or of how many tiles its king's city or robber's road is; None if unknown."""
        held = self.board.holdings[seat]
        if token in RECORDS:
            return self._largest(RECORDS[token]) if held.get(token.lower()) else None
        if token in TUNNELS:
            number = self.game.seats.index(seat)
            used = len(self.run.context.tunnels.get((number, token), []))
            pairs = (
                held.get("tunnel_token", 0)
                + sum(len(spots) for (owner, _), spots in self.run.context.tunnels.items() if owner == number)
            ) // 2
            return 2 - used if TUNNELS.index(token) < pairs else 0
        name = {"CASTLE": "castle_token", "ABBEY_TILE": "abbey"}.get(token, token.lower())
        return held.get(name)

    def _largest(self, kind: str) -> int:
        """How many tiles the largest feature of a kind has that was completed."""
        features = [feature for feature in self.board.features if feature.kind == kind]
        return max((len(one.cells) for one in features if one.complete and one.scored), default=0)


def feature_name(kind: str) -> str:
    """The name there of an event about one of our features."""
    return FEATURE_EVENTS.get(kind, kind)


def parts_of(event: Event) -> list[tuple[str, int]]:
    """Split one of our scores into the events that it is there: for the feature itself, and for others."""
    found: list[tuple[str, int]] = []
    rest = event.points
    for line in event.lines:
        for name in OWN_EVENTS.get(line.label, ()):
            found.append((name, line.points))
        if line.label in OWN_EVENTS:
            rest -= line.points
    if "feature" in event.facts and (rest or not found):
        found.append((feature_name(event.feature.kind), rest))
    return found
