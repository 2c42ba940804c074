"""`make play`: compiled if that is there, otherwise interpreted from a copy, while the engine is compiled behind it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import play
from mypyc_build import digests


class Started(Exception):
    """What would have been run instead of this process."""


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A small checkout to be in, with a compiler; the commands that would go on in the background."""
    package = tmp_path / "src" / "aude"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    for name in ("setup.py", "pyproject.toml"):
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    commands: list[str] = []

    def execve(path: str, words: list[str], environment: dict[str, str]) -> None:
        raise Started(environment.get("PYTHONPATH"), words[1:])

    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setattr("os.execve", execve)
    monkeypatch.setattr(play, "obstacle", lambda: "")
    monkeypatch.setattr(play, "go_on_behind", commands.append)
    return commands


def start(*words: str) -> tuple[object, ...]:
    """Where the sources are that would be run, and the words behind python."""
    with pytest.raises(Started) as how:
        play.main([*words])
    return how.value.args


def test_what_is_compiled_runs_as_it_is(started: list[str]) -> None:
    digests.BUILD.mkdir()
    digests.STATE.write_text(f"{digests.given('')} {digests.made()}")
    assert start("play", "--text") == (None, ["-m", "aude", "play", "--text"])
    assert started == []


def test_otherwise_a_copy_runs_and_the_engine_is_compiled_behind_it(
    started: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, words = start("play")
    assert words == ["-m", "aude", "play"]
    assert (Path(str(folder)) / "aude" / "__init__.py").is_file() and Path(str(folder)) != Path("src").resolve()
    [command] = started
    assert "setup.py --quiet build_ext --inplace" in command
    assert "is being compiled in the background" in capsys.readouterr().err


def test_a_game_that_goes_on_keeps_its_copy_when_the_sources_change(started: list[str]) -> None:
    first, _ = start("play")
    for number in range(3):
        Path("src/aude/more.py").write_text(f"{number}\n", encoding="utf-8")
        last, _ = start("play")
        assert last != first
        assert Path(str(first)).exists() == (number == 0)
    assert len(list(play.COPIES.iterdir())) == play.KEPT and len(started) == 4


def test_what_could_not_be_compiled_is_told_and_not_tried_again(
    started: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    start("play")
    play.FAILED.write_text(f"{digests.given('')}\n", encoding="utf-8")
    assert start("play")[0] is not None and len(started) == 1
    assert f"could not be compiled (see {play.LOG}" in capsys.readouterr().err
    Path("src/aude/more.py").write_text("", encoding="utf-8")  # mended, perhaps
    start("play")
    assert len(started) == 2 and not play.FAILED.exists()


def test_without_a_compiler_it_runs_interpreted_and_says_why(
    started: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "obstacle", lambda: "no C compiler was found")
    assert start("play")[0] is not None and started == []
    assert "stays interpreted and slow: no C compiler was found" in capsys.readouterr().err
