"""The rules of the boxes in play, for the rules drawer: the order of the turn, and every numbered entry."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from aude.cards.card import CardStep, make_card
from aude.catalog import rulebook
from aude.catalog.boxes import BoxInfo
from aude.catalog.texts import title_of
from aude.game.setup import Setup
from aude.server.examples import examples
from aude.wire import EntryTold, RulesOfBox, RulesTold, StepTold

GENERAL = "turn-order-and-combining"
KEPT = 32  # answers that are kept for the next who asks


@lru_cache(KEPT)
def rules_of(setup: Setup, language: str) -> RulesTold:
    """The rules of a set-up."""
    card = make_card(setup, language)
    infos = setup.infos()
    boxes = [_box(box, language) for box in infos if box.like is None or box.like not in infos]
    spec = rulebook.read_spec(rulebook.general_rules()[GENERAL], language)
    boxes.append(RulesOfBox(GENERAL, spec.title, _entries(spec.of("rule"))))
    return RulesTold(list(card.preparations), _steps(card.turn), _steps(card.end), boxes)


def _steps(steps: Iterable[CardStep]) -> list[StepTold]:
    return [StepTold(step.steps, step.text, step.below) for step in steps]


def _box(box: BoxInfo, language: str) -> RulesOfBox:
    spec = rulebook.read_spec(box.rules_folder / "spec.md", language)
    return RulesOfBox(box.id, title_of(box, language), _entries(spec.entries))


def _entries(entries: Iterable[rulebook.Entry]) -> list[EntryTold]:
    return [EntryTold(entry.id, entry.kind, entry.text, entry.id in examples()) for entry in entries]
