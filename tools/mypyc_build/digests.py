"""Digests of contents, which tell whether a build in place is of the sources as they are now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from mypyc_build.compiler import compilers
from mypyc_build.groups import SOURCE

BUILD = Path("build")
PURE = BUILD / "pure" / "src"
STATE = BUILD / "state"  # what the last build in place started from, and what it left behind


def digest(parts: Iterable[str | bytes | Path]) -> str:
    """A digest of texts and of contents of files."""
    result = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode() if isinstance(part, str) else part
        result.update(len(content).to_bytes(8, "big") + content)
    return result.hexdigest()


def contents(paths: Iterable[Path]) -> str:
    """A digest of files with their names."""
    return digest(part for path in paths for part in (path.as_posix(), path))


PAGE = SOURCE / "aude" / "server" / "page"  # what Vite builds: nothing that is compiled depends on it


def sources() -> list[Path]:
    """Every file of the package, data included, libraries excluded."""
    found = (p for p in SOURCE.rglob("*") if p.is_file() and p.suffix not in (".so", ".pyd", ".pyc"))
    return sorted(p for p in found if not any(part.endswith(".egg-info") for part in p.parts))


def libraries_in_place() -> list[Path]:
    """The libraries beside the modules, whoever put them there."""
    return sorted(p for p in SOURCE.rglob("*") if p.suffix in (".so", ".pyd"))


def given(obstacle: str) -> str:
    """What a build in place starts from."""
    builder = sorted(Path("tools", "mypyc_build").glob("*.py"))
    compiled = [path for path in sources() if PAGE not in path.parents]
    files = contents([*compiled, *builder, Path("setup.py"), Path("pyproject.toml")])
    return digest([files, obstacle, *([] if obstacle else compilers())])


def made() -> str:
    """What a build in place leaves behind."""
    pure = (p for p in sorted(PURE.rglob("*")) if p.is_file() and p.suffix != ".pyc")
    return contents([*libraries_in_place(), *pure])


def is_current(start: str) -> bool:
    """Whether the build in place started from this, and nobody has touched since what it left behind."""
    return STATE.exists() and STATE.read_text() == f"{start} {made()}"


def is_made_from(start: str, result: Path, record: Path) -> bool:
    """Whether a file is what was made from this, as its record says."""
    return record.exists() and result.exists() and record.read_text() == f"{start} {digest([result])}"


def keep_record(start: str, result: Path, record: Path) -> None:
    """Write down what a file was made from."""
    record.write_text(f"{start} {digest([result])}")
