"""What people at a table are told, each in their own language, and nothing that their seats may not know.

Everybody sees the same table. What a seat may choose is told only to the person who plays it; the secret of the shuffle
is told when the game is over.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from aude.board import Board
from aude.bots.outside.messages import fair_setup
from aude.catalog.errors import said
from aude.catalog.texts import Texts
from aude.game.game import GameCore
from aude.game.options import Move
from aude.game.setup import Setup
from aude.game.setup_facts import to_facts
from aude.game.shuffle import commitment
from aude.tables.board_text import BoardText, Json
from aude.tables.refusal import Refusal
from aude.tables.table import Table
from aude.terminal.descriptions import name_of_tile, option_sentence
from aude.wire import (
    About,
    Changed,
    MoveTold,
    Offer,
    Person,
    Question,
    Refused,
    Said,
    SeatInfo,
    Shuffle,
    TakeBack,
    Told,
    Whole,
)

LAST_MOVES = 30  # that a newcomer is told
MAX_TEXTS = 200  # set-ups and languages whose texts are kept
FOLDER = Path(__file__).parent


@lru_cache(MAX_TEXTS)
def texts_of(setup: Setup, language: str) -> Texts:
    """The texts of tables with a set-up; sides in full: road north, south."""
    folders = [folder for box in [*setup.guests(), *setup.infos()] for folder in box.text_folders]
    texts = Texts(language, [*folders, FOLDER])
    texts.spoken = True
    game = cache(lambda: GameCore(setup, deal=False))
    texts.tile_name = cache(lambda tile: name_of_tile(game(), tile, texts))
    return texts


class Picture:
    """A table at one moment, as it is told. Made once for each moment; what depends on the viewer is made for each.

    An earlier picture of the same table saves most of the work, and is not kept.
    """

    def __init__(self, table: Table, before: Picture | None = None) -> None:
        self.table = table
        self.n = table.n
        self.about: About = about(table, before.about if before is not None else None)
        self.position = table.position
        self._board = Board(table.game.state) if table.game is not None else None  # until somebody looks
        self._text: BoardText | None = None
        self._earlier: BoardText | None = None if before is None else before._text or before._earlier
        self._changes: tuple[int, Json] | None = None  # since which row
        self._moves: dict[tuple[int, str], list[MoveTold]] = {}  # told from which on, in a language
        self._flights: dict[int, list[tuple[float, float]]] = {}  # of which moves something flew over the table

    @property
    def board(self) -> BoardText | None:
        """The board, as soon as somebody looks."""
        if self._text is None and self._board is not None:
            self._text = BoardText(self._board, self._earlier, self.table.has_aids)
            self._board = self._earlier = None
        return self._text

    def _board_since(self, before: Picture) -> Json | None:
        """What has changed on the board."""
        old, new = before.board, self.board
        if old is None or new is None:
            return None if new is None else new.whole()
        if self._changes is None or self._changes[0] != before.n:
            self._changes = before.n, new.changes(old)
        return self._changes[1]

    def texts(self, language: str) -> Texts:
        """The texts of the table and of its game's boxes."""
        return texts_of(self.table.setup, language)

    def whole(self, person: str, language: str, now: int) -> Whole:
        """Everything, for somebody who comes."""
        return Whole(
            n=self.n,
            now=now,
            about=self.about,
            position=self.position,
            board=self.board.whole() if self.board is not None else None,
            question=self.question(person, language),
            moves=self._told_from(max(0, self.position - LAST_MOVES), language),
        )

    def changed(self, before: Picture, kept: int, person: str, language: str, now: int) -> Changed:
        """What has changed since an earlier picture; the first `kept` moves of the game are the same."""
        return Changed(
            after=before.n,
            n=self.n,
            now=now,
            about=None if before.about == self.about else self.about,
            kept=kept,
            position=self.position,
            moves=self._news_from(kept, language),
            board=self._board_since(before),
            question=self.question(person, language),
            said=[self.said(spoke.person, spoke.phrase, language) for n, spoke in self.table.spoken if n > before.n],
        )

    def said(self, person: str, phrase: str, language: str) -> Said:
        """A phrase, in a language."""
        return Said(person, phrase, self.texts(language)(f"tables.phrases.{phrase}"))

    def _told_from(self, first: int, language: str) -> list[MoveTold]:
        """The moves from one on, the same for all who read a language."""
        if (first, language) not in self._moves:
            moves = self.table.game.moves[first : self.position] if self.table.game is not None else []
            self._moves[first, language] = [self.told(move, language) for move in moves]
        return self._moves[first, language]

    def _news_from(self, first: int, language: str) -> list[MoveTold]:
        """The same, with what has flown over the table."""
        told = self._told_from(first, language)
        game = self.table.game
        for number, news in enumerate(told, first):
            if game is not None and may_fly(game.moves[number]) and not news.flight:
                if number not in self._flights:
                    self._flights[number] = flown(game, number)
                news.flight = self._flights[number]
        return told

    def told(self, move: Move, language: str) -> MoveTold:
        """A choice and what happened, in sentences."""
        return move_told(move, self.texts(language))

    def question(self, person: str, language: str) -> Question | None:
        """What is asked, with the options of this person's seats."""
        table = self.table
        game = table.game
        if game is None or table.state != "running":
            return None
        texts = self.texts(language)
        confirming = table.confirming
        actor = game.actor if confirming is None else None
        key = f"steps.{game.step}" if confirming is None else "tables.confirm"
        own = table.seats_of(person)
        offers = {seat: offered for seat in own if (offered := offers_of(game, seat, texts))}
        last = table.last_chooser
        return Question(
            actor=actor,
            step=game.step,
            text=asked_in_words(key, texts),
            about=about_question(game, texts) if confirming is None else [],
            flight=rounded(game.flight) if confirming is None else [],
            offers=offers,
            confirm=confirming,
            undo=last if last in own else None,
        )


def may_fly(move: Move) -> bool:
    """Whether chance has answered with something seen on the table, or with a cell of it."""
    return move.seat == "chance" and (move.is_observed or "cell" in move.action.facts)


def flown(game: GameCore, number: int) -> list[tuple[float, float]]:
    """What flew over the table when chance answered: its whole way, or only where it began and where it ended."""
    way = rounded(game.at(number).flight)
    action = game.moves[number].action
    if len(way) == 1 and "cell" in action.facts:
        x, y = action.cell
        way.append((float(x), float(y)))
    return way


def move_told(move: Move, texts: Texts) -> MoveTold:
    """A choice and what happened, in sentences."""
    events = [Told(event.to_json(), event.text(texts)) for event in move.events]
    return MoveTold(move.seat, move.action.to_json(), move.sentence(texts), events)


def asked_in_words(key: str, texts: Texts) -> str:
    """What is asked, by the key of the step."""
    return texts(key) if texts.has(key) else texts("tables.choose")


def about_question(game: GameCore, texts: Texts) -> list[Told]:
    """What the question is about, if the board does not show it."""
    return [Told(event.to_json(), event.text(texts)) for event in game.about]


def offers_of(game: GameCore, seat: str, texts: Texts) -> list[Offer]:
    """What a seat may choose."""
    step = game.step if seat == game.actor else ""
    return [
        Offer(
            option.action.to_json(),
            option.sentence(texts, step) if option.low is None else option_sentence(game, option, texts),
            option.is_interrupt,
        )
        for option in game.options_of(seat)
    ]


def rounded(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points as exact as anybody can see."""
    return [(round(x, 2), round(y, 2)) for x, y in points]


def about(table: Table, before: About | None = None) -> About:
    """Everything about a table but the game. What never changes is taken from what was told before."""
    opened = table.opened
    ended = table.ended
    asked = table.take_back
    known = before if before is not None and before.state != "open" else None
    is_over = table.state == "over"
    return About(
        table=table.id,
        state=table.state,  # type: ignore[arg-type]  # one of the three
        host=table.host,
        setup=known.setup if known is not None else _setup_told(table),
        people=[Person(person, name) for person, name in table.people.items()],
        seats=[
            SeatInfo(seat.name, seat.person, seat.bot, seat.gave_up, table.clocks.shown(seat.name))  # type: ignore[arg-type]
            for seat in table.seats.values()
        ],
        clock=opened.clock,
        listed=opened.listed,
        confirm=opened.confirm,
        purist=opened.purist,
        paused=table.paused,
        shuffle=Shuffle(
            commitment=known.shuffle.commitment if known is not None else commitment(bytes.fromhex(opened.secret)),
            contributions=table.contributions if is_over else [],
            secret=opened.secret if is_over else None,
        ),
        take_back=TakeBack(asked.seat, asked.position, list(asked.agreed)) if asked is not None else None,
        running=table.clocks.running,
        since=table.clocks.since if table.clocks.running is not None else None,
        ended=ended.why if ended is not None else None,  # type: ignore[arg-type]  # one of the reasons
        winners=list(ended.winners) if ended is not None else [],
        rematch=table.rematch,
    )


def _setup_told(table: Table) -> Json:
    return to_facts(fair_setup(table.game)) if table.game is not None else table.opened.setup


@cache
def _texts_of_tables(language: str) -> Texts:
    return Texts(language, [FOLDER])


def refusal_told(refusal: Refusal, key: str, language: str) -> Refused:
    """A refusal in a language."""
    if refusal.error is not None:
        text = said(refusal.error, language)
    else:
        text = _texts_of_tables(language)(f"tables.refusals.{refusal.code}", **refusal.values)
    return Refused(key, refusal.code, text, refusal.rule, refusal.stale)
