"""Plays a save: every message is the answer to one of our questions.

Our game asks more questions than JCloisterZone, in a different order: one action phase there is a series of questions
here (our steps 5 to 9). So we look for an option with the meaning of the message, and decline questions until there is
one, because these were not asked there. If a question cannot be declined, the save is refused.
"""

from __future__ import annotations

from dataclasses import replace

from aude.board import Board
from aude.catalog.errors import about, unreadable
from aude.catalog.texts import Phrase
from aude.errors import AudeError, Illegal, Unreadable
from aude.formats.jcz.differences import reason_for, rules_differ
from aude.formats.jcz.meanings import ABBEY, NEW_TUNNEL, TUNNELS, Context, Meaning, meaning_of, read_meaning
from aude.formats.jcz.order import in_our_order
from aude.formats.jcz.save import Message, Save, random_of, told
from aude.formats.jcz.setup_of import Layout, open_game
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.values import Cell, cell_text

# The questions that are one phase there,
ACTION = ("princess", "bridge", "tunnel_early", "deploy", "fairy")
# and all that are asked before a player there confirms the turn.
BEFORE_COMMIT = (*ACTION, "capture", "tunnel", "castle")
# Questions after the scoring whose answers are confirmed there, each for itself, unless they were declined.
CONFIRMED_APART = ("wagon", "circle_add", "circle_remove")
# What may be declined between the scoring and crop circles or auctions.
AFTER_SCORING = ("join", "wagon", "quarter", "count", "circle_add", "escape")
# Questions to every seat in turn.
EVERYBODY = ("join", "join_final", "wagon", "circle_add", "circle_remove")
# and the messages that answer them.
ANSWERS = ("DEPLOY_MEEPLE", "RETURN_MEEPLE")
# How a question is declined.
NEUTRAL = ("pass", "keep", "done", "home", "score", "build")
MAX_OFFERED = 8  # options that a sentence names


def before_commit(game: GameCore) -> tuple[str, ...]:
    """The questions of a game that come before the turn is confirmed there, also those that cannot be declined."""
    hunts_first = game.setup.values().get("dragon_timing") == "before_scoring"
    return (*BEFORE_COMMIT, "exchange", *(("dragon",) if hunts_first else ()))


class OtherTiles(Exception):
    """The pack of the file ends before our bag does, so the game has to begin with other tiles."""

    def __init__(self, tiles: list[str]) -> None:
        super().__init__()
        self.tiles = tiles


class Run:
    """A game that follows the messages of a save."""

    def __init__(self, save: Save, layout: Layout, *, is_counted_out: bool = False) -> None:
        self.save = save
        self.is_counted_out = is_counted_out  # the bag contains only what the file draws
        self.layout = layout
        self.game: GameCore = open_game(layout)  # after the messages so far
        self._board: Board | None = None
        self.pack = layout.pack(save)
        self.pack.dragon_is_here = any("volcano" in self._symbols(tile.tile) for tile in save.start)
        self.context = Context(layout.theirs)
        self.remarks: list[Phrase] = []  # where JCloisterZone differs, or would continue differently
        self.is_open = False  # a tile is laid, and its turn not yet confirmed
        self.is_abbey_passed = False  # an abbey is kept, and that not yet confirmed
        self.is_answered = False  # a wagon or a crop circle has had its answer, and that not yet confirmed
        self.uncommitted = 0  # how many of our moves stood when the last of them was made
        self._captors: dict[str, str] = {}  # of each prisoner's id: who holds it
        self._told_hunts = 0  # how many steps of the dragon messages have told
        self._is_offering = False
        self._done: set[int] = set()  # messages that were played before their time
        self._messages = in_our_order(save.messages)

    def play_all(self) -> None:
        """Play every message, then the draws that would follow."""
        for index, message in enumerate(self._messages):
            value = random_of(message)
            if value is not None:
                self.pack.value = value
            if message.number not in self._done:
                self._follow(message, self._messages[index + 1 :])
        if not self.is_open and not self.is_abbey_passed:
            self._draw_all(None)

    @property
    def board(self) -> Board:
        """The table as it is now."""
        if self._board is None:
            self._board = Board(self.game.state)
        return self._board

    # -- messages -----------------------------------------------------------------------------------------------------
    def _follow(self, message: Message, after: tuple[Message, ...]) -> None:
        if self.game.actor == "chance" and self.pack.is_empty:
            raise OtherTiles(self.pack.drawn)  # the end of the game is asked about
        self.is_abbey_passed = message.type == "PASS" and self.game.step == "abbey"
        self.is_answered = message.type in ANSWERS and self.game.step in CONFIRMED_APART
        if message.type == "COMMIT":
            self._commit()
            return
        if message.type == "PASS":
            self._decline(message, after)
            return
        if message.type.startswith(("BAZAAR", "CIRCLE")):
            while self.game.step in AFTER_SCORING:
                self._play_neutral(message)
        if message.type.startswith("BAZAAR"):
            self._draw_all(message)
        wanted = self._read(message)
        if wanted.type == "BAZAAR_BID":
            self._bid(message, wanted)
        elif wanted.what == "dragon" and self._has_hunted(message, wanted):
            self._told_hunts += 1
        elif wanted.type == "CIRCLE_REMOVE_OR_DEPLOY" and self.game.step != "circle":
            self._remark(message, "errors.jcz.remarks.circle_of_nobody")
        else:
            self._seek(message, wanted, after)

    def _seek(self, message: Message, wanted: Meaning, after: tuple[Message, ...]) -> None:
        """Play the option that means a message, declining questions on the way to it."""
        refused = self._refused(message, wanted)
        is_first = True
        while True:
            if self.game.actor == "chance" and (wanted.type == "PLACE_TILE" or self._is_before_tile(wanted)):
                self._draw(message, wanted.what)
                continue
            if is_first:  # if nothing helps, it is the first question that people want to hear of
                refused, is_first = self._refused(message, wanted), False
            option = self._option_for(message, wanted)
            if option is not None:
                break
            if wanted.type in ANSWERS and self._play_other_seat(after):
                continue
            neutral = self._neutral()
            if neutral is None:
                raise refused
            self._play(neutral, message)
        if wanted.type == "PLACE_TILE":
            self._pay_before(after)
            self._told_hunts = len(self._hunts())
            option = self._option_for(message, wanted)  # the same in a game that has moved on
        if option is None:
            raise refused
        self._play(option, message)
        self._remember(message, wanted, option)

    def _play_other_seat(self, after: tuple[Message, ...]) -> bool:
        """If everybody answers, in a different order there, play the later message of the seat that we ask now."""
        if self.game.step not in EVERYBODY or self.game.actor not in self.game.seats:
            return False
        for message in after:
            if message.type == "PLACE_TILE":
                return False
            if message.type in ANSWERS and message.number not in self._done:
                answer = self._read(message)
                option = self._option_for(message, answer)
                if option is not None:
                    self._play(option, message)
                    self._done.add(message.number)
                    return True
        return False

    def _read(self, message: Message) -> Meaning:
        return read_meaning(message, self.game, self.board, self.context, self.layout.ours)

    def _is_before_tile(self, wanted: Meaning) -> bool:
        """A ransom may be paid with the new tile in hand; then it has to be drawn first."""
        return wanted.type == "PAY_RANSOM" and not self.is_open

    def _option_for(self, message: Message, wanted: Meaning) -> Option | None:
        meanings = [(meaning_of(self.board, option, self.context), option) for option in self.game.options]
        if wanted.type == "PAY_RANSOM":  # the message does not name the captor; of two we have to know
            captor = self._captors.get(str(message.payload.get("meepleId")), "")
            meanings.sort(key=lambda entry: entry[0] is None or entry[0].what != captor)
            meanings = [(found and replace(found, what=""), option) for found, option in meanings]
        return next((option for found, option in meanings if found == wanted), None)

    def _remember(self, message: Message, wanted: Meaning, option: Option) -> None:
        """Remember what later messages refer to."""
        if wanted.type == "PLACE_TILE":
            self.is_open = True
            self.pack.dragon_is_here = self.pack.dragon_is_here or "volcano" in self._symbols(wanted.what)
        elif wanted.type == "CAPTURE_FOLLOWER":
            pointer = message.payload["pointer"]
            self._captors[str(pointer["meepleId"])] = option.seat
        elif wanted.what in (NEW_TUNNEL, *TUNNELS) and wanted.pointer is not None:
            key = (self.game.seats.index(option.seat), str(message.payload["token"]))
            self.context.tunnels.setdefault(key, []).append(wanted.pointer)

    def _symbols(self, tile: str) -> tuple[str, ...]:
        """The symbols on a tile, by its name there."""
        table, ours = self.game.rules.table, self.layout.ours.get(tile, "")
        return table.tiles[table.index[ours]].symbols if ours in table.index else ()

    def _pay_before(self, after: tuple[Message, ...]) -> None:
        """Ransoms of this turn are paid before the tile is laid: with nobody in hand we would not ask later."""
        for message in after:
            if message.type == "COMMIT":
                break
            if message.type == "PAY_RANSOM":
                option = self._option_for(message, self._read(message))
                if option is not None:
                    self._play(option, message)
                    self._done.add(message.number)

    def _bid(self, message: Message, wanted: Meaning) -> None:
        """A tile and a price in one message are two answers here."""
        seat = self.game.actor
        price = Action("bid", number=wanted.number)
        if self.game.step == "lot":
            self._play(Action("choose", tile=self.layout.ours.get(wanted.what, "")), message)
            self._is_offering = False
            if self.game.step == "bid" and self.game.actor == seat:
                self._play(price, message)
        elif self.game.step == "bid":
            self._play(price, message)
        elif not wanted.number:
            self._remark(message, "errors.jcz.remarks.last_lot")
        else:
            raise self._refused(message)

    def _has_hunted(self, message: Message, wanted: Meaning) -> bool:
        """Whether the dragon has made this step already: where it has one way only we do not ask."""
        if not self.untold_hunts:
            return False
        cell = self._hunts()[self._told_hunts]
        if cell == wanted.cell:
            return True
        raise about(message.says, unreadable("jcz.dragon_elsewhere", cell=cell_text(cell)))

    def _hunts(self) -> list[Cell]:
        """Every step that the dragon has made."""
        return [event.cell for event in self.game.events if event.name == "dragon_moved"]

    @property
    def untold_hunts(self) -> int:
        """How many steps the dragon has made here, because it had one way only, that are still to come there."""
        return len(self._hunts()) - self._told_hunts

    # -- declining ----------------------------------------------------------------------------------------------------
    def _commit(self) -> None:
        """The turn is confirmed: whatever could still be done before it is not done."""
        while self.is_open and self.game.step in BEFORE_COMMIT and self.game.actor in self.game.seats:
            neutral = self._neutral()
            if neutral is None:
                break
            self._play(neutral, None)
        self.is_open = False

    def _decline(self, message: Message, after: tuple[Message, ...]) -> None:
        """PASS: the whole action phase, or the one question that is open."""
        game = self.game
        if self.is_open:
            if game.step in ACTION:
                while self.game.step in ACTION and self.game.actor in game.seats:
                    self._play_neutral(message)
            elif game.step in BEFORE_COMMIT:
                self._play_neutral(message)
            return  # else something was asked there that we do not ask
        if game.actor == "chance":
            if after[:1] and after[0].type == "COMMIT":
                return  # an abbey that could be laid there
            self._draw(message, "")
        while self._play_other_seat(after):
            pass  # so that it is not their PASS
        neutral = self._neutral()
        if self.game.step == "forced_bridge":
            self._play(Action("discard"), message)
        elif neutral is not None:
            self._play(neutral, message)
        else:
            self._remark(message, "errors.jcz.remarks.nothing_asked")

    def _play_neutral(self, message: Message) -> None:
        neutral = self._neutral()
        if neutral is None:
            raise self._refused(message)
        self._play(neutral, message)

    def _neutral(self) -> Option | None:
        """The answer of somebody who wants nothing; None where there is none."""
        if self.game.actor not in self.game.seats:
            return None
        return next((option for option in self.game.options if option.action.verb in NEUTRAL), None)

    # -- chance -------------------------------------------------------------------------------------------------------
    def _draw_all(self, message: Message | None) -> None:
        while self.game.actor == "chance":
            self._draw(message, "")

    def _draw(self, message: Message | None, wanted: str) -> None:
        """Draw the next tile of the file's pack. If a random draw differs from a message, the message counts."""
        if self.pack.is_empty:
            raise OtherTiles(self.pack.drawn)
        if self.game.step == "offer" and not self._is_offering and not self.is_counted_out:
            if self.pack.to_come < len(self.game.seats):
                raise OtherTiles(self.pack.as_if_drawn([]))  # there, that is too few for an auction, as it is here
        tile = self.pack.next_tile()
        if wanted in self.layout.ours and wanted not in (tile, ABBEY) and self._would_place(tile):
            if self.pack.is_told or not self.pack.left[wanted]:
                raise about(_place_of(message), unreadable("jcz.other_tile", tile=wanted, drawn=tile))
            self._remark(message, "errors.jcz.remarks.believed", tile=wanted, drawn=tile)
            tile = wanted
        if self.is_counted_out and not self.game.tiles_left.get(self.layout.ours[tile]):
            raise OtherTiles(self.pack.as_if_drawn([tile]))
        if self.game.step == "offer":
            if not self._is_offering:
                self.context.offer.clear()
            self._is_offering = True
            self.context.offer.append(tile)
        self._play(Action("draw", tile=self.layout.ours[tile]), message)
        self.pack.take(tile)
        if self.pack.is_empty and self.game.tiles_left and not self.is_counted_out:
            raise OtherTiles(self.pack.drawn)  # this was the last one, and our game should know it

    def _would_place(self, tile: str) -> bool:
        """Whether a tile would be laid if it was drawn now: one that fits nowhere is put away, and another drawn."""
        after = self.game.copy()
        try:
            after.play(Action("draw", tile=self.layout.ours[tile]))
        except AudeError:
            return True
        return bool(after.tile)

    # -- playing ------------------------------------------------------------------------------------------------------
    def _play(self, choice: Action | Option, message: Message | None) -> None:
        """Play a choice, and let castles score the most valuable feature, which is not asked there."""
        self.uncommitted = len(self.game.moves)
        self._board = None
        action = choice.action if isinstance(choice, Option) else choice
        try:
            self.game.play(choice)
        except AudeError as error:
            if isinstance(error, Illegal):
                error = Illegal(self.game.text(action), error.rule, error.says, key=error.key, values=error.values)
            raise about(_place_of(message), error) from None
        self._told_hunts += action.verb == "dragon"
        while self.game.step == "castles" and self.game.actor in self.game.seats:
            self.game.play(max(self.game.options, key=lambda option: int(option.action.points)))

    def _remark(self, message: Message | None, key: str, **values: object) -> None:
        self.remarks.append(Phrase("errors.about", field=_place_of(message), says=Phrase(key, **values)))

    def _refused(self, message: Message, wanted: Meaning | None = None) -> Unreadable:
        """The error for a message without an equivalent here."""
        payload = ", ".join(f"{key} {told(value)}" for key, value in message.payload.items() if key != "random")
        offered = [option.text for option in self.game.options]
        names = "; ".join(offered[:MAX_OFFERED]) + (" …" if len(offered) > MAX_OFFERED else "")
        now = Phrase("errors.jcz.asked", step=self.game.step, options=names)
        if self.game.actor not in self.game.seats:
            now = Phrase("errors.jcz.game_over" if self.game.over else "errors.jcz.turn_over")
        reason = None if wanted is None else reason_for(self.game, self.board, wanted)
        if reason is not None:
            now = Phrase("errors.jcz.and_rules_differ", says=now, differ=rules_differ(reason))
        return about(message.says, unreadable("jcz.impossible", what=payload or message.type, now=now))


def _place_of(message: Message | None) -> Phrase:
    """Where in the file something happens."""
    return message.says if message is not None else Phrase("errors.jcz.at_the_end")


def follow(save: Save, layout: Layout) -> Run:
    """Play a save. If its pack ends before our bag does, start again with only the tiles that were drawn."""
    run = Run(save, layout)
    for _ in range(3 + len(save.players)):  # a pack that is too small for an auction is found out tile by tile
        try:
            run.play_all()
            return run
        except OtherTiles as other:
            run = Run(save, layout.ending_with(other.tiles), is_counted_out=True)
    raise about("gameAnnotations.endTurn", unreadable("jcz.end_turn"))
