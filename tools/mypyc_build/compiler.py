"""The C compiler: whether there is one, and which."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from importlib.metadata import version
from pathlib import Path


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


@cache
def compilers() -> tuple[str, ...]:
    """The compilers with their versions and settings: with others, libraries have to be built again."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    compiler = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
    settings = (os.environ.get(name, "") for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS"))
    suffix = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
    return sys.version, platform.machine(), suffix, version("mypy"), version("librt"), compiler, *settings
