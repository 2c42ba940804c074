"""A program that speaks the protocol for bots, and in one way or another does not keep to it. It needs no package."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

MODE, *REST = sys.argv[1:]
FOR_EVER = 3600  # seconds: nobody waits for that


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def answer(question: dict, **changed: object) -> None:  # type: ignore[type-arg]
    say(**answer_to(question, **changed))


def answer_to(question: dict, **changed: object) -> dict[str, object]:  # type: ignore[type-arg]
    action = question["options"][0]
    chosen = {name: fact["low"] if isinstance(fact, dict) and "low" in fact else fact for name, fact in action.items()}
    return {"type": "answer", "id": question["id"], "action": chosen, **changed}


def answer_twice(question: dict) -> None:  # type: ignore[type-arg]
    """Both lines at once: on a busy machine the second would else come after the next question."""
    lines = [answer_to(question), answer_to(question, id=question["id"] + 1)]
    os.write(1, "".join(f"{json.dumps(line)}\n" for line in lines).encode())


def greet() -> None:
    sys.stdin.readline()
    if MODE == "no hello":
        time.sleep(FOR_EVER)
    if MODE == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        Path(REST[0]).write_text(str(os.getpid()))
        time.sleep(FOR_EVER)
    hello = {"type": "hello", "protocol": 1, "name": MODE}
    more: dict[str, dict[str, object]] = {
        "version": {"protocol": 2},
        "wants": {"wants": ["bord"]},
        "list": {"wants": "board"},
        "type": {"type": "hi"},
    }
    say(**{**hello, **more.get(MODE, {})})


def misbehave(question: dict) -> None:  # type: ignore[type-arg]
    if MODE == "crash":
        print("first line", "boom: no such tile", sep="\n", file=sys.stderr, flush=True)
        sys.exit(3)
    elif MODE == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif MODE == "closed":
        os.close(1)
        time.sleep(FOR_EVER)
    elif MODE == "garbage":
        print("place 1,0", flush=True)
    elif MODE == "bytes":
        os.write(1, b"\xff\xfe\x00\n")
    elif MODE == "deep":
        print("[" * 50_000, flush=True)
    elif MODE == "no object":
        print("[1, 2]", flush=True)
    elif MODE == "long":
        print("x" * 100_000, flush=True)
    elif MODE == "endless":
        while True:
            os.write(1, b"x" * 10_000)
    elif MODE == "id":
        answer(question, id=question["id"] + 1)
    elif MODE == "true id":
        answer(question, id=True)
    elif MODE == "no action":
        answer(question, action="pass")
    elif MODE == "not offered":
        answer(question, action={"verb": "place", "cell": [99, 99], "rotation": 0})
    elif MODE == "true":
        answer(question, action={"verb": "place", "cell": [1, 0], "rotation": False})
    elif MODE == "late":
        time.sleep(FOR_EVER)
    elif MODE == "twice":
        answer_twice(question)
    elif MODE == "flood":
        answer_twice(question)
        for number in range(1_000_000):
            answer(question, id=number)
    elif MODE == "orphan":
        sleeper = subprocess.Popen(["sleep", str(FOR_EVER)])
        Path(REST[0]).write_text(str(sleeper.pid))
        sys.exit(0)
    elif MODE == "chatter":
        sys.stderr.write("thinking hard\n" * 100_000)
        answer(question)
    elif MODE == "waits":
        Path(REST[0]).write_text(str(os.getpid()))
        time.sleep(FOR_EVER)
    else:
        answer(question)


greet()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        misbehave(message)
    elif message["type"] == "quit":
        break
