"""Tables that are ready to be played at, and playing there."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Locator

from browser.visitor import WAIT, Visitor

# A game of eight tiles in which every kind of feature occurs.
SMALL = {
    "tiles": {"base": 0, "base/CRFR-rEW": 3, "base/FFFF-monastery": 2, "base/FRFR-rEW": 2, "base/CCFC-cNEW": 1},
    "options": {"first_player": "seat1"},
}
MANY = 400  # answers: more than any of these games takes


def table_of(host: Visitor, setup: dict[str, Any], **wish: Any) -> str:
    """A table that somebody has made, without a word on the page."""
    table: str = host.ask("/api/tables", {"setup": setup, **wish})["table"]
    return table


def sit(visitor: Visitor, table: str, *seats: str, start: bool = False) -> None:
    """Take seats, and begin, over the same kind of socket that the page uses."""
    visitor.ask(f"/api/tables/{table}/join", {})
    commands: list[dict[str, str]] = [{"do": "sit", "seat": seat, "contribution": "c0ffee"} for seat in seats]
    commands += [{"do": "start"}] if start else []
    visitor.page.evaluate(
        """async ([table, commands]) => {
            const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
            await new Promise((open) => (socket.onopen = open));
            for (const [key, command] of commands.entries()) {
                const done = new Promise((answer) => (socket.onmessage = ({data}) => {
                    const message = JSON.parse(data);
                    if (message.key === String(key)) answer(message);
                }));
                socket.send(JSON.stringify({type: "do", key: String(key), command}));
                const answer = await done;
                if (answer.type !== "done") throw new Error(answer.text);
            }
            socket.close();
        }""",
        [table, commands],
    )


def begin(visitor: Visitor, setup: dict[str, Any], *seats: str, **wish: Any) -> str:
    """A table at which somebody plays in these seats; the game has begun, and the page is open."""
    table = table_of(visitor, setup, **wish)
    sit(visitor, table, *seats, start=True)
    visitor.open(table)
    return table


def play_on(*visitors: Visitor, answers: int = MANY, seconds: float = 600, by_touch: bool = False) -> None:
    """Everybody answers whenever asked, until the game is over or so many answers were given."""
    until = time.monotonic() + seconds
    while answers and not visitors[0].is_over():
        assert time.monotonic() < until, "the game does not go on"
        done = sum(visitor.answer(by_touch) for visitor in visitors)
        answers = max(0, answers - done)
        visitors[0].page.wait_for_timeout(20 if done else 60)


def scores_on(visitor: Visitor) -> list[int]:
    return [int(text) for text in visitor.page.locator(".players .score").all_inner_texts()]


def middle(what: Locator) -> tuple[float, float]:
    """Where to point at something."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at_rest(what: Locator) -> tuple[float, float]:
    """Where to point at something that may still be moving: where it has been for half a second."""
    until = time.monotonic() + WAIT / 1000
    before, here = None, middle(what)
    while before != here:
        assert time.monotonic() < until, "it does not come to rest"
        what.page.wait_for_timeout(500)
        before, here = here, middle(what)
    return here
