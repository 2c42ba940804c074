"""What boxes tell bots that no scorer counts: one term of the evaluation for each asset."""

from __future__ import annotations

import pytest

from aude import Game, Setup
from aude.bots.thinking import evaluation_for
from aude.bots.weights import Learned
from aude.catalog.boxes import expansions
from aude.catalog.texts import LANGUAGES
from aude.engine.arrays import vec
from aude.engine.assets import Asset
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.testing import beside
from aude.think.evaluation import KNOTS, Evaluation


class Hats(Asset):
    """The first seat has two hats, the others have none. Not compiled: any box may bring assets."""

    def __init__(self) -> None:
        super().__init__("tailor.hats", 1.5)

    def count(self, state: State, counts: vec[float]) -> None:
        counts[0] += 2.0


class Tailor(Part):
    """A part with an asset."""

    def setup(self, rules: Rules) -> None:
        rules.add_asset(Hats())


class TwoTailors(Tailor):
    """A part with two assets that cannot be told apart."""

    def setup(self, rules: Rules) -> None:
        super().setup(rules)
        super().setup(rules)


def judged(part: Part, learned: Learned, tiles_left: bool = True) -> Evaluation:
    """The evaluation of the start of a game with this part."""
    state = beside("", part).state
    if not tiles_left:
        state.bag_size = 0
    evaluation = evaluation_for(state.rules, learned)
    evaluation.begin(state)
    evaluation.evaluate(state)
    return evaluation


def test_an_asset_is_worth_what_its_box_says_until_something_is_learned() -> None:
    plain, rich = judged(Part(), Learned.nothing()), judged(Tailor(), Learned.nothing())
    assert rich.values[0] - plain.values[0] == pytest.approx(2 * 1.5)
    assert rich.values[1] == plain.values[1]
    learned = Learned.nothing()
    learned.weights["tailor.hats"] = [0.0] + [4.0] * (len(KNOTS) - 1)
    assert judged(Tailor(), learned).values[0] - plain.values[0] == pytest.approx(2 * 4.0)


def test_an_asset_is_worth_nothing_when_no_tile_is_left() -> None:
    plain, rich = (judged(part, Learned.nothing(), tiles_left=False) for part in (Part(), Tailor()))
    assert list(rich.values) == list(plain.values)


def test_assets_have_different_names() -> None:
    with pytest.raises(ValueError, match=r"tailor\.hats"):
        beside("", TwoTailors())


def test_every_asset_has_words_for_explanations() -> None:
    for setup in (Setup(boxes=expansions("carcassonne")), Setup(game="the_city")):
        for language in LANGUAGES:
            texts = Game(setup, deal=False).texts(language)
            assert [asset.name for asset in setup.rules().assets if not texts.has(f"assets.{asset.name}")] == []
