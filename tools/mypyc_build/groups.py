"""Which modules are compiled, and into which libraries."""

from __future__ import annotations

from pathlib import Path

SOURCE = Path("src")
IMPORTED = {"arrays.py", "tiles.py", "physics.py"}  # interpreted modules that compiled ones import
INTERPRETED = {"__init__.py", "draw.py", *IMPORTED}

Group = tuple[str, list[Path]]  # the library's name, and its modules


def is_test(path: Path) -> bool:
    """Whether a module tests the others of its folder."""
    return path.name.startswith("test_") or path.name == "conftest.py"


def groups() -> list[Group]:
    """The groups to compile, the largest first, so that two processors are busy to the end."""

    def modules(folder: Path) -> list[Path]:
        return [p for p in sorted(folder.glob("*.py")) if p.name not in INTERPRETED and not is_test(p)]

    package = SOURCE / "aude"
    base = package / "boxes" / "carcassonne"
    boxes = [(f"aude.boxes.{p.name}.rules", modules(p)) for p in sorted((package / "boxes").glob("*/")) if p != base]
    core = ("aude.engine.core", modules(package / "engine") + modules(base))
    think = ("aude.think.mind", modules(package / "think"))
    learn = ("aude.learn.numbers", modules(package / "learn"))
    return [group for group in [core, think, learn, *boxes] if group[1]]


def imported() -> list[Path]:
    """The interpreted modules of whose types compiled ones know: no other module of the package is read."""
    package = SOURCE / "aude"
    beside = [p for folder in ("engine", "boxes/*") for name in IMPORTED for p in package.glob(f"{folder}/{name}")]
    return sorted([package / "errors.py", *beside])
