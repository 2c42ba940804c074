"""What pip installs: the files of a wheel and of an sdist, built interpreted. `make check-wheel` tries them out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BUILD = "from setuptools import build_meta; build_meta.build_sdist('dist'); build_meta.build_wheel('dist')"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout in which dist/ has been made."""
    copy = tmp_path_factory.mktemp("wheel") / "aude"
    built = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("docs", "requirements", "src", "tests", "tools"):
        shutil.copytree(ROOT / name, copy / name, ignore=built)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, copy)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
    done = subprocess.run(
        [sys.executable, "-c", BUILD], cwd=copy, env=kept | {"AUDE_PURE": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return copy


def sources(checkout: Path) -> set[str]:
    """The files of the package, by their path below src: all but libraries."""
    found = (p for p in (checkout / "src" / "aude").rglob("*") if p.is_file() and p.suffix not in (".so", ".pyd"))
    return {p.relative_to(checkout / "src").as_posix() for p in found}


def is_for_tests(name: str) -> bool:
    path = Path(name)
    return path.name.startswith("test_") or path.name == "conftest.py"


def test_the_wheel_has_the_whole_package_and_no_tests(checkout: Path) -> None:
    [wheel] = (checkout / "dist").glob("*.whl")
    files = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert files == {name for name in sources(checkout) if not is_for_tests(name)}
    assert {
        "aude/py.typed",
        "aude/boxes/river_ii/tiles.toml",
        "aude/boxes/tower/spec.md",
        "aude/catalog/presets/first_game.toml",
        "aude/catalog/rules/turn-order-and-combining.md",
        "aude/draw/atlas.json",
    } <= files


def test_the_sdist_has_all_it_takes_to_build_and_test(checkout: Path) -> None:
    [sdist] = (checkout / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        files = {member.name.partition("/")[2] for member in archive if member.isfile()}
    assert {f"src/{name}" for name in sources(checkout)} <= files
    assert {"setup.py", "Makefile", "conftest.py", "requirements/dev.txt", "tools/mypyc_build/commands.py"} <= files
    assert {p.relative_to(checkout).as_posix() for p in (checkout / "tests").rglob("*") if p.is_file()} <= files
    assert not [name for name in files if name.endswith((".so", ".pyd", ".pyc"))]
