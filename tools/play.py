"""Runs `aude` at once, as `make play` does: compiled if the build is up to date, otherwise interpreted this time.

Compiling takes a minute or two, longer than anybody wants to wait for a first game. So it happens in a background
process, and is ready for the next start. Meanwhile the game runs from a copy of the sources in build/at_once, where no
compiled library can appear, because compiled and interpreted modules must not be mixed in one process. `make build`
waits for a background build and uses its result (see `mypyc_build.commands.alone`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from mypyc_build.commands import copy, say
from mypyc_build.compiler import obstacle
from mypyc_build.digests import BUILD, PAGE, given, is_current, sources
from mypyc_build.groups import SOURCE

COPIES = BUILD / "at_once"
KEPT = 2  # copies: this one, and the previous one, which a game may still be using
LOG = BUILD / "background.log"
FAILED = BUILD / "background.failed"  # has the digest of the sources if the last background build failed
COMPILE = "{python} setup.py --quiet build_ext --inplace >{log} 2>&1 || echo {start} >{failed}"


def main(words: list[str]) -> NoReturn:
    """Start `aude` with these arguments, and a build if one is needed."""
    reason = obstacle()
    start = given(reason)
    if is_current(start):
        run(words)
    elif reason:
        say(f"WARNING: the engine stays interpreted and slow: {reason}")
        run(words, copied(start))
    elif FAILED.exists() and FAILED.read_text().strip() == start:
        say(f"the engine could not be compiled (see {LOG}, or 'make build'); it runs interpreted, which is slower")
        run(words, copied(start))
    else:
        folder = copied(start)
        compile_in_background(start)
        say("the engine is being compiled in the background; until the next start it runs interpreted, which is slower")
        run(words, folder)


def copied(start: str) -> Path:
    """Copy the current sources. Deletes older copies except the last one."""
    folder = COPIES / start[:16]
    if not folder.exists():
        fresh = folder.with_suffix(f".{os.getpid()}")
        for path in sources():
            copy(path, fresh / path.relative_to(SOURCE))
        fresh.rename(folder)
    for path in PAGE.rglob("*"):  # the page may have been built since
        if path.is_file():
            copy(path, folder / path.relative_to(SOURCE))
    folder.touch()
    for old in sorted(COPIES.iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def compile_in_background(start: str) -> None:
    """Build in place, at low priority, and record if that fails."""
    FAILED.unlink(missing_ok=True)
    go_on_behind(COMPILE.format(python=f"'{sys.executable}'", log=LOG, start=start, failed=FAILED))


def go_on_behind(command: str) -> None:
    """Run a shell command that continues after this process has ended."""
    nowhere = subprocess.DEVNULL
    subprocess.Popen(
        ["nice", "sh", "-c", command], stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True
    )


def run(words: list[str], folder: Path | None = None) -> NoReturn:
    """Replace this process by `aude`, from a folder with its sources or as it is installed."""
    environment = dict(os.environ)
    if folder is not None:
        environment["PYTHONPATH"] = str(folder.resolve())
    os.execve(sys.executable, [sys.executable, "-m", "aude", *words], environment)


if __name__ == "__main__":
    main(sys.argv[1:])
