"""The question of the tunnel: whether to lay a token on an exit. TUN-01, TUN-03."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.rules import ASK, CONTINUE, PASS, Step
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.tunnel.rules import Tunnel

SET_SHIFT: Final = 24  # a token's option is (set << SET_SHIFT | node) + 1
NODE_MASK: Final = (1 << SET_SHIFT) - 1


class PlaceToken(Step):
    """TUN-01, TURN-09: the player may put a token on an exit."""

    name = "tunnel"
    rule = "TUN-01"

    def __init__(self, tunnel: Tunnel) -> None:
        self.tunnel = tunnel

    def enter(self, state: State) -> i64:
        if self.tunnel.placed >= 0 and state.registers[self.tunnel.placed]:
            return CONTINUE  # R-TUN-06
        if not self.tunnel.can_place(state):
            return CONTINUE
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        """Sets without a token on the table are all the same: the first of them is offered."""
        tunnel = self.tunnel
        out = vec[i64]([PASS])
        exits = tunnel.exits(state)
        unused = False
        for number in range(tunnel.sets):
            at = tunnel.set_at(state, number)
            if state.registers[at + 1] or (unused and not state.registers[at]):
                continue
            unused = unused or not state.registers[at]
            for node in exits:
                if not tunnel.is_taken(state, node):
                    out = append(out, (number << SET_SHIFT | node) + 1)
        return out

    def sample(self, state: State, random: Random) -> i64:
        options = self.legal(state)
        return options[random.below(len(options))]

    def apply(self, state: State, action: i64) -> i64:
        if action != PASS:
            self.tunnel.put(state, (action - 1) >> SET_SHIFT, (action - 1) & NODE_MASK)
            if self.tunnel.placed >= 0:
                state.registers[self.tunnel.placed] = 1
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        """`tunnel road E`; the second of a set names the exit of the first: `tunnel road E to road S at 2,0`."""
        if action == PASS:
            return Choice("pass")
        node = (action - 1) & NODE_MASK
        first = state.registers[self.tunnel.set_at(state, (action - 1) >> SET_SHIFT)]
        if first:
            return Choice("tunnel_from", [node, first - 1])
        return Choice("tunnel", [node])

    def refuse(self, state: State, choice: Choice) -> None:
        """What is wrong is the exit, the token that lies on it, or the other exit that it should lead to."""
        if choice.form != "tunnel" and choice.form != "tunnel_from":
            raise Refused(self.rule, "not_offered")
        node: i64 = choice.facts[0]
        if node not in self.tunnel.exits(state):
            raise Refused("TUN-01", "exit_absent")
        if self.tunnel.is_taken(state, node):
            raise Refused("TUN-01", "exit_taken")
        raise Refused("TUN-03", "exit_unpaired")


class PlaceEarly(PlaceToken):
    """R-TUN-08, `any_time`: the same before a follower is placed."""

    name = "tunnel_early"

    def enter(self, state: State) -> i64:
        """R-TUN-15: where no figure may be placed, nothing has to come before it."""
        for part in state.rules.forbids_figures:
            if part.forbids_figures(state):
                return CONTINUE
        return super().enter(state)
