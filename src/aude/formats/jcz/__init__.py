"""Reads, checks and writes saves of JCloisterZone (.jcz).

`open_save` plays a save as one of our games; `judge_save` checks the assertions inside it. In this package "there"
means JCloisterZone, and "here" Aude.

>>> from aude import Game
>>> from aude.formats.jcz.export import write_save
>>> game = Game(seed=5, first_player="seat1")
>>> _ = game.play("place -1,0 turn 180"), game.play("deploy meeple road E")
>>> save, run = open_save(write_save(game))
>>> save.players, run.game.scores == game.scores, run.remarks
(('red', 'blue'), True, [])
"""

from __future__ import annotations

from aude.formats.jcz.assertions import Verdict, judge_all
from aude.formats.jcz.differences import other_points, rules_differ
from aude.formats.jcz.moves import Run, follow
from aude.formats.jcz.save import Save, read_save
from aude.formats.jcz.setup_of import layout_of
from aude.formats.jcz.standing import Standing

__all__ = ["Run", "Save", "Verdict", "judge_save", "open_save", "read_save"]


def open_save(text: str) -> tuple[Save, Run]:
    """Parse a save, and play its game."""
    save = read_save(text)
    run = follow(save, layout_of(save))
    run.remarks += [rules_differ(sentence) for sentence in other_points(run.game)]
    return save, run


def judge_save(save: Save, run: Run) -> list[Verdict]:
    """Judge every assertion of a save."""
    return judge_all(Standing(run, save), save.assertions)
