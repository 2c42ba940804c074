"""Marks functions in the C that mypyc writes as not worth optimising, which saves about a quarter of the compiling.

What runs once, when a module is imported, is not optimised at all. A little is done (-O1) for what Python calls into
compiled code by (wrappers, attributes of objects), where the way there costs more than the function, and for methods of
boxes that set a game up or speak to people. How an object is made and freed stays as fast as can be.

Only gcc is told; other compilers optimise everything. A function that is not recognised here is optimised, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

DEFINITIONS = """\
#if defined(__GNUC__) && !defined(__clang__)
#define RUNS_ONCE __attribute__((optimize("O0")))
#define RUNS_SELDOM __attribute__((optimize("O1")))
#else
#define RUNS_ONCE
#define RUNS_SELDOM
#endif
"""

AT_IMPORT = r"CPyExec_\w+|CPyInit_\w+|CPyInitOnly_\w+|CPyDef_\w+_____top_level__"
FROM_PYTHON = r"CPyPy_\w+|aude___\w+_[gs]et_\w+"
OF_BOXES = r"CPyDef_aude___boxes___\w+___(?:setup|finalize|parts|refuse\w*|describe|\w*(?:ByHand|Display)___\w+)"

# Definitions, never declarations: a name, arguments, and a brace, perhaps on the next line.
ONCE, SELDOM = (
    re.compile(rf"^ *+(?:static )?\w++ ?\*?\n? *+(?:{names})\([^;{{}}]*\)\s*\{{$", re.MULTILINE)
    for names in (AT_IMPORT, f"{FROM_PYTHON}|{OF_BOXES}")
)


def with_cold_functions(code: str) -> str:
    """The code with its cold functions marked."""
    code = ONCE.sub(r"RUNS_ONCE \g<0>", code)
    code = SELDOM.sub(r"RUNS_SELDOM \g<0>", code)
    return DEFINITIONS + code


def mark_cold_functions(files: Iterable[Path]) -> None:
    """Rewrite generated files in place."""
    for path in files:
        path.write_bytes(with_cold_functions(path.read_bytes().decode()).encode())
