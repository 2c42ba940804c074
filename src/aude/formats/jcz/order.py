"""Sorts the messages of a save in the order in which our game asks for them."""

from __future__ import annotations

from aude.formats.jcz.save import Message


def in_our_order(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Tunnel tokens that come before a bridge or a princess behind them.

    There, tokens for bridges and tunnels leave the action open, and come in any order. Here the princess is asked
    about first, then bridges, then tunnels. Nothing that a tunnel token does changes what those two may do.
    """
    found: list[Message] = []
    waiting: list[Message] = []
    for message in messages:
        if _is_tunnel(message):
            waiting.append(message)
        elif _comes_before(message):
            found.append(message)
        else:
            found += [*waiting, message]
            waiting = []
    return (*found, *waiting)


def _is_tunnel(message: Message) -> bool:
    return message.type == "PLACE_TOKEN" and str(message.payload.get("token", "")).startswith("TUNNEL")


def _comes_before(message: Message) -> bool:
    is_bridge = message.type == "PLACE_TOKEN" and message.payload.get("token") == "BRIDGE"
    return is_bridge or (message.type == "RETURN_MEEPLE" and message.payload.get("source") == "PRINCESS")
