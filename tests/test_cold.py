"""The build marks functions in the generated C that are not worth optimising, and no others."""

from __future__ import annotations

import pytest

from mypyc_build.cold import DEFINITIONS, with_cold_functions

BOX = "aude___boxes___tower___rules"


def marked(code: str) -> str:
    return with_cold_functions(code).removeprefix(DEFINITIONS)


@pytest.mark.parametrize(
    ("mark", "code"),
    [
        ("RUNS_ONCE", f"char CPyDef_{BOX}_____top_level__(void) {{\n"),
        ("RUNS_ONCE", f"        static int CPyExec_{BOX}__impl(PyObject *module)\n        {{\n"),
        ("RUNS_SELDOM", f"    PyObject *CPyPy_{BOX}___Tower___enter(PyObject *self, size_t nargs) {{\n"),
        ("RUNS_SELDOM", f"static PyObject *\n{BOX}___Tower_get_height({BOX}___TowerObject *self, void *closure)\n{{\n"),
        ("RUNS_SELDOM", f"char CPyDef_{BOX}___Tower___setup(PyObject *cpy_r_self, PyObject *cpy_r_rules) {{\n"),
        ("RUNS_SELDOM", f"char CPyDef_{BOX}___TowerByHand___lay(PyObject *cpy_r_self) {{\n"),
    ],
)
def test_what_is_cold_is_marked(mark: str, code: str) -> None:
    assert marked(code) == f"{mark} {code}"


@pytest.mark.parametrize(
    "code",
    [
        f"int64_t CPyDef_{BOX}___Tower___enter(PyObject *cpy_r_self, PyObject *cpy_r_state) {{\n",
        f"static void\n{BOX}___Tower_dealloc({BOX}___TowerObject *self)\n{{\n",
        f"PyObject *CPyPy_{BOX}___Tower___enter(PyObject *self, size_t nargs);\n",  # declared, not defined
        f"    cpy_r_r3 = CPyDef_{BOX}___Tower___setup(cpy_r_self, cpy_r_rules);\n    if (cpy_r_r3) {{\n",
        "char CPyDef_aude___engine___state___State___setup(PyObject *cpy_r_self) {\n",  # of the engine
    ],
)
def test_the_rest_is_not(code: str) -> None:
    assert marked(code) == code
