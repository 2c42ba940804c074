"""examples/learner.py: it learns to beat `greedy`, the same with the same seed, and what it has learned is a bot."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from aude import COMPILED, Game, Unreadable, bots

LEARNER = Path(__file__).parents[1] / "examples" / "learner.py"

pytestmark = pytest.mark.skipif(not COMPILED, reason="interpreted, it would learn for many minutes")


def learned(where: Path, *words: str) -> str:
    """Run the command, and return the weights that it keeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [str(LEARNER), "--out", str(where), *words])
        runpy.run_path(str(LEARNER), run_name="__main__")
    return where.read_text(encoding="utf-8")


def test_it_learns_to_beat_greedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A tenth of what it learns in minutes is enough to be far ahead; as it began, it was as strong as greedy."""
    weights = json.loads(learned(tmp_path / "learned.json", "--rounds", "2", "--games", "100", "--decks", "40"))
    first, *_, last = [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines() if " s: " in line]
    assert abs(float(first.split()[0])) < 10 < 12 < float(last.split()[0])
    assert weights["supply 0 meeple from 1, always"] > 0 and any(name.startswith("city 0 open 1") for name in weights)
    drawn = ElementTree.parse(tmp_path / "learned.svg").getroot()
    said = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert said[-5:] == ["0", "100", "200", "games", "points ahead of greedy"]


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    small = ("--rounds", "1", "--games", "3", "--decks", "2")
    one, two, other = (
        learned(tmp_path / name, *small, "--seed", seed) for name, seed in [("one", "5"), ("two", "5"), ("three", "6")]
    )
    assert one == two != other


def test_what_was_learned_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With any box, and any number of seats."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unreadable, match="learn first"):
        bots.make(str(LEARNER))
    learned(tmp_path / "build" / "learner.json", "--rounds", "1", "--games", "2", "--decks", "2")
    for players, boxes in ((2, []), (3, ["inns_and_cathedrals", "abbot"])):
        game = Game(players=players, boxes=boxes, seed=1)
        bot = bots.make(str(LEARNER))
        assert bot.name == "learned"
        while not game.over:
            bots.let_play(bot, game)
