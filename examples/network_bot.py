"""A bot that plays over the network at a table of `aude serve`, using `aude.client`.

    python examples/network_bot.py http://127.0.0.1:8400/            # makes a table, with a bot in the other seat
    python examples/network_bot.py http://127.0.0.1:8400/ TABLE blue # takes the seat blue at a table that there is

It knows no rules: it looks at the board and chooses one of the offers. Replace `choose` with something better.
"""

from __future__ import annotations

import argparse
import secrets
from typing import Any

from aude.client import Client, Connection
from aude.wire import Act, Confirm, Offer, Refused, Sit, Start

KEEPS = 2  # meeples to keep in hand for something better


def choose(offers: list[Offer], board: dict[str, Any], seat: str) -> dict[str, Any]:
    """The action of the best offer: lay the tile where it has most neighbours, and deploy while there are meeples."""
    laid = {tuple(tile["cell"]) for tile in board["tiles"]}
    meeples = board["supply"][seat].get("meeple", 0)

    def worth(offer: Offer) -> float:
        match offer.action:
            case {"verb": "place", "cell": [x, y]}:
                return sum((x + dx, y + dy) in laid for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            case {"verb": "deploy", "spot": {"kind": kind}}:
                return {"monastery": 3, "city": 2, "road": 1}.get(kind, 0) if meeples > KEEPS else -1
        return 0.5

    action = max(offers, key=worth).action
    number = action.get("number")
    return {**action, "number": number["low"]} if isinstance(number, dict) else action


def play(table: Connection, seat: str) -> None:
    """Answer whenever the seat is asked, until the game is over."""
    while table.state != "over":
        question = table.question
        if question is not None and question.confirm == seat:
            answer = table.do(Confirm(seat, table.position))
        elif question is not None and question.actor == seat and table.board is not None:
            action = choose(question.offers[seat], table.board, seat)
            answer = table.do(Act(seat, action, table.position))
        else:
            table.receive(None)
            continue
        if isinstance(answer, Refused) and not answer.stale:  # stale: the table has changed, so look again
            raise SystemExit(f"refused: {answer.text}")


def main() -> None:
    """Sit down, and play one game."""
    reading = argparse.ArgumentParser(description="A bot that plays over the network.")
    reading.add_argument("address")
    reading.add_argument("table", nargs="?")
    reading.add_argument("seat", nargs="?", default="red")
    asked = reading.parse_args()
    client = Client(asked.address, "a bot")
    table = asked.table or client.new_table(bots={"blue": "greedy"})
    client.join(table)
    with client.connect(table, patience=60) as connection:
        answer = connection.do(Sit(asked.seat, secrets.token_hex(16)))
        if isinstance(answer, Refused):
            raise SystemExit(f"refused: {answer.text}")
        if asked.table is None:
            connection.do(Start())
        play(connection, asked.seat)
        points = (connection.board or {})["scores"]
        print(f"table {table}: {points}, {' and '.join(connection.about.winners)} won")


if __name__ == "__main__":
    main()
