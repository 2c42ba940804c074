"""Imports run one way: a package imports only itself and what stands before it in the list of layers."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import aude

PACKAGE = Path(aude.__file__).parent

# Each layer may import itself and all layers before it; the names of one layer do not know each other.
LAYERS = [
    ("errors", "shown", "version"),
    ("engine",),
    ("think", "learn"),
    ("boxes",),
    ("catalog",),
    ("game",),
    ("board", "crew"),
    ("bots",),
    ("formats",),
    ("explain", "draw", "cards"),
    ("notebook",),
    ("study", "arena"),
    ("data",),
    ("terminal",),
    ("api",),
    ("env",),
    ("wire",),
    ("tables",),
    ("server", "client"),
    ("dev", "testing"),
    ("cli",),
    ("__init__", "__main__"),
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def modules() -> list[tuple[str, Path]]:
    """Every module of the package that is not a test, with the top-level name it belongs to."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        inner = path.relative_to(PACKAGE)
        if path.name.startswith("test_") or path.name == "conftest.py":
            continue
        found.append((inner.parts[0].removesuffix(".py"), path))
    return found


def imported(path: Path) -> set[str]:
    """The top-level names of the package that a module imports: anywhere in it, for type checkers too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    found = set()
    for name in names:
        parts = name.split(".")
        if parts[0] == "aude":
            top = parts[1] if len(parts) > 1 else "__init__"
            found.add(top if top in RANK else "__init__")
    return found


def test_every_module_belongs_to_a_layer() -> None:
    assert {name for name, _ in modules()} == set(RANK)


def test_imports_run_one_way() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} imports aude.{other}"
        for name, path in modules()
        for other in imported(path)
        if other != name and RANK[other] >= RANK[name]
    ]
    assert wrong == []


def test_tables_have_neither_input_nor_output() -> None:
    """The clock and chance are handed to them; they could run in a browser's worker."""
    outside = {
        "asyncio",
        "datetime",
        "io",
        "multiprocessing",
        "os",
        "random",
        "secrets",
        "socket",
        "sqlite3",
        "subprocess",
    }
    outside |= {"threading", "time", "urllib", "uuid", "websockets", "sqlalchemy", "fastapi", "starlette", "structlog"}
    for path in [*(PACKAGE / "tables").glob("*.py"), PACKAGE / "wire.py"]:
        names = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add(node.module or "")
        assert not {name.partition(".")[0] for name in names} & outside, path


def test_a_box_imports_no_other_box_but_the_game_it_extends() -> None:
    wrong = []
    for path in sorted((PACKAGE / "boxes").glob("*/*.py")):
        if path.name.startswith("test_") or path.name == "conftest.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            parts = module.split(".") if module else []
            if parts[:2] == ["aude", "boxes"] and parts[2] not in (path.parent.name, "carcassonne"):
                wrong.append(f"{path.parent.name}/{path.name} imports {module}")
    assert wrong == []


def test_the_engine_names_no_box() -> None:
    """Not even in a comment. (`count` is a box too, and a word that the engine cannot do without.)"""
    boxes = [folder.name for folder in (PACKAGE / "boxes").iterdir() if (folder / "box.toml").exists()]
    named = re.compile(rf"\b({'|'.join(name for name in boxes if name != 'count')})\b")
    wrong = [
        f"{path.name}: {found}"
        for path in sorted((PACKAGE / "engine").glob("*.py"))
        for found in named.findall(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []
