"""A game takes no more instructions of the processor than it did, give or take: tests/instructions.toml.

`make instructions` counts anew and writes the file, for when there is a reason.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from aude import COMPILED
from aude.dev.bench.instructions import COUNTS, INSTALL, Count, instructions, valgrind
from count_instructions import KEPT, read_kept, slips, write_kept


def need_valgrind() -> None:
    """Install valgrind if that is allowed; fail with the line that does it if not."""
    if valgrind() is None and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-q"], [*INSTALL.split(), "-q", "-y"]):
            subprocess.run(command, capture_output=True, check=False, env=environment)
    if valgrind() is None:
        pytest.fail(f"valgrind is needed to count instructions: {INSTALL}", pytrace=False)


@pytest.mark.skipif(not COMPILED, reason="instructions are counted of the compiled engine")
@pytest.mark.skipif(sys.platform != "linux", reason="valgrind counts on Linux")
def test_a_game_takes_no_more_instructions_than_it_did() -> None:
    need_valgrind()
    bound, kept = read_kept(KEPT)
    counts = [count for count in COUNTS if count.name in kept]
    assert slips(instructions(counts), kept, bound) == []


def test_the_file_keeps_what_matters_most() -> None:
    bound, kept = read_kept(KEPT)
    assert list(kept) == ["base two_stage", "base rollout", "all_boxes rollout"]
    assert set(kept) <= {count.name for count in COUNTS}
    assert 1 < bound < 1.5


def test_a_slip_is_noticed() -> None:
    kept = {"base two_stage": 1000, "base rollout": 500}
    assert slips({"base two_stage": 1150, "base rollout": 200}, kept, 1.15) == []
    assert slips({"base two_stage": 1151, "base rollout": 500}, kept, 1.15) == [
        "base two_stage: 1,151 instructions a game, 1.15 times the 1,000 of instructions.toml; "
        "if there is a reason for it, `make instructions` keeps the new count"
    ]
    with pytest.raises(KeyError):
        slips({"base two_stage": 1000}, kept, 1.15)


def test_new_counts_keep_the_bound(tmp_path: Path) -> None:
    file = tmp_path / "kept.toml"
    file.write_text(KEPT.read_text(encoding="utf-8"), encoding="utf-8")
    write_kept(file, {"base two_stage": 7})
    assert read_kept(file) == (read_kept(KEPT)[0], {"base two_stage": 7})
    assert file.read_text(encoding="utf-8").startswith("#")


def test_valgrind_is_installed_or_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **rest: commands.append(command))
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(pytest.fail.Exception, match="apt-get install valgrind"):
        need_valgrind()
    assert commands == []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(pytest.fail.Exception, match="apt-get install valgrind"):
        need_valgrind()  # it was tried, and there is still none
    assert commands[-1] == ["apt-get", "install", "valgrind", "-q", "-y"]
    with pytest.raises(ValueError, match="valgrind is not installed"):
        instructions([Count("base", "rollout", 1)])
