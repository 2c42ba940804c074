"""Positions with what boxes bring: each kind of figure, start blocks, what is held; and when they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from aude import Setup, Unreadable
from aude.catalog import boxes
from aude.engine.choice import Form
from aude.engine.pieces import ByHand
from aude.testing import table

FARMER = ("lay base/FFFF-monastery 0,1", "stand red meeple field at 0,1")
STANDING = [
    ("inns_and_cathedrals", (), "red large_follower city N at 0,0"),
    ("traders_and_builders", ("stand red meeple road at 0,0", "lay base/FRRR 1,0"), "red builder road W at 1,0"),
    (
        "traders_and_builders",
        ("lay base/FFFF-monastery 0,1", "stand red meeple field at 0,1"),
        "red pig field ER.SL.SR.WL at 0,0",
    ),
    ("abbey_and_mayor", (), "red mayor city N at 0,0"),
    ("abbey_and_mayor", (), "red wagon road E.W at 0,0"),
    ("abbot", ("lay base/FFFF-monastery 0,1",), "red abbot monastery at 0,1"),
    ("abbot", ("lay base/FRFR-rEW-garden 1,0",), "red abbot garden at 1,0"),
    ("shrines_and_heretics", ("lay cult/FFFF-shrine 0,1",), "red meeple shrine at 0,1"),
    ("inns_and_cathedrals", ("lay inns_cathedrals/CCCC-cNESW-cathedral 0,-1",), "red meeple city N.E.S.W at 0,-1"),
]


@pytest.mark.parametrize(("box", "lines", "stands"), STANDING, ids=[entry[2] for entry in STANDING])
def test_every_kind_of_figure_stands_on_what_it_may(box: str, lines: tuple[str, ...], stands: str) -> None:
    """It leaves the supply, stands in the words of the line, and is written down in the same words."""
    game = table(f"boxes {box}", *lines, f"stand {stands}")
    assert game.supply["red"][stands.split()[1]] == (7 if "meeple" in stands else 1) - 1
    assert f"stand {stands}" in game.position_lines()


def test_the_documentation_lists_the_lines_of_every_box() -> None:
    """docs/setups.md names each form, in the row of its box."""
    text = (Path(__file__).parent.parent / "docs" / "setups.md").read_text(encoding="utf-8").replace("\\|", "|")
    rows = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}
    told = set()
    for name in boxes.BOXES:
        game = boxes.info(name).extends or name
        for options in ({}, {"fairy_on": "meeple"}) if name == "princess_and_dragon" else ({},):
            setup = Setup(game=game, boxes=(name,) if name != game else (), options=options)
            found = [form.usage(by_hand=True) for by_hand in setup.rules().by_hand for form in by_hand.forms()]
            assert [form for form in found if f"`{form}`" not in rows[name]] == []
            told |= {name} if found else set()
    assert len(told) == 8


@pytest.mark.parametrize(
    ("box", "line", "says"),
    [
        ("princess_and_dragon", "lay dragon 5,5", "no tile lies at 5,5"),
        ("princess_and_dragon", "lay fairy red meeple field at 0,0", "this is written 'lay fairy X,Y'"),
        ("tower", "stand red meeple tower at 4,0", "no tile lies at 4,0"),
        ("tunnel", "lay tunnel red road at 4,0", "no tile lies at 4,0"),
        ("tunnel", "lay tunnel red road N at 0,0", "there is no 'road N' on the tile at 0,0"),
        ("tunnel", "lay tunnel red road north at 0,0", "there is no 'road north' on the tile at 0,0"),
        ("bridges_castles_and_bazaars", "lay castle red field at 0,0", "2 places 'field' on the tile at 0,0"),
        ("bridges_castles_and_bazaars", "lay castle red field at 0,0 finished", "2 places 'field' on the tile at 0,0"),
    ],
)
def test_a_place_that_is_not_there_is_told_as_for_figures(box: str, line: str, says: str) -> None:
    """One sentence for all boxes: which tile is missing, or how many places have the name."""
    with pytest.raises(Unreadable) as error:
        table(f"boxes {box}", line)
    assert str(error.value) == f"line 5: {says}"


class Lamps(ByHand):
    """A part whose pieces are laid in a line of its own."""

    def forms(self) -> list[Form]:
        return [Form("lay lamp {slot}", "lamp")]


def test_two_parts_do_not_share_a_key_of_lines() -> None:
    """Lines are written by their keys, so each has one of its own."""
    rules = Setup().rules()
    rules.add_by_hand(Lamps())
    with pytest.raises(ValueError, match="two position lines are called 'lamp'"):
        rules.add_by_hand(Lamps())


def test_what_is_held_may_be_said_before_what_lies() -> None:
    """A bridge that lies is not in hand, wherever the line about those in hand stands."""
    head = ("boxes bridges_castles_and_bazaars", "without bazaars")
    lines = ("lay base/FFFF-monastery 0,1", "lay bridge red E.W at 0,1")
    assert table(*head, "hold red bridge 2", *lines) == table(*head, *lines, "hold red bridge 2")
    with pytest.raises(Unreadable, match="line 6: red cannot hold 3 bridge"):
        table(*head, "hold red bridge 3", *lines)


def test_start_blocks_that_players_lay_are_laid_by_hand() -> None:
    """As the first player would lay them; anything else is told with what can be."""
    head = ("boxes count river", "option start_blocks manual")
    asked = table(*head)
    [block, *_] = [option.text for option in asked.options]
    game = table(*head, f"lay {block}")
    assert game.step == "draw" and game.position_lines()[0] == f"lay {block}"
    with pytest.raises(Unreadable, match=r"a start block is written .*; it can lie like this: block"):
        table(*head, "lay block river/nowhere 0,0 turn 0")
    with pytest.raises(Unreadable, match="this game has no start block to lay"):
        table("lay block river/FSFF 0,0 turn 0")


def test_a_position_is_written_between_two_turns_only() -> None:
    """Not with a tile in hand, nor when the game is over, nor in the second part of a turn."""
    game = table("lay base/FRRR 1,0", "red draw base/FRFR-rEW")
    with pytest.raises(Unreadable, match="a position can only be written between two turns"):
        game.position_lines()
    game.play("place -1,0 turn 0")
    game.play("pass")
    assert game.position_lines()[-1] == "turn blue"
    second = table(
        "boxes traders_and_builders",
        "lay base/FRRR 1,0",
        "stand red meeple road at 0,0",
        "stand red builder road W at 1,0",
        "red draw base/FRFR-rEW   place -1,0   pass",
    )
    if second.step == "second":
        second.play("second")
    assert (second.player, second.step) == ("red", "draw")
    with pytest.raises(Unreadable, match="a position can only be written between two turns"):
        second.position_lines()
