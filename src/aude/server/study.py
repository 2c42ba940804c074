"""A board to study: any table, laid by hand or read from a text, and what can be played from there.

Nothing of it is kept: every question brings the whole table with it, as a set-up, lines that lay it, and moves.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from aude.api import Game
from aude.catalog.texts import Texts
from aude.errors import AudeError, Illegal
from aude.formats import jcz, record
from aude.formats.setupfile import from_facts
from aude.game import laying
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.position import lay_to_score
from aude.game.setup import Setup
from aude.game.setup_facts import VERSION, to_facts
from aude.server.art import drawn_with
from aude.server.thinking import Thinkers
from aude.tables.board_text import BoardText
from aude.tables.deciding import in_words, refused
from aude.tables.refusal import Refusal
from aude.tables.view import about_question, asked_in_words, move_told, offers_of, rounded, texts_of
from aude.wire import (
    Laying,
    Question,
    Studied,
    Study,
    StudyAdvice,
    StudyMove,
    StudyRead,
    StudyText,
    StudyWritten,
)

KEPT = 64  # set-ups
NOT_STUDIED = ("position", "seed", "bots", "title")  # fields of a set-up that say nothing about what can be played


def studied(wish: Study, language: str) -> Studied:
    """The table that somebody asks about, and what may be chosen there. Raises `Refusal` if there is no such table."""
    game = game_of(wish)
    texts = texts_of(replace(game.setup, position=""), language)
    pieces = laying.piece_names(game.state) if wish.laying else []
    return Studied(
        setup=_facts_of(game.setup),
        board=BoardText(game.board).whole(),
        question=None if wish.laying or game.over else _question(game, texts),
        moves=[move_told(move, texts) for move in game.moves[wish.known :]],
        if_ended_now=game.if_ended_now,
        layings=[Laying(one.line, one.action.to_json(), one.sentence(texts)) for one in _layings(wish, game)],
        pieces=pieces,
        words={name: texts.word(name) for name in [*_named(game), *pieces]},
        kit=drawn_with(game.setup),
    )


def read(wish: StudyText, language: str = "en") -> StudyRead:
    """A record, or a save of JCloisterZone, as a table to study."""
    try:
        if wish.text.lstrip().startswith("{"):
            _, run = jcz.open_save(wish.text)
            texts = run.game.texts(language)
            game, remarks = run.game, [texts.said(remark) for remark in run.remarks]
        else:
            game, remarks = record.read(wish.text, make=GameCore, to_score=True), []
        moves = [StudyMove(move.seat, move.action.to_json()) for move in game.moves]
    except AudeError as error:
        raise refused(error) from None
    return StudyRead(_facts_of(game.setup), game.position, moves, remarks)


def written(wish: Study) -> StudyWritten:
    """The record of a study; between two turns, also the lines that lay its table."""
    game = game_of(wish)
    try:
        lines = game.position if wish.laying else game.position_lines()
    except AudeError:
        lines = None
    return StudyWritten(game.record, lines)


async def advised(wish: Study, language: str, thinkers: Thinkers, game: Game) -> StudyAdvice:
    """What our bots would do there, and why."""
    if wish.laying or game.actor not in game.seats:
        raise Refusal("nobody_asked")
    return StudyAdvice(await thinkers.advise(game, language))


def game_of(wish: Study) -> Game:
    """The game that a study tells. Raises `Refusal` if it cannot be."""
    setup = _setup(msgspec.json.encode(wish.setup, order="sorted"))
    lines = [line for line in wish.position if line.strip()]
    try:
        if wish.laying:
            game = Game(setup, deal=False)
            if lines:
                lay_to_score(game, [(0, line) for line in lines])
            return game
        game = Game(replace(setup, position="\n".join(lines)), deal=False)
    except AudeError as error:
        raise refused(error) from None
    for move in wish.moves:
        _play(game, move)
    return game


def _play(game: GameCore, move: StudyMove) -> None:
    try:
        action = Action.from_json(move.action)
        game.play(action, move.seat)
    except Illegal as error:
        raise refused(in_words(game, action, error)) from None
    except AudeError as error:
        raise refused(error) from None


@lru_cache(KEPT)
def _setup(facts: bytes) -> Setup:
    """A set-up as JSON, checked. Boxes in folders are code, and refused."""
    found: dict[str, Any] = {"version": VERSION, **msgspec.json.decode(facts)}
    try:
        return from_facts({name: value for name, value in found.items() if name not in NOT_STUDIED})
    except AudeError as error:
        raise refused(error) from None


def _facts_of(setup: Setup) -> dict[str, Any]:
    return {name: value for name, value in to_facts(setup).items() if name not in NOT_STUDIED}


def _question(game: GameCore, texts: Texts) -> Question:
    """What is asked: here every seat may be answered for, and chance too."""
    seats = ["chance", *game.seats]
    return Question(
        actor=game.actor,
        step=game.step,
        text=asked_in_words(f"steps.{game.step}", texts),
        about=about_question(game, texts),
        flight=rounded(game.flight),
        offers={seat: offered for seat in seats if (offered := offers_of(game, seat, texts))},
        undo=game.actor if game.moves else None,
    )


def _named(game: GameCore) -> list[str]:
    """Seats, figures, and what seats hold."""
    figures = [kind.name for kind in game.rules.figure_kinds]
    return [*game.seats, *figures, *{name for held in game.holdings.values() for name in held}]


def _layings(wish: Study, game: GameCore) -> list[laying.Laying]:
    """Where the thing can be laid that somebody has in hand."""
    if not wish.laying:
        return []
    if wish.tile:
        return laying.tile_places(game.state, wish.tile)
    if wish.figure:
        return laying.figure_places(game.state, wish.seat, wish.figure)
    return laying.piece_places(game.state, wish.piece, wish.seat) if wish.piece else []
