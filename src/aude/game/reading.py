"""Finds the option that typed words or an action mean: lenient if the meaning is clear, an error if it is not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from aude.catalog.errors import unreadable
from aude.catalog.texts import Typed
from aude.engine.choice import Choice
from aude.engine.history import interrupts_of
from aude.engine.refusal import Refused
from aude.engine.spots import names_laid_over
from aude.errors import Illegal, Unreadable
from aude.game.actions import Action
from aude.game.notation import ABSENT, NO_NUMBER, WHICH, action_of, choice_of, fits, read_words
from aude.game.options import Option
from aude.game.setup import composed

if TYPE_CHECKING:
    from aude.game.view import GameView

MAX_LENGTH = 300  # characters of an action
COMMA = re.compile(r"\s*,\s*")


def split(text: str) -> list[str]:
    """Split an action into words. Spaces around commas do not matter, nor does case, except in names."""
    words = COMMA.sub(",", text).split()
    return [words[0].lower(), *(word.lower() if word.lower() == "turn" else word for word in words[1:])]


def read_text(game: GameView, seat: str, text: str) -> tuple[int, Choice, int]:
    """The option that a seat's words mean: its code, its choice, and its number among options that read the same."""
    if len(text) > MAX_LENGTH:
        raise unreadable("action.long", length=len(text), most=MAX_LENGTH)
    words = text.split()
    if not words:
        raise unreadable("action.empty")
    reading = read_words(game.state, words)
    if reading is None or not reading.exact:  # not in the exact notation
        words = split(composed(text))
        reading = read_words(game.state, words)
    if reading is not None and reading.exact and reading.numbers is None:
        code, choice = find(game, seat, reading.choice, reading.which)
        if code >= 0:
            return code, choice, reading.which
    options = game.options_of(seat)
    lower = [word.lower() for word in words]
    near = [option for option in options if option.low is None and fits(lower, [word.lower() for word in option.words])]
    if len(near) == 1:
        return near[0].code, near[0].choice, near[0].which
    if near:
        choices = Typed((option.words for option in near[:6]), "; ")
        raise not_one(game, "refusals.ambiguous", text=Typed([split(text)]), count=len(near), choices=choices)
    refuse(game, seat, text, words[0], reading.choice if reading is not None else None, options)
    raise AssertionError("an action is either found or refused")


def read_action(game: GameView, seat: str, action: Action, text: str) -> tuple[int, Choice, int]:
    """The option that an action means, with the return values of `read_text`; errors quote `text`."""
    choice = choice_of(game.state, action)
    which = action.facts.get(WHICH, 0)
    if choice is not None and isinstance(which, int):
        code, found = find(game, seat, choice, which)
        if code >= 0:
            return code, found, which
    refuse(game, seat, text, action.verb, choice, game.options_of(seat))
    raise AssertionError("an action is either found or refused")


def find(game: GameView, seat: str, choice: Choice, which: int = 0) -> tuple[int, Choice]:
    """The code of a choice if it is offered to this seat now (otherwise -1), and the choice as it is offered."""
    state = game.state
    if which or names_laid_over(state, choice):  # there may be several options that look the same
        if ABSENT in choice.facts:
            return -1, choice
        wanted = action_of(state, choice, which)
        for option in game.options_of(seat):
            if option.action == wanted:
                return option.code, option.choice
        return -1, choice
    if seat == game.actor:
        step = game.rules.program[state.step]
        answer = step.normalized(state, choice)
        code = int(step.code_of(state, answer))
        if code >= 0:
            return code, answer
    if seat in game.seats and not game.over:
        number = game.seats.index(seat)
        for code, offered in interrupts_of(state, number):
            if offered.same_as(choice):
                return code, choice
    return -1, choice


def refuse(game: GameView, seat: str, text: str, verb: str, choice: Choice | None, options: Sequence[Option]) -> None:
    """Raise the error for an action that is not offered to a seat now, giving the reason."""
    state = game.state
    step = game.rules.program[state.step]
    for option in options:
        if choice is not None and option.low is not None and option.choice.form == choice.form:
            if choice.facts[-1] != NO_NUMBER:
                raise refused(game, text, step.rule, "refusals.range", {"low": option.low, "high": option.high})
    try:
        if choice is not None and seat in game.seats:
            for part in game.rules.interrupts:
                part.refuse_interrupt(state, game.seats.index(seat), choice)
        if seat != game.actor:
            raise refused(game, text, game.rules.turn_rule, "refusals.not_asked", {"seat": game.actor})
        verbs = sorted({option.action.verb for option in options})
        if verb not in verbs:
            if choice is None and not game.texts().has(f"options.{verb}"):
                raise not_one(game, "refusals.no_action", text=Typed([split(text)]), verbs=Typed([v] for v in verbs))
            raise refused(game, text, game.rules.order_rule, "refusals.not_now", {"verbs": Typed([v] for v in verbs)})
        if choice is None or step.code_of(state, step.normalized(state, choice)) >= 0:  # there was one word too many
            raise Refused(step.rule, "not_offered")
        step.refuse(state, step.normalized(state, choice))
    except Refused as why:
        raise refused(game, text, why.rule, f"refusals.{why.key}", why.values) from None


def refused(game: GameView, action: str, rule: str, key: str, values: Mapping[str, object] | None = None) -> Illegal:
    """The error for an action that is not allowed, with its reason in words."""
    held = dict(values or {})
    texts = game.texts()
    return Illegal(action, rule, texts.sentence(key, held), key, held, folders=texts.folders)


def not_one(game: GameView, key: str, **values: object) -> Unreadable:
    """The error for words that match no option, or several, with what they could be."""
    texts = game.texts()
    return Unreadable(texts(key, **values), key=key, values=values, folders=texts.folders)
