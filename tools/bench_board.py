"""Measures how smoothly the page moves a board: frame times of panning and zooming, in Chromium.

    python tools/bench_board.py                    # 250 tiles with every box, and 600

It builds a page with nothing but a board (web/bench), opens it in Chromium and moves the board as a hand would, sixty
times a second. Before that it opens the complete page at a table of a real server, with an empty cache, and waits for
the board. If Playwright or Chromium is missing, it says so.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from aude import Game
from aude.bots.base import let_play
from aude.bots.finding import make
from aude.catalog import boxes
from aude.draw.kit import kit

ROOT = Path(__file__).parents[1]
BROWSER = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AIM = 33.0  # milliseconds: the 95th percentile with 250 tiles
AIM_OPENING = 1500  # milliseconds from opening the page until its board is there
READY = "Aude is ready at "
SIZE = {"width": 1280, "height": 800}

# Drag back and forth, and turn the wheel in and out; returns how long each frame takes.
MOVE = """async ([kind, frames]) => {
  const board = document.querySelector(".board");
  const {width, height} = board.getBoundingClientRect();
  const at = (x, y) => ({bubbles: true, cancelable: true, clientX: x * width, clientY: y * height});
  const pointer = (name, x, y) => board.dispatchEvent(new PointerEvent(name, {...at(x, y), pointerId: 1}));
  const wheel = (deltaY) => board.dispatchEvent(new WheelEvent("wheel", {...at(0.5, 0.5), deltaY, ctrlKey: true}));
  board.setPointerCapture = () => {};
  const next = () => new Promise(requestAnimationFrame);
  const times = [];
  let last = await next();
  if (kind === "pan") pointer("pointerdown", 0.5, 0.5);
  for (let frame = 0; frame < frames; frame++) {
    if (kind === "pan") pointer("pointermove", 0.5 + 0.4 * Math.sin(frame / 20), 0.5 + 0.4 * Math.sin(frame / 31));
    else wheel(4 * Math.sign(Math.cos(frame / 20)));
    const now = await next();
    times.push(now - last);
    last = now;
  }
  if (kind === "pan") pointer("pointerup", 0.5, 0.5);
  await new Promise((done) => setTimeout(done, 400));
  return times;
}"""


def game_of(tiles: int, names: tuple[str, ...], game: str = "carcassonne", copies: int = 1) -> Game:
    """A game that is played until this many tiles lie on the table, or to its end."""
    sets = dict.fromkeys(boxes.info(game).tile_sets(), copies)
    found = Game(game=game, boxes=names, players=["red", "blue", "yellow"], seed=7, tiles=sets)
    bot = make("random", 7)
    while not found.over and len(found.board.tiles) < tiles:
        let_play(bot, found)
    return found


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine. Yields the address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def built(folder: Path) -> None:
    """Build the page with nothing but a board."""
    command = ["npx", "vite", "build", "--config", "bench/vite.config.ts", "--outDir", str(folder), "--emptyOutDir"]
    subprocess.run([*command, "--logLevel", "error"], cwd=ROOT / "web", check=True)


def lay(folder: Path, game: Game, props: dict[str, Any] | None = None) -> None:
    """Write a board for the page."""
    names = game.setup.game, game.setup.boxes
    (folder / "kit.json").write_bytes(msgspec.json.encode(kit(*names)))
    (folder / "board.json").write_text(json.dumps(game.board.to_json(fits=False)), encoding="utf-8")
    (folder / "props.json").write_text(json.dumps(props or {}), encoding="utf-8")


def percentile(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def measure(browser: Any, folder: Path, address: str, frames: int) -> dict[str, Any]:
    """Measure the frame times of the board."""
    page = browser.new_page(viewport=SIZE)
    page.goto(address)
    page.wait_for_function("window.drawn", timeout=60_000)
    page.wait_for_timeout(1000)
    found: dict[str, Any] = {"first_board": page.evaluate("window.drawn")}
    for kind in ("pan", "zoom"):
        times = page.evaluate(MOVE, [kind, frames])
        found[kind] = {"median": percentile(times, 0.5), "p95": percentile(times, 0.95), "worst": max(times)}
    page.close()
    return found


def bench(browser: Any, folder: Path, address: str, frames: int) -> bool:
    """Measure and print the results. Returns whether it is smooth enough."""
    smooth = True
    every = boxes.expansions("carcassonne")
    for tiles, copies in ((250, 1), (600, 4)):
        game = game_of(tiles, every, copies=copies)
        lay(folder, game)
        found = measure(browser, folder, address, frames)
        count = len(game.board.tiles)
        print(f"board of {count} tiles: first drawn in {found['first_board']:.0f} ms")
        for kind in ("pan", "zoom"):
            times = found[kind]
            print(
                f"  {kind:<5} 95th percentile {times['p95']:.1f} ms a frame"
                f" (median {times['median']:.1f}, worst {times['worst']:.0f})"
            )
            smooth = smooth and (tiles > 250 or times["p95"] <= AIM)
    return smooth


@contextmanager
def serving() -> Iterator[str]:
    """Run a real server. Yields its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "aude", "serve", "--port", "0", "--data", data]
        environment = {**os.environ, "AUDE_LANG": "en"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            yield server.stdout.readline().removeprefix(READY).strip()
        finally:
            server.terminate()
            server.wait()


def opening(browser: Any) -> bool:
    """Print how long the page of a running game takes until its board is drawn. Returns whether that is fast enough."""
    with serving() as address:
        person = browser.new_context(viewport=SIZE)
        page = person.new_page()
        page.goto(address)
        page.locator("main button.primary").click()  # the button "Play now"
        page.wait_for_selector(".board svg")
        # The same person on another machine, with an empty cache.
        elsewhere = browser.new_context(viewport=SIZE, storage_state=person.storage_state())
        other = elsewhere.new_page()
        other.goto(page.url, wait_until="commit")
        other.wait_for_selector(".board svg path")
        took: float = other.evaluate("new Promise((done) => requestAnimationFrame(() => done(performance.now())))")
    print(f"a table: its board appears {took:.0f} ms after the page is opened (aim: {AIM_OPENING})")
    return took <= AIM_OPENING


def main() -> int:
    """Measure, and return 1 if it is not fast enough."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--frames", type=int, default=240, help="how many frames each measurement takes")
    arguments = parser.parse_args()
    found = next((path for name in BROWSER if (path := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("boards in the browser: not measured, Playwright is not installed (pip install playwright)")
        return 0
    if found is None or not (ROOT / "web" / "node_modules").is_dir():
        missing = "Chromium is not installed (apt install chromium)" if found is None else "run npm ci in web/ first"
        print(f"boards in the browser: not measured, {missing}")
        return 0
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary)
        built(folder)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        fast = opening(browser)
        with served(folder) as address:
            smooth = bench(browser, folder, address, arguments.frames)
        browser.close()
    return 0 if fast and smooth else 1


if __name__ == "__main__":
    sys.exit(main())
