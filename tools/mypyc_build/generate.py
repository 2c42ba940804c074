"""From Python to C: mypyc, called once for all groups."""

from __future__ import annotations

import gc
import os
import shutil
from itertools import groupby
from pathlib import Path

from setuptools import Extension

from mypyc_build.borrowing import borrow_arrays
from mypyc_build.cold import mark_cold_functions
from mypyc_build.digests import BUILD
from mypyc_build.groups import Group, imported
from mypyc_build.indices import remove_negative_indices


def generate(libraries: list[Group]) -> tuple[list[Extension], dict[str, list[str]], Extension]:
    """Check types and write C: the extensions to build, and mypyc's runtime, which they share as an object file.

    Of some extensions copies are wanted, under the names of other modules.

    mypycify() would do, but for one thing: with several groups it stops trusting that `__init__` sets every attribute
    and that nobody overrides a method, which slows the hot loop down. Here all groups are generated in one go, from
    source, every time, and `closed_bases` vouches for the rest; so these optimisations may stay on.
    """
    from mypyc import build as mypyc  # not needed for metadata
    from mypyc.common import RUNTIME_C_FILES
    from mypyc.options import CompilerOptions

    target = BUILD / "c"
    options = CompilerOptions(separate=True, target_dir=str(target), include_runtime_files=False)
    options.global_opts = True
    files = [str(p) for _, paths in libraries for p in paths]
    cache = BUILD / "mypyc"
    for old in cache.glob("*/aude*"):  # remembered: the standard library's types; never our own modules
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    grouped, generated, needed = mypyc.mypyc_build(
        ["--no-sqlite-cache", "--cache-dir", str(cache), "--follow-imports=skip", *files, *map(str, imported())],
        options,
        only_compile_paths=files,
        separate=[([str(p) for p in paths], name) for name, paths in libraries],
    )
    gc.freeze()  # what mypy leaves behind would take seconds to collect when Python ends
    written = [Path(name) for c_files, _ in generated for name in c_files]
    remove_negative_indices(written)
    borrow_arrays(written)
    mark_cold_functions(written)
    mypyc.setup_mypycify_vars()
    folder = mypyc.include_dir()
    folders = sorted({os.path.join(folder, d) for dependency in needed for d in dependency.include_dirs})

    def flags(level: str) -> list[str]:
        usual = [flag for flag in mypyc.get_cflags(opt_level=level, debug_level="0") if flag != "-Werror"]
        if os.name != "posix":
            return usual
        # Hidden: direct calls. Longer functions than usual may take the place of a call: in mypyc's C a line of ours is
        # long (clang has measures of its own). What is wrongly indented is looked for at length: generated lines are,
        # more and more.
        return [*usual, "-fvisibility=hidden", "--param=max-inline-insns-auto=80", "-Wno-misleading-indentation"]

    result: dict[str, list[Extension]] = {}
    copies: dict[str, list[str]] = {}
    for (modules, name), (c_files, headers) in zip(grouped, generated, strict=True):
        assert name is not None
        library, *shims = mypyc.build_using_shared_lib(
            modules, name, c_files, headers, str(target), flags("3"), folders
        )
        result[name] = [library]
        for _, found in groupby(shims, key=lambda shim: Path(*shim.sources).parent):
            beside = list(found)
            result[name].append(in_one(beside, flags("0")))
            copies[beside[0].name] = [shim.name for shim in beside[1:]]
    included = "".join(f"#include <{name}>\n" for name in [*RUNTIME_C_FILES, *(d.path for d in needed)])
    mypyc.write_file(str(target / "runtime.c"), included)
    runtime = Extension(
        "runtime", [str(target / "runtime.c")], include_dirs=[folder, *folders], extra_compile_args=flags("3")
    )
    return [extension for name, _ in libraries for extension in result[name]], copies, runtime


def in_one(shims: list[Extension], flags: list[str]) -> Extension:
    """The shims of a folder as one library: what takes time is reading Python.h.

    A shim is a module's own library, all of whose work is to find the module in the library of its group. Python looks
    for a function that bears the module's name, so copies of a library that holds the functions of all will do.
    """
    first, *_ = shims
    sources = [Path(*shim.sources) for shim in shims]
    lines = [
        f'#define PyInit___init__ PyInit___init___{p.stem}\n#include "{p.name}"\n#undef PyInit___init__'
        for p in sources
    ]
    unit = sources[0].with_name("__shims.c")
    unit.write_text("\n".join([*lines, ""]))
    return Extension(first.name, [str(unit)], depends=list(map(str, sources)), extra_compile_args=flags)
