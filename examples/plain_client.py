"""A client for an Aude server that uses nothing of Aude, only Python, `websockets` and docs/server.md.

    python examples/plain_client.py http://127.0.0.1:8400/

It makes a table with a bot and plays a whole game by always choosing the last offer. On the way it takes a choice back,
reconnects when the connection is lost, and keeps the board up to date from changes; at the end it compares its board
with the one that the server sends to a new client.
"""

import json
import random
import secrets
import sys
import time
import urllib.request

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

LONGEST_WAIT = 30  # the most seconds between two attempts to reconnect


class Server:
    """HTTP requests with the cookie that identifies us."""

    def __init__(self, address):
        self.address = address.rstrip("/")
        self.cookie = ""

    def ask(self, path, body=None):
        """Send a request, which is a POST if it has a body. Errors contain the text of the answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Cookie": self.cookie})
        with urllib.request.urlopen(request, timeout=30) as answer:
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).split(";")[0]
            return json.load(answer)


class Table:
    """A table, as the messages over its socket describe it."""

    def __init__(self, server, id):
        self.address = f"ws{server.address.removeprefix('http')}/api/tables/{id}/socket?lang=en"
        self.headers = {"Cookie": server.cookie}
        self.unanswered = {}  # commands by key, in order
        self.lost = 0  # how often the connection was lost
        self.open()

    def open(self):
        """Open the socket, and resend unanswered commands: the same key never counts twice."""
        self.socket = connect(self.address, additional_headers=self.headers, max_size=None)
        self.may_return = True
        self.take_in(self.socket.recv(60))  # the whole table
        for message in self.unanswered.values():
            self.socket.send(message)

    def come_back(self):
        """Open the socket again, after a second, then after two, four …, with a random variation."""
        self.lost += 1
        wait = 1
        while self.may_return:
            time.sleep(wait * random.uniform(0.5, 1))
            try:
                self.open()
                return
            except (OSError, ConnectionClosed, InvalidStatus):
                wait = min(2 * wait, LONGEST_WAIT)
        raise SystemExit(f"the server does not want us back: {self.goodbye}")

    def receive(self):
        """Wait for a message and return it; empty if the connection was lost and made again."""
        try:
            return self.take_in(self.socket.recv(60))
        except ConnectionClosed:
            self.come_back()
            return {}

    def take_in(self, data):
        """Store the contents of a message."""
        message = json.loads(data)
        if message["type"] == "table":
            self.board = message.get("board") or {}
        elif message["type"] == "changed":
            self.board = applied(self.board, message.get("board") or {})
        elif message["type"] in ("done", "refused"):
            self.unanswered.pop(message["key"], None)
        elif message["type"] == "closing":
            self.may_return, self.goodbye = message["retry"], message["text"]
        if message["type"] in ("table", "changed"):
            self.about = message.get("about") or self.about
            self.position = message.get("position", 0)
            self.question = message.get("question") or {}
        return message

    def do(self, **command):
        """Send a command, and wait until it is answered."""
        key = secrets.token_hex(8)
        self.unanswered[key] = json.dumps({"type": "do", "key": key, "command": command})
        try:
            self.socket.send(self.unanswered[key])
        except ConnectionClosed:
            self.come_back()
        while key in self.unanswered:
            message = self.receive()
            if message.get("type") == "refused" and not message.get("stale"):
                raise SystemExit(f"refused: {message['text']}")


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


def play(table, seat):
    """Play until the game is over. The first choice is taken back, and made again."""
    has_undone = False
    while table.about["state"] != "over":
        question = table.question
        if question.get("undo") == seat and not has_undone:
            table.do(do="undo", seat=seat, seen=table.position)
            has_undone = True
        elif question.get("confirm") == seat:
            table.do(do="confirm", seat=seat, seen=table.position)
        elif question.get("actor") == seat:
            table.do(do="act", seat=seat, action=chosen(question["offers"][seat]), seen=table.position)
        else:
            table.receive()


def main():
    """Make a table, and play."""
    server = Server(sys.argv[1])
    server.ask("/api/me", {"name": "Plain"})
    setup = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    id = server.ask("/api/tables", {"setup": setup, "bots": {"blue": "greedy"}})["table"]
    print(f"table {id}", flush=True)
    table = Table(server, id)
    table.do(do="sit", seat="red", contribution=secrets.token_hex(16))
    table.do(do="start")
    play(table, "red")
    table.socket.close()
    whole = server.ask(f"/api/tables/{id}")
    assert whole["board"] == table.board, "the board was not kept up to date"
    winners = " and ".join(table.about["winners"])
    print(f"{table.board['scores']}, {winners} won; lost connections: {table.lost}")


if __name__ == "__main__":
    main()
