#!/usr/bin/env python3
"""A bot that knows nothing of Aude but docs/bot-protocol.md: it needs no package, and could be in any language.

aude play --bot blue="run:python3 examples/plain_bot.py"
"""

import json
import sys


def say(**message):
    """Write a message, and send it off at once."""
    print(json.dumps(message), flush=True)


def number_chosen(action):
    """An action without open choices: the lowest number of a range."""
    return {name: fact["low"] if isinstance(fact, dict) and "low" in fact else fact for name, fact in action.items()}


def worth(action, board):
    """A few words of strategy: lay tiles close together, put figures where there are points, keep one for later."""
    if "rotation" in action:
        x, y = action["cell"]
        return sum(abs(x - tile["cell"][0]) <= 1 and abs(y - tile["cell"][1]) <= 1 for tile in board["tiles"])
    if action["verb"] == "deploy" and board["supply"][board["player"]].get(action["figure"], 0) > 1:
        at_spot = [feature for feature in board["features"] if action["spot"] in feature["spots"]]
        return max((feature["value"]["points"] for feature in at_spot), default=0)
    return 0.5


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="plain", wants=["board"])
    elif message["type"] == "ask":
        best = max(message["options"], key=lambda action: worth(action, message["board"]))
        say(type="answer", id=message["id"], action=number_chosen(best))
    elif message["type"] == "quit":
        break
