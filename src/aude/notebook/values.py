"""The values of games and boards in notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from aude.board import Board, Feature, LaidTile
from aude.board.sentences import capital
from aude.catalog.boxes import BOXES
from aude.catalog.texts import Texts
from aude.draw import Picture, board, tile_picture
from aude.draw.caption import all_texts, board_texts
from aude.draw.choices import choice, choices, feature_picture
from aude.engine.rules import CHANCE
from aude.engine.state import State
from aude.explain import Explained, Report
from aude.game.options import Events, Option, Options
from aude.game.values import Points, cell_text
from aude.notebook.parts import MOST, ROWS, bar, code, folded, image, seat_name, table, text, whole

TILE = 44  # pixels of a tile in a table


# -- pictures ---------------------------------------------------------------------------------------------------------
@singledispatch
def picture(value: object) -> str:
    """A value as SVG."""
    raise TypeError(f"a {type(value).__name__} has no picture")


@picture.register
def _board(value: Board) -> str:
    return board(value.state, ["coordinates"], panel=True)._repr_svg_()


@picture.register
def _tile(value: LaidTile) -> str:
    return tile_picture(value.facts, turns=value.rotation // 90)._repr_svg_()


# -- pages ------------------------------------------------------------------------------------------------------------
@singledispatch
def page(value: object) -> str:
    """A value as HTML."""
    raise TypeError(f"a {type(value).__name__} has no page")


@page.register
def _options(value: Options) -> str:
    """A picture of the places with their numbers, and a table; the number of an option is its place in the list."""
    state, found = value.state_then(), list(value)
    texts = board_texts(state)
    count = f"{len(found)} option{'s' if len(found) != 1 else ''}"
    seats = state.rules.seat_names
    asked = f"{seat_name(value.seat, seats)}: {text(_step(state))}, {count}" if found else count
    drawn = choices(state, found)
    tiles = _tiles_named(state, found[:ROWS])
    rows = [
        [
            str(number),
            *([image(tiles[number], TILE) if number in tiles else ""] if tiles else []),
            text(_sentence(option, texts, state)),
            code(option.text),
        ]
        for number, option in enumerate(found[:ROWS])
    ]
    head = ["", *([""] if tiles else []), "what it does", "in words"]
    more = [f"{number} {code(found[number])}" for number in range(ROWS, min(len(found), ROWS + MOST))]
    return whole(
        f"<p>{asked}</p>",
        image(drawn) if drawn is not None else "",
        table(head, rows, [0]) if rows else "",
        folded(len(found) - len(rows), more, "more"),
    )


@page.register
def _option(value: Option) -> str:
    """What is done, and where."""
    state = value.listing.state_then()
    drawn = choice(state, value)
    says = capital(_sentence(value, board_texts(state), state))
    return whole(
        f"<p>{seat_name(value.seat, state.rules.seat_names)}: {text(says)} {code(value.text)}</p>",
        image(drawn) if drawn is not None else "",
    )


@page.register
def _events(value: Events) -> str:
    """What has happened, in sentences; of a long story the end."""
    texts = board_texts(value.state)
    rows = [[code(event.name), text(capital(event.text(texts)))] for event in value[-ROWS:]]
    before = value[: len(value) - len(rows)]
    told = [text(event.line()) for event in before[-MOST:]]
    return whole(folded(len(before), told, "earlier"), table(["event", "what has happened"], rows))


@page.register
def _points(value: Points) -> str:
    """A bar for each seat."""
    most = max([1, *value.values()])
    rows = [[seat_name(seat, [*value]), str(points), bar(points / most)] for seat, points in value.items()]
    return whole(table([], rows, [1]))


@page.register
def _feature(value: Feature) -> str:
    """Where it is, who holds it, and what it is worth."""
    texts, seats = board_texts(value.state), value.state.rules.seat_names
    complete = value.value_when_complete
    facts = {
        "kind": text(texts.word(value.kind)),
        "held by": ", ".join(seat_name(seat, seats) for seat in value.owners) or "nobody",
        "figures": ", ".join(text(texts("table.of_seat", what=f.kind, seat=f.seat)) for f in value.figures) or "none",
        "open ends": str(len(value.open_ends) + value.other_ends) if value.completes else "never complete",
        "worth now": text(value.value),
        "worth when complete": text(complete) if complete is not None else "",
    }
    rows = [[text(name), said] for name, said in facts.items() if said]
    return whole(image(feature_picture(value)), table([], rows))


@page.register
def _report(value: Report) -> str:
    """Each feature with who stands there and what it brings, then the sum."""
    texts, seats = all_texts(BOXES[0], "en"), [*value.before]
    rows = [_explained(one, texts, seats) for one in value.features]
    rows += [["", "", text(capital(event.text(texts))), str(event.points)] for event in value.others]
    totals = [
        [seat_name(seat, seats), str(value.before[seat]), f"{value.gains[seat]:+d}", str(points)]
        for seat, points in value.after.items()
    ]
    return whole(
        table(["feature", "who stands there", "what it brings", "points"], rows, [3]) if rows else "",
        table(["seat", "before", "gain", "after"], totals, [1, 2, 3]),
    )


# -- words ------------------------------------------------------------------------------------------------------------
def _step(state: State) -> str:
    """The question, by its name."""
    return state.rules.program[state.step].name


def _sentence(option: Option, texts: Texts, state: State) -> str:
    return option.sentence(texts, "" if option.is_interrupt else _step(state))


def _tiles_named(state: State, options: Sequence[Option]) -> dict[int, Picture]:
    """The tiles that options name, as they would lie, by the numbers of the options."""
    table, found = state.rules.table, {}
    hand = table.tiles[state.tile].id if state.tile >= 0 and state.actor != CHANCE else ""
    for number, option in enumerate(options):
        facts = option.action.facts
        rotation = facts.get("rotation", 0)
        tile = table.index.get(str(facts.get("tile", hand if "rotation" in facts else "")))
        if tile is not None and isinstance(rotation, int):
            found[number] = tile_picture(table.tiles[tile], turns=rotation // 90)
    return found


def _explained(one: Explained, texts: Texts, seats: Sequence[str]) -> list[str]:
    feature = one.feature
    where = " ".join(cell_text(cell) for cell in feature.cells)
    standing = [
        f"{seat_name(who.seat, seats)} {who.count} {text(texts.word(who.figure))}"
        + (f" ({who.weight} each)" if who.weight != 1 else "")
        for who in one.standing
    ]
    brings = [text(capital(event.text(texts))) for event in one.scores]
    points = [str(event.points) for event in one.scores]
    return [
        f"{text(texts.word(feature.kind))} <small>{text(where)}</small>",
        "<br>".join(standing),
        "<br>".join(brings),
        "<br>".join(points),
    ]
