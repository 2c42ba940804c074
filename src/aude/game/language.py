"""From typed words to one of the options: forgiving where there is no doubt, and clear where there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.engine.words import fits, read_number
from aude.errors import Illegal, Unreadable

if TYPE_CHECKING:
    from aude.game.game import Game, Option

MAX_LENGTH = 300  # characters of an action


def split(text: str) -> list[str]:
    """The words of an action; blanks around commas do not matter."""
    return ",".join(part.strip() for part in text.split(",")).split()


def read(game: Game, seat: str, text: str) -> tuple[int, list[str]]:
    """The code and the full words of the option that a seat means."""
    if len(text) > MAX_LENGTH:
        raise Unreadable(f"an action of {len(text)} characters; {MAX_LENGTH} are possible")
    words = split(text)
    if not words:
        raise Unreadable("an empty action")
    words = [words[0].lower(), *(word.lower() if word.lower() == "turn" else word for word in words[1:])]
    state = game.state
    step = game.rules.program[state.step]
    if seat == game.actor:
        words = step.same_as(state, words)
    options = game.options_of(seat)
    exact = [option for option in options if option.words == words]
    if exact and exact[0].low is None and all(option.code == exact[0].code for option in exact):
        return exact[0].code, words
    for option in options:
        if option.low is not None and option.high is not None:
            number = _number_in(words, option)
            if number is not None:
                if option.low <= number <= option.high:
                    return option.code + number, step.words(state, option.code + number)
                raise refused(game, text, step.rule, "refusals.range", low=option.low, high=option.high)
    lower = [word.lower() for word in words]
    near = [option for option in options if option.low is None and fits(lower, option.text.lower().split())]
    if len(near) == 1:
        return near[0].code, near[0].words
    if near:
        choices = "; ".join(option.text for option in near[:6])
        raise unreadable(game, "refusals.ambiguous", text=repr(text), count=len(near), choices=choices)
    for box in game.rules.interrupts:
        rule, key = box.interrupt_refusal(state, game.seats.index(seat), words) if seat in game.seats else ("", "")
        if rule:
            raise refused(game, text, rule, f"refusals.{key}")
    if seat != game.actor:
        raise refused(game, text, game.rules.turn_rule, "refusals.not_asked", seat=game.actor)
    verbs = sorted({option.words[0] for option in options})
    if words[0] not in verbs:
        if not game.texts().has(f"options.{words[0]}"):
            raise unreadable(game, "refusals.no_action", text=repr(text), verbs=", ".join(verbs))
        raise refused(game, text, game.rules.order_rule, "refusals.not_now", verbs=", ".join(verbs))
    rule, key = step.refusal(state, words)
    raise refused(game, text, rule, f"refusals.{key}")


def refused(game: Game, action: str, rule: str, key: str, **values: object) -> Illegal:
    """The error for an action that is not allowed, with its reason in words."""
    return Illegal(action, rule, game.texts()(key, **values), key, values)


def unreadable(game: Game, key: str, **values: object) -> Unreadable:
    """The error for words that mean no option, with what they could be."""
    return Unreadable(game.texts()(key, **values), key=key, values=values)


def _number_in(words: list[str], option: Option) -> int | None:
    """The number typed for a range option: the same words, another number at the end."""
    return read_number(words[-1]) if words[:-1] == option.words[:-1] else None
