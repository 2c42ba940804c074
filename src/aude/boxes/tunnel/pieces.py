"""Tunnel tokens as displayed to players, and in positions laid by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from aude.engine.choice import Choice, Form
from aude.engine.pieces import AT_LAST, ByHand, Display
from aude.engine.refusal import Refused
from aude.engine.spots import sides_of, xy_of_slot
from aude.engine.state import State
from aude.engine.types import Figure, Node, Seat

if TYPE_CHECKING:
    from aude.boxes.tunnel.rules import Tunnel


def in_hand(state: State, tunnel: Tunnel, seat: Seat) -> int:
    """How many tokens a seat has left."""
    return sum(1 for node in tunnel.tokens_of(state, seat) if node == 0)


class TunnelDisplay(Display):
    """Tokens in hand, and on their exits."""

    def __init__(self, tunnel: Tunnel) -> None:
        self.tunnel = tunnel

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        return [("tunnel_token", in_hand(state, self.tunnel, seat))]

    def token_names(self) -> list[str]:
        return ["tunnel_token"]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        return [
            (int(node) - 1, seat, "tunnel_token")
            for seat in range(int(state.rules.seats))
            for node in self.tunnel.tokens_of(state, seat)
            if node
        ]


class TunnelByHand(ByHand):
    """R-TUN-17: a token on an exit, or both of a set, which make one road."""

    def __init__(self, tunnel: Tunnel) -> None:
        self.tunnel = tunnel

    def forms(self) -> list[Form]:
        return [
            Form("lay tunnel {seat} {node}", "tunnel"),
            Form("lay tunnel {seat} {node} to {second:node}", "tunnel_pair"),
        ]

    def suits(self, state: State, line: Choice, node: Node) -> bool:
        """Tokens lie on exits only, so exits need not be distinguished from other roads of the tile."""
        return node in self.tunnel.exits(state)

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        tunnel = self.tunnel
        seat: i64 = line.facts[0]
        player = state.player
        state.player = seat
        number: i64 = 0
        while number < tunnel.sets and state.registers[tunnel.set_at(state, number)]:
            number += 1
        if number == tunnel.sets:
            raise Refused("R-TUN-01", "tunnel_sets_used", {"seat": state.rules.seat_names[seat]})
        for at in range(1, len(line.facts)):
            node: i64 = line.facts[at]
            x, y = xy_of_slot(state, state.node_slot[node])
            where: dict[str, object] = {"sides": ".".join(sides_of(state, node)), "cell": f"{x},{y}"}
            if node not in tunnel.exits(state):
                raise Refused("TUN-01", "exit_not_on_tile", where)
            if tunnel.is_taken(state, node):
                raise Refused("TUN-01", "exit_covered", where)
            tunnel.put(state, number, node)
        state.player = player

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        """The tokens, set by set."""
        lines: list[tuple[int, Choice]] = []
        for seat in range(int(state.rules.seats)):
            nodes = self.tunnel.tokens_of(state, seat)
            for at in range(0, len(nodes), 2):
                if nodes[at + 1]:
                    lines.append((AT_LAST, Choice("tunnel_pair", [seat, nodes[at] - 1, nodes[at + 1] - 1])))
                elif nodes[at]:
                    lines.append((AT_LAST, Choice("tunnel", [seat, nodes[at] - 1])))
        return lines

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        """Whatever does not lie on an exit is in hand."""
        if name != "tunnel_token":
            return False
        if number != in_hand(state, self.tunnel, seat):
            raise Refused("R-TUN-17", "cannot_hold")
        return True
