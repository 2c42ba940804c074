"""What random tests draw from: set-ups over boxes, seats and options. A new box joins by being known."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import strategies as st

from aude import Setup
from aude.catalog import boxes

CARCASSONNE = "carcassonne"
COLOURS = ("red", "blue", "green", "yellow", "black", "pink")
SEEDS = st.integers(min_value=0, max_value=2**48)


@st.composite
def setups(draw: st.DrawFn, among: Collection[str] = boxes.BOXES) -> Setup:
    """A game with some of its expansions, 2 to 6 seats and house rules; all `among` the boxes that are named.

    Mostly it is Carcassonne, and always if no game is among them.
    """
    others = [name for name in among if boxes.info(name).extends is None and name != CARCASSONNE]
    is_other = bool(others) and draw(st.integers(min_value=0, max_value=3)) == 0
    game = boxes.info(draw(st.sampled_from(others)) if is_other else CARCASSONNE)
    expansions = [name for name in boxes.BOXES if boxes.info(name).extends == game.id and name in among]
    chosen = boxes.that_go_together(draw(st.lists(st.sampled_from(expansions), unique=True)) if expansions else [])
    infos = [game, *(boxes.info(name) for name in chosen)]
    options: dict[str, str] = {}
    for box in infos:
        for option in box.options:
            if option.name != "youngest" and draw(st.booleans()):
                options[option.name] = draw(st.sampled_from(option.values))
    most = 6 if options.get("sixth_player") == "on" else max(box.players[1] for box in infos)
    seats = draw(st.integers(min_value=game.players[0], max_value=most))
    elements = sorted({element for box in infos for element in box.elements})
    without = draw(st.lists(st.sampled_from(elements), unique=True, max_size=2)) if elements else []
    follower = Setup(game=game.id).rules().figure_kinds[0].name
    return Setup(
        game=game.id,
        boxes=chosen,
        players=COLOURS[:seats],
        options=options,
        without=tuple(without),
        figures=draw(st.sampled_from([{}, {follower: 1}, {follower: 3}])),
    )
