"""Installs what `make wheel` left in dist/ into empty environments, outside the checkout, and tries the commands there.

The wheel is first installed without extras, to check that the game needs none of them, and then with them. The sdist is
built by pip in isolation, but not compiled (AUDE_PURE=1), because that would take minutes and run the same code that
made the wheel. Dependencies come from the package index, by the names in the metadata, in the versions of
requirements/runtime.txt.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from mypyc_build.compiler import obstacle

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements" / "runtime.txt"
MOVES = "1\n1\n1\n1\nsave game.aude\nquit\n"
WITHOUT_PYTEST = """
from aude import testing
assert testing.table().actor == "chance"
try:
    testing.rule("BASE-01")
except ImportError as error:
    assert "pip install pytest" in str(error), error
"""


def say(text: str) -> None:
    print(f"aude: {text}", flush=True)


class Environment:
    """An empty virtual environment, and a folder in which its commands run."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.folder = folder / "elsewhere"
        self.folder.mkdir(parents=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
        self.variables = kept | variables | {"COLUMNS": "100", "PYTHONUTF8": "1"}
        say("making an empty environment")
        self.run(sys.executable, "-m", "venv", str(folder / "venv"))

    def run(self, program: str, *arguments: str, given: str = "", fails: bool = False) -> str:
        """Run a program and return its output. Exits if it does not succeed (or fail) as expected."""
        done = subprocess.run(
            [program, *arguments], cwd=self.folder, env=self.variables, input=given,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
        )  # fmt: skip
        if (done.returncode != 0) != fails:
            raise SystemExit(f"{done.stdout}\naude: `{' '.join([Path(program).name, *arguments])}` "
                             f"{'should have failed' if fails else f'failed with {done.returncode}'}")  # fmt: skip
        return done.stdout

    def install(self, archive: Path, extras: str = "") -> None:
        """Install an archive with its dependencies."""
        say(f"installing {archive.name}{extras}")
        constraints = self.folder / "constraints.txt"
        pins = re.findall(r"^\w\S*==[^\\\n]*", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
        constraints.write_text("\n".join(pins), encoding="utf-8")  # without hashes: archives of our own have none
        pip = ("-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--constraint", str(constraints))
        self.python(*pip, f"aude{extras} @ {archive.as_uri()}")

    def python(self, *arguments: str) -> str:
        """Run Python and return its output."""
        return self.run(str(self.programs / "python"), *arguments)

    def aude(self, *arguments: str, shows: str = "", given: str = "", fails: bool = False) -> None:
        """Run the command `aude`, and check that its output contains a text."""
        say(f"  aude {' '.join(arguments)}")
        output = self.run(str(self.programs / "aude"), *arguments, given=given, fails=fails)
        if shows not in output:
            raise SystemExit(f"{output}\naude: `aude {' '.join(arguments)}` does not show {shows!r}")

    def draw(self, name: str, starts: bytes, *arguments: str) -> None:
        """Draw a picture, and check the beginning of the file."""
        self.aude("draw", *arguments, "-o", name)
        if not (self.folder / name).read_bytes().startswith(starts):
            raise SystemExit(f"aude: {name} is not the picture that was asked for")


def check_game(environment: Environment, mode: str) -> None:
    """Check everything that needs no extras."""
    place = Path(environment.python("-c", "import aude; print(aude.__file__)").strip())
    if not place.is_relative_to(environment.programs.parent):
        raise SystemExit(f"aude: the package was not imported from its environment, but from {place}")
    environment.python("-c", WITHOUT_PYTEST)
    environment.aude("--version", shows=f"({mode})")
    environment.aude("--help", shows="simulate")
    environment.aude("play", "--text", "--players", "red,blue", "--seed", "5", given=MOVES, shows="Saved in game.aude")
    environment.aude("replay", "game.aude")
    environment.aude("rules", shows="crop_circles_ii")
    environment.aude("rules", "TURN-07", shows="Placement")
    environment.aude("rules", "TOW-01", shows="TOW-01")
    environment.aude("setups", shows="first_game")


def check_page(environment: Environment) -> None:
    """Check that a server from this environment sends the page, with everything that it loads first."""
    say("  aude serve")
    command = [str(environment.programs / "aude"), "serve", "--port", "0", "--data", "tables"]
    with subprocess.Popen(
        command,
        cwd=environment.folder,
        env=environment.variables | {"AUDE_LANG": "en"},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().removeprefix("Aude is ready at ").strip()
            page = fetched(address)
            assets = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
            if not {".js", ".css"} <= {Path(asset).suffix for asset in assets}:
                raise SystemExit(f"{page}\naude: the server of the wheel does not send the page")
            for asset in (*assets, "icon.svg", "api/pictures/landscape.svg"):
                fetched(f"{address}{asset}")
        finally:
            server.terminate()


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return str(answer.read().decode("utf-8"))


def check_extras(environment: Environment) -> None:
    """Check what the extras `draw`, `physics` and `server` are for."""
    environment.draw("tile.svg", b"<svg", "--tile", "base/RRRR")
    environment.draw("board.svg", b"<svg", "game.aude")
    environment.draw("board.png", b"\x89PNG", "game.aude")
    environment.aude("simulate", "--boxes", "all", "--games", "3", "--option", "catapult_mode=physics", shows="red")
    check_page(environment)


def main() -> None:
    archives = sorted((ROOT / "dist").glob("aude-*"))
    if [path.suffix for path in archives] != [".whl", ".gz"]:
        raise SystemExit("aude: one wheel and one sdist are expected in dist/: run `make wheel`")
    wheel, sdist = archives
    with tempfile.TemporaryDirectory(prefix="aude-") as folder:
        environment = Environment(Path(folder).resolve() / "wheel")
        environment.install(wheel)
        check_game(environment, mode="interpreted" if obstacle() else "compiled")
        environment.aude("draw", "--tile", "base/RRRR", "-o", "t.svg")  # our own tiles are kept: no library is needed
        environment.aude("draw", "--tile", "base/RRRR", "-o", "t.png", fails=True, shows="pip install 'aude[draw]'")
        environment.install(wheel, "[draw,physics,server]")
        check_extras(environment)

        environment = Environment(Path(folder).resolve() / "sdist", AUDE_PURE="1")
        environment.install(sdist, "[draw,physics,server]")
        check_game(environment, mode="interpreted")
        check_extras(environment)
    say("wheel and sdist can be installed and used")


if __name__ == "__main__":
    main()
