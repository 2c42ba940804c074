"""A client for a server of Aude that uses nothing of Aude, only Python and `websockets`: from docs/server.md alone.

    python examples/plain_client.py http://127.0.0.1:8400/

It makes a table with a bot, plays a whole game by taking the last offer, keeps the board up to date by what has
changed, and at the end compares it with the board that the server tells a newcomer.
"""

import json
import secrets
import sys
import urllib.request

from websockets.sync.client import connect


class Server:
    """HTTP, with the cookie that says who we are."""

    def __init__(self, address):
        self.address = address.rstrip("/")
        self.cookie = ""

    def ask(self, path, body=None):
        """A request; a body makes it a POST. What went wrong is in the answer's text."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Cookie": self.cookie})
        with urllib.request.urlopen(request, timeout=30) as answer:
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).split(";")[0]
            return json.load(answer)


class Table:
    """A table, as the messages over its socket describe it."""

    def __init__(self, socket):
        self.socket = socket
        self.keys = 0
        self.board = {}
        self.receive()

    def receive(self):
        """Take in one message, and return it."""
        message = json.loads(self.socket.recv(60))
        if message["type"] == "table":
            self.board = message.get("board") or {}
        elif message["type"] == "changed":
            self.board = applied(self.board, message.get("board") or {})
        if message["type"] in ("table", "changed"):
            self.about = message.get("about") or self.about
            self.position = message.get("position", 0)
            self.question = message.get("question")
        return message

    def do(self, **command):
        """Send a command, and wait until it is answered."""
        self.keys += 1
        key = f"k{self.keys}"
        self.socket.send(json.dumps({"type": "do", "key": key, "command": command}))
        while True:
            message = self.receive()
            if message["type"] == "refused":
                raise SystemExit(f"refused: {message['text']}")
            if message["type"] == "done" and message["key"] == key:
                return


def applied(board, change):
    """The board after a change."""
    new = dict(board)
    for name, value in change.items():
        if isinstance(value, dict) and set(value) == {"gone", "came"}:
            gone = set(value["gone"])
            new[name] = [entry for place, entry in enumerate(board[name]) if place not in gone]
            for place, entry in value["came"]:
                new[name].insert(place, entry)
        else:
            new[name] = value
    return new


def chosen(offers):
    """The action of the last offer; if it leaves a number open, with the lowest."""
    action = dict(offers[-1]["action"])
    for name, fact in action.items():
        if isinstance(fact, dict) and "low" in fact:
            action[name] = fact["low"]
    return action


def main():
    """Play a game."""
    server = Server(sys.argv[1])
    server.ask("/api/me", {"name": "Plain"})
    setup = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    id = server.ask("/api/tables", {"setup": setup, "bots": {"blue": "greedy"}})["table"]
    address = f"ws{server.address.removeprefix('http')}/api/tables/{id}/socket?lang=en"
    with connect(address, additional_headers={"Cookie": server.cookie}, max_size=None) as socket:
        table = Table(socket)
        table.do(do="sit", seat="red", contribution=secrets.token_hex(16))
        table.do(do="start")
        while table.about["state"] != "over":
            question = table.question or {}
            if question.get("confirm") == "red":
                table.do(do="confirm", seat="red", seen=table.position)
            elif question.get("actor") == "red":
                table.do(do="act", seat="red", action=chosen(question["offers"]["red"]), seen=table.position)
            else:
                table.receive()
    whole = server.ask(f"/api/tables/{id}")
    assert whole["board"] == table.board, "the board was not kept up to date"
    print(f"table {id}: {table.board['scores']}, {' and '.join(table.about['winners'])} won")


if __name__ == "__main__":
    main()
