"""What must hold before compiling: no class extends one of another group that is closed."""

from __future__ import annotations

import ast
from pathlib import Path

from mypyc_build.groups import SOURCE, Group, is_test

OPEN = "allow_interpreted_subclasses"


def module_name(path: Path) -> str:
    """`aude.engine.state` for src/aude/engine/state.py, `aude.engine` for its __init__.py."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def imported_names(path: Path, tree: ast.Module) -> dict[str, str]:
    """What the imported names of a module stand for, as dotted paths."""
    package = module_name(path).split(".") if path.name == "__init__.py" else module_name(path).split(".")[:-1]
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            pairs = [(a.asname, a.name) if a.asname else (a.name.split(".")[0],) * 2 for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *filter(None, [node.module])])
            pairs = [(a.asname or a.name, f"{origin}.{a.name}") for a in node.names]
        else:
            continue
        names.update(pairs)
    return names


def closed_bases(libraries: list[Group]) -> list[str]:
    """Complaints about classes that extend a closed class of another group, which would not see what they override."""
    trees = {p: ast.parse(p.read_bytes(), p) for p in SOURCE.rglob("*.py") if not is_test(p)}
    home = {p: name for name, paths in libraries for p in paths}
    imports = {module_name(p): imported_names(p, tree) for p, tree in trees.items()}
    classes = {
        f"{module_name(p)}.{node.name}": (p, node)
        for p in home
        for node in trees[p].body
        if isinstance(node, ast.ClassDef)
    }

    def dotted(module: str, expression: ast.expr) -> str:
        if isinstance(expression, ast.Name):
            name = imports[module].get(expression.id, f"{module}.{expression.id}")
        elif isinstance(expression, ast.Attribute):
            name = f"{dotted(module, expression.value)}.{expression.attr}"
        else:
            return dotted(module, expression.value) if isinstance(expression, ast.Subscript) else ""
        for _ in range(9):  # through modules that pass a name on
            origin, _, last = name.rpartition(".")
            if name in classes or last not in imports.get(origin, {}):
                break
            name = imports[origin][last]
        return name

    complaints = []
    for path, heir in classes.values():
        for expression in heir.bases:
            name = dotted(module_name(path), expression)
            if name in classes and home[classes[name][0]] != home[path]:
                if not any(f"{OPEN}=True" in ast.unparse(d) for d in classes[name][1].decorator_list):
                    where = f"{path}:{heir.lineno}: {heir.name} extends {name}, which is compiled in another group"
                    complaints.append(f"{where} and so needs @mypyc_attr({OPEN}=True)")
    return complaints
