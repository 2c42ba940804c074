"""The commands of setuptools that build the package: `build_ext` compiles, `build_py` gathers modules for a wheel."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

from mypyc_build.closed import closed_bases
from mypyc_build.compiler import compilers, obstacle
from mypyc_build.digests import (
    BUILD,
    PURE,
    STATE,
    digest,
    given,
    is_current,
    is_made_from,
    keep_record,
    libraries_in_place,
    made,
    sources,
)
from mypyc_build.generate import generate
from mypyc_build.groups import SOURCE, groups, is_test


def say(text: str) -> None:
    """One line of progress."""
    sys.stderr.write(f"aude: {text}\n")


def extensions() -> list[Extension]:
    """What setuptools needs to know beforehand: whether there is something to compile. `generate` names all of it."""
    if reason := obstacle():
        say(f"WARNING: the engine stays interpreted and slow: {reason}")
        return []
    return [Extension("aude.engine.core__mypyc", [])]


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

    build_lib: str
    inplace: bool
    parallel: int | None

    def finalize_options(self) -> None:
        super().finalize_options()
        self.wanted = Path(self.build_lib)
        self.build_lib = str(BUILD / "compiled")
        self.build_temp = str(BUILD / "objects")
        self.parallel = self.parallel or os.cpu_count() or 1
        self.force = True  # digests decide

    def run(self) -> None:
        with alone():
            reason = obstacle()
            start = given(reason)
            if self.inplace:
                if not is_current(start):
                    self.run_in_place(start, reason)
            elif not reason:
                self.run_for_wheel(start)

    def run_in_place(self, start: str, reason: str) -> None:
        STATE.unlink(missing_ok=True)
        for library in libraries_in_place():
            library.unlink()
        shutil.rmtree(PURE, ignore_errors=True)
        for path in sources():
            copy(path, PURE / path.relative_to(SOURCE))
        if not reason:
            self.compile()
            self.install(SOURCE)
        if given(reason) == start:
            STATE.write_text(f"{start} {made()}")
        else:
            say("WARNING: sources were changed during the build; build again")

    def run_for_wheel(self, start: str) -> None:
        if is_current(start):
            for library in libraries_in_place():
                copy(library, self.wanted / library.relative_to(SOURCE))
        else:
            self.compile()
            self.install(self.wanted)

    def compile(self) -> None:
        libraries = groups()
        if complaints := closed_bases(libraries):
            raise SystemExit("\n".join(complaints))
        say(f"checking and translating {sum(len(paths) for _, paths in libraries)} modules")
        self.extensions, self.copies, self.runtime = generate(libraries)
        self.check_extensions_list(self.extensions)
        for extension in self.extensions:
            extension._full_name, extension._links_to_dynamic, extension._needs_stub = extension.name, False, False
        inplace, self.inplace = self.inplace, False
        super().run()
        self.inplace = inplace

    def install(self, place: Path) -> None:
        for extension in self.extensions:
            library = Path(self.build_lib, self.get_ext_filename(extension.name))
            for name in (extension.name, *self.copies.get(extension.name, [])):
                copy(library, place / self.get_ext_filename(name))

    def build_extensions(self) -> None:
        runtime = self.build_runtime()
        for extension in self.extensions:
            if extension.name.endswith("__mypyc"):
                extension.extra_objects.append(str(runtime))
        super().build_extensions()

    def build_runtime(self) -> Path:
        source, options = self.runtime.sources, self.runtime.extra_compile_args
        (name,) = self.compiler.object_filenames(source, output_dir=self.build_temp)
        result, record = Path(name), Path(self.build_temp, "runtime.digest")
        start = digest([*compilers(), *options, Path(*source)])
        if not is_made_from(start, result, record):
            say("compiling the runtime")
            self.compiler.compile(
                source, output_dir=self.build_temp, include_dirs=self.runtime.include_dirs, extra_preargs=options
            )
            keep_record(start, result, record)
        return result

    def build_extension(self, ext: Extension) -> None:
        library = Path(self.get_ext_fullpath(ext.name))
        record = library.with_suffix(".digest")
        files = [Path(p) for p in [*ext.sources, *ext.depends, *ext.extra_objects]]
        start = digest([*compilers(), *ext.extra_compile_args, *files])
        if is_made_from(start, library, record):
            return
        library.unlink(missing_ok=True)
        if ext.name.endswith("__mypyc"):
            say(f"compiling {ext.name.removesuffix('__mypyc')}")
        super().build_extension(ext)
        keep_record(start, library, record)


class Collect(build_py):
    """Copies the modules for a wheel, without tests, into an empty folder: nothing removed since comes back."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        found = super().find_package_modules(package, package_dir)
        return [module for module in found if not is_test(Path(module[2]))]


def copy(source: Path, target: Path) -> None:
    """Copy a file to a new inode: a process that has loaded the old one keeps it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    shutil.copyfile(source, target)
