"""Compiles the engine and the boxes with mypyc. `make build` runs this in place; `pip install .` runs it for a wheel.

Groups. Each group becomes one shared library, and groups are compiled at the same time:
    core            src/aude/engine (but not arrays.py and tiles.py) and boxes/carcassonne, with -O3
    one per box     the modules of any other boxes/<box>, with -O2
What a box overrides, the core must look up and not call directly; so a class that another group extends has to carry
`@mypyc_attr(allow_interpreted_subclasses=True)`. `closed_bases` refuses the build otherwise.

What did not change is not compiled again: digests of contents, never of times, are kept in build/. A build starts by
taking the old libraries away, so one that fails or is interrupted leaves interpreted modules behind, never stale ones.

In place there are two copies of the package, of the very same source:
    src/              with the libraries beside their modules: compiled
    build/pure/src/   without them: interpreted; start Python with PYTHONPATH=build/pure/src to get it

Without a C compiler, or with AUDE_PURE=1, the package stays interpreted. With a compiler, a failed compile is an error.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCE = Path("src")
BUILD = Path("build")
PURE = BUILD / "pure" / "src"
LIBRARY = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
INTERPRETED = {"__init__.py", "arrays.py", "tiles.py", "draw.py", "conftest.py", "physics.py"}
OPEN = "allow_interpreted_subclasses"

Group = tuple[str, list[Path]]  # the library's name, and its modules


def say(text: str) -> None:
    """One line of progress."""
    sys.stderr.write(f"aude: {text}\n")


def groups() -> list[Group]:
    """The groups to compile, the largest first, so that two processors are busy to the end."""

    def modules(folder: Path) -> list[Path]:
        return [p for p in sorted(folder.glob("*.py")) if p.name not in INTERPRETED and not p.name.startswith("test_")]

    package = SOURCE / "aude"
    base = package / "boxes" / "carcassonne"
    boxes = [(f"aude.boxes.{p.name}.rules", modules(p)) for p in sorted((package / "boxes").glob("*/")) if p != base]
    core = ("aude.engine.core", modules(package / "engine") + modules(base))
    return [group for group in [core, *boxes] if group[1]]


# What must hold before compiling


def obstacle() -> str:
    """Why the package cannot be compiled here; empty if it can."""
    if os.environ.get("AUDE_PURE", "0") not in ("", "0"):
        return "AUDE_PURE is set"
    if platform.python_implementation() != "CPython":
        return "this Python is not CPython"
    usual = shlex.split(sysconfig.get_config_var("CC") or "cc")[:1]
    asked = shlex.split(os.environ.get("CC", ""))[:1]
    if not asked or not shutil.which(asked[0]):
        found = [name for name in (*usual, "cc", "gcc", "clang") if shutil.which(name)]
        if asked or not found:
            return f"no C compiler ({asked[0] if asked else 'cc, gcc, clang'}) was found (Debian: apt-get install gcc)"
        if found[0] not in usual:
            os.environ["CC"] = found[0]
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "there is a C compiler, but no Python.h (Debian: apt-get install python3-dev)"
    return ""


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
    trees = {p: ast.parse(p.read_bytes(), p) for p in SOURCE.rglob("*.py") if not p.name.startswith("test_")}
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


# Digests


def digest(parts: Iterable[str | bytes | Path]) -> str:
    """A digest of texts and of contents of files."""
    result = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode() if isinstance(part, str) else part
        result.update(len(content).to_bytes(8, "big") + content)
    return result.hexdigest()


def sources() -> list[Path]:
    """Every file of the package, data included, libraries excluded."""
    found = (p for p in SOURCE.rglob("*") if p.is_file() and p.suffix not in (".so", ".pyd", ".pyc"))
    return sorted(p for p in found if not any(part.endswith(".egg-info") for part in p.parts))


@cache
def tools() -> tuple[str, ...]:
    """The compilers, with their versions."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    compiler = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
    settings = (os.environ.get(name, "") for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS"))
    return sys.version, platform.machine(), LIBRARY, version("mypy"), version("librt"), compiler, *settings


def libraries_in_place() -> list[Path]:
    """The libraries beside the modules, whoever put them there."""
    return sorted(p for p in SOURCE.rglob("*") if p.suffix in (".so", ".pyd"))


def contents(paths: Iterable[Path]) -> str:
    """A digest of files with their names."""
    return digest(part for path in paths for part in (path.as_posix(), path))


def given(obstacle: str) -> str:
    """What a build in place starts from."""
    files = contents([*sources(), Path("setup.py"), Path("pyproject.toml")])
    return digest([files, obstacle, *([] if obstacle else tools())])


def made() -> str:
    """What a build in place leaves behind."""
    return contents(
        [*libraries_in_place(), *(p for p in sorted(PURE.rglob("*")) if p.is_file() and p.suffix != ".pyc")]
    )


# The build


def generate(libraries: list[Group]) -> tuple[list[Extension], Extension]:
    """Check types and write C: the extensions to build, and mypyc's runtime, which they share as an object file.

    mypycify() would do, but for one thing: with several groups it stops trusting that `__init__` sets every attribute
    and that nobody overrides a method, which slows the hot loop down. Here all groups are generated in one go, from
    source, every time, and `closed_bases` vouches for the rest; so these optimisations may stay on.
    """
    from mypyc import build as mypyc  # not needed for metadata

    target = BUILD / "c"
    options = mypyc.CompilerOptions(separate=True, target_dir=str(target), include_runtime_files=False)
    options.global_opts = True
    files = [str(p) for _, paths in libraries for p in paths]
    cache = BUILD / "mypyc"
    for old in cache.glob("*/aude*"):  # remembered: the standard library's types; never our own modules
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    grouped, generated, needed = mypyc.mypyc_build(
        ["--no-sqlite-cache", "--cache-dir", str(cache), *files],
        options,
        separate=[([str(p) for p in paths], name) for name, paths in libraries],
    )
    mypyc.setup_mypycify_vars()
    folder = mypyc.include_dir()
    folders = sorted({os.path.join(folder, d) for dependency in needed for d in dependency.include_dirs})

    def flags(level: str) -> list[str]:
        usual = [flag for flag in mypyc.get_cflags(opt_level=level, debug_level="0") if flag != "-Werror"]
        return [*usual, "-fvisibility=hidden"] if os.name == "posix" else usual  # direct calls

    result: dict[str, list[Extension]] = {}
    for (modules, name), (c_files, headers) in zip(grouped, generated, strict=True):
        assert name is not None
        level = "3" if name == libraries[0][0] else "2"
        result[name] = mypyc.build_using_shared_lib(modules, name, c_files, headers, str(target), flags(level), folders)
    included = "".join(f"#include <{name}>\n" for name in [*mypyc.RUNTIME_C_FILES, *(d.path for d in needed)])
    mypyc.write_file(str(target / "runtime.c"), included)
    runtime = Extension(
        "runtime", [str(target / "runtime.c")], include_dirs=[folder, *folders], extra_compile_args=flags("3")
    )
    return [extension for name, _ in libraries for extension in result[name]], runtime


@contextmanager
def alone() -> Iterator[None]:
    """Let two builds in the same folder follow each other."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as file:
        try:
            import fcntl  # not on Windows

            fcntl.flock(file, fcntl.LOCK_EX)
        except ImportError:
            pass
        yield


class Compile(build_ext):
    """Builds into build/compiled what has changed, and copies the libraries to where they are wanted."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.wanted = Path(self.build_lib)
        self.build_lib = str(BUILD / "compiled")
        self.build_temp = str(BUILD / "objects")
        self.parallel = self.parallel or os.cpu_count() or 1
        self.force = True  # digests decide

    def run(self) -> None:
        with alone():
            if self.inplace:
                self.run_in_place()
            elif not obstacle():
                self.compile()
                self.install(self.wanted)

    def run_in_place(self) -> None:
        known, reason = BUILD / "state", obstacle()
        start = given(reason)
        if known.exists() and known.read_text() == f"{start} {made()}":
            return
        known.unlink(missing_ok=True)
        for library in libraries_in_place():
            library.unlink()
        shutil.rmtree(PURE, ignore_errors=True)
        for path in sources():
            copy(path, PURE / path.relative_to(SOURCE))
        if not reason:
            self.compile()
            self.install(SOURCE)
        if given(reason) == start:
            known.write_text(f"{start} {made()}")
        else:
            say("WARNING: sources were changed during the build; build again")

    def compile(self) -> None:
        libraries = groups()
        if complaints := closed_bases(libraries):
            raise SystemExit("\n".join(complaints))
        say(f"checking and translating {sum(len(paths) for _, paths in libraries)} modules")
        self.extensions, self.runtime = generate(libraries)
        self.check_extensions_list(self.extensions)
        for extension in self.extensions:
            extension._full_name, extension._links_to_dynamic, extension._needs_stub = extension.name, False, False
        inplace, self.inplace = self.inplace, False
        super().run()
        self.inplace = inplace

    def install(self, place: Path) -> None:
        for extension in self.extensions:
            name = self.get_ext_filename(extension.name)
            copy(Path(self.build_lib, name), place / name)

    def build_extensions(self) -> None:
        source, options = self.runtime.sources, self.runtime.extra_compile_args
        record, now = Path(self.build_temp, "runtime.digest"), digest([*tools(), *options, Path(*source)])
        (runtime,) = self.compiler.object_filenames(source, output_dir=self.build_temp)
        if not (
            record.exists() and Path(runtime).exists() and record.read_text() == f"{now} {digest([Path(runtime)])}"
        ):
            say("compiling the runtime")
            self.compiler.compile(
                source, output_dir=self.build_temp, include_dirs=self.runtime.include_dirs, extra_preargs=options
            )
            record.write_text(f"{now} {digest([Path(runtime)])}")
        for extension in self.extensions:
            if extension.name.endswith("__mypyc"):
                extension.extra_objects.append(runtime)
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        library = Path(self.get_ext_fullpath(ext.name))
        record = library.with_suffix(".digest")
        files = [Path(p) for p in [*ext.sources, *ext.depends, *ext.extra_objects]]
        now = digest([*tools(), *ext.extra_compile_args, *files])
        if record.exists() and library.exists() and record.read_text() == f"{now} {digest([library])}":
            return
        library.unlink(missing_ok=True)
        if ext.name.endswith("__mypyc"):
            say(f"compiling {ext.name.removesuffix('__mypyc')}")
        super().build_extension(ext)
        record.write_text(f"{now} {digest([library])}")


class Collect(build_py):
    """Copies the modules for a wheel into an empty folder, so that nothing removed since comes back."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


def copy(source: Path, target: Path) -> None:
    """Copy a file to a new inode: a process that has loaded the old one keeps it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    shutil.copyfile(source, target)


if __name__ == "__main__":
    if reason := obstacle():
        say(f"WARNING: the engine stays interpreted and slow: {reason}")
    setup(
        cmdclass={"build_ext": Compile, "build_py": Collect},
        ext_modules=[] if reason else [Extension("aude.engine.core__mypyc", [])],  # `generate` names the real ones
    )
