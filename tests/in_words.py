"""What the engine offers, in words: for tests that work on states instead of games."""

from __future__ import annotations

from aude.engine.choice import Choice
from aude.engine.history import Entry
from aude.engine.rules import Rules
from aude.engine.state import State
from aude.game.options import Move

OF_THE_TABLE = {"node", "slot"}
"""Fields whose words depend on what lies on the table; all others say the same throughout a game."""


class Wording:
    """The options of one game in words; those that say the same throughout are worked out once."""

    def __init__(self, rules: Rules) -> None:
        self.known: dict[tuple[str, tuple[int, ...]], str] = {}
        self.long_lists: dict[str, tuple[list[int], list[str]]] = {}  # by the name of the step
        self.lasting = {
            key for key, form in rules.forms.items() if not any(field.type in OF_THE_TABLE for field in form.facts)
        }

    def of_codes(self, state: State, codes: list[int]) -> list[str]:
        """Codes of the open question as people write them.

        A list of a thousand codes is one of numbers; if it was seen before, its words are not worked out again.
        """
        step = state.rules.program[state.step]
        known = self.long_lists.get(step.name)
        if known is not None and known[0] == codes:
            return known[1]
        choices = [step.describe(state, code) for code in codes]
        words = [self.of_choice(state, choice) for choice in choices]
        if len(codes) >= 1000 and all(choice.form in self.lasting for choice in choices):
            self.long_lists[step.name] = codes, words
        return words

    def of_choice(self, state: State, choice: Choice) -> str:
        """A choice as people write it."""
        key = choice.form, tuple(choice.facts)
        words = self.known.get(key)
        if words is None:
            words = " ".join(words_of_choice(state, choice))
            if choice.form in self.lasting:
                self.known[key] = words
        return words


def words_of_choice(state: State, choice: Choice) -> list[str]:
    """A choice as people write it."""
    return Move(state, Entry("", 0, choice, 0, state.slots, [])).text.split()


def words_of(state: State, code: int) -> list[str]:
    """A code of the open question as people write it."""
    return words_of_choice(state, state.rules.program[state.step].describe(state, code))
