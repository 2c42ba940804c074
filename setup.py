"""The package is described in pyproject.toml. Here is what setuptools cannot know: mypyc compiles a part of it."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "tools"))

from mypyc_build import commands

setup(
    cmdclass={"build_ext": commands.Compile, "build_py": commands.Collect},
    ext_modules=commands.extensions(),
)
