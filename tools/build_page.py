"""Builds the page in web/ into the package, where the server finds it: `make web`.

The machine's Node is used if it is new enough, and otherwise one from PyPI (requirements/node.txt). Packages are only
installed if the lock file has changed, and the page is only built if the digest of its sources has.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "aude" / "server" / "page"
STAMPS = ROOT / "build" / "web"
SETTINGS = ("index.html", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")
OLDEST = (20, 19)  # the oldest Node that Vite runs on
MOST_SCRIPT = 150_000  # bytes, compressed as the server sends it


def say(text: str) -> None:
    print(f"aude: {text}", flush=True)


def digest(paths: list[Path]) -> str:
    """A digest of the contents of these files."""
    found = hashlib.blake2b(digest_size=16)
    for path in sorted(paths):
        found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def is_done(step: str, state: str) -> bool:
    stamp = STAMPS / step
    return stamp.exists() and stamp.read_text() == state


def note(step: str, state: str) -> None:
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / step).write_text(state)


def node_folder() -> str | None:
    """The folder of Node and npm, if they are new enough."""
    places = [str(Path(sys.executable).parent), *os.environ.get("PATH", "").split(os.pathsep)]
    for place in places:
        node, npm = shutil.which("node", path=place), shutil.which("npm", path=place)
        if node is None or npm is None:
            continue
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
        version = re.match(r"v(\d+)\.(\d+)", told)
        if version is not None and (int(version[1]), int(version[2])) >= OLDEST:
            return place
    return None


def environment() -> dict[str, str]:
    """The environment variables for npm. Installs Node from PyPI if necessary."""
    folder = node_folder()
    if folder is None:
        say("installing Node from PyPI")
        lock = str(ROOT / "requirements" / "node.txt")
        quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
        subprocess.run([sys.executable, "-m", "pip", "install", *quiet, "-r", lock], check=True)
        folder = node_folder()
    if folder is None:
        raise SystemExit(f"aude: Node {'.'.join(map(str, OLDEST))} or newer is needed to build the page")
    return {**os.environ, "PATH": os.pathsep.join([folder, os.environ.get("PATH", "")]), "NO_UPDATE_NOTIFIER": "1"}


def run(variables: dict[str, str], *command: str) -> None:
    """Run a command in web/, and print its output if it fails."""
    done = subprocess.run(command, cwd=WEB, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}\naude: `{' '.join(command)}` failed in {WEB.name}/")


def packages() -> dict[str, str]:
    """Install the packages of the lock file. Returns the environment variables for npm."""
    variables = environment()
    state = digest([WEB / "package-lock.json"])
    if not is_done("packages", state) or not (WEB / "node_modules").exists():
        say("installing the packages that build the page")
        run(variables, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
        note("packages", state)
    return variables


def build() -> None:
    """Build the page, unless it is up to date."""
    sources = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    sources += [WEB / name for name in SETTINGS]
    state = digest(sources)
    if is_done("page", state) and (PAGE / "index.html").exists():
        return
    variables = packages()
    say("building the page")
    run(variables, "npx", "vite", "build", "--logLevel", "error")
    note("page", state)


def check() -> None:
    """Check types and the size of the page, and run its tests."""
    variables = packages()
    say("checking the page")
    run(variables, "npx", "svelte-check", "--fail-on-warnings", "--output", "human")
    run(variables, "npx", "vitest", "run", "--reporter=dot")
    size = sum(len(gzip.compress(script.read_bytes())) for script in PAGE.rglob("*.js"))
    if size > MOST_SCRIPT:
        raise SystemExit(f"aude: the page has {size} bytes of script, compressed; {MOST_SCRIPT} are enough")


if __name__ == "__main__":
    build()
    if "--check" in sys.argv[1:]:
        check()
