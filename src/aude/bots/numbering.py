"""A numbering of actions, for learners that answer with a number: bounded, and the same for every game of a set-up.

    0 …                 placements: by cell and rotation, in a square of 73 by 73 cells around the start tile;
    then                a block of 192 for figures on the newest tile: 16 segments for each of the first 12 kinds;
    then                a block of 256 for each other form of action, in the order of their keys: the number of the
                        action among those of its form that are offered now; of a range, the number itself.

What does not fit into its block (a cell outside the square, the 257th of its form) gets the last number of the block,
which then means the first of these actions. That happens only in games far longer than people play.

>>> from aude import Game
>>> game = Game(seed=7, first_player="seat1")
>>> numbering = Numbering(game.rules)
>>> numbers = numbering.numbers(game.options)
>>> numbering.option(game.options, numbers[3]) == game.options[3]
True
"""

from __future__ import annotations

from collections.abc import Sequence

from aude.engine.rules import Rules
from aude.errors import Illegal
from aude.game.options import Option

RADIUS = 36  # of the square of cells
WIDTH = 2 * RADIUS + 1
KINDS = 12
SEGMENTS = 16
BLOCK = 256


class Numbering:
    """The numbers of all actions that games with these rules may offer."""

    def __init__(self, rules: Rules) -> None:
        self._placements = [form for form in sorted(rules.forms) if _is_placement(rules, form)]
        self._figures = len(self._placements) * WIDTH * WIDTH * 4
        others = [form for form in sorted(rules.forms) if form not in self._placements and form != "deploy"]
        first = self._figures + KINDS * SEGMENTS
        self._blocks = {form: first + BLOCK * at for at, form in enumerate(["deploy", *others])}
        self.size = first + BLOCK * len(self._blocks)
        """How many numbers there are; all are below this."""

    def numbers(self, options: Sequence[Option]) -> list[int]:
        """The number of each option; for a range, that of its lowest number."""
        seen: dict[str, int] = {}
        return [self._number(option, seen) for option in options]

    def _number(self, option: Option, seen: dict[str, int]) -> int:
        form = option.choice.form
        if form in self._placements:
            base = self._placements.index(form) * WIDTH * WIDTH * 4
            x, y = (int(number) for number in option.action.cell)
            if max(abs(x), abs(y)) > RADIUS:
                return base + WIDTH * WIDTH * 4 - 1
            return base + ((y + RADIUS) * WIDTH + x + RADIUS) * 4 + int(option.action.rotation) // 90
        if form == "deploy" and option.segment is not None:
            kind = option.choice.facts[0]
            if kind < KINDS and option.segment < SEGMENTS:
                return self._figures + kind * SEGMENTS + option.segment
        if option.low is not None:
            return self._blocks[form] + min(max(option.low, 0), BLOCK - 1)
        at = seen.get(form, 0)
        seen[form] = at + 1
        return self._blocks[form] + min(at, BLOCK - 1)

    def option(self, options: Sequence[Option], number: int) -> Option:
        """The option with this number; for a range, the option for one of its numbers."""
        for option, first in zip(options, self.numbers(options), strict=True):
            if option.low is not None and option.high is not None:
                chosen = number - self._blocks[option.choice.form]
                if option.low <= chosen <= min(option.high, BLOCK - 1):
                    return option.at(chosen)
            elif first == number:
                return option
        raise Illegal(str(number), "", "no option has this number now")


def _is_placement(rules: Rules, form: str) -> bool:
    return [field.type for field in rules.forms[form].facts] == ["cell", "rotation"]
