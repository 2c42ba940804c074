"""Arrays that cannot go away are borrowed: the build removes what counts references to them, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from mypyc_build.borrowing import borrow_arrays, with_borrowed_arrays

# As mypyc writes `state.array[node] = x`.
WRITE = """\
char CPyDef_write(PyObject *cpy_r_state, int64_t cpy_r_node, int64_t cpy_r_x) {
    VecI64 cpy_r_r0;
    cpy_r_r0 = ((aude___StateObject *)cpy_r_state)->_array;
    VEC_I64_INCREF(cpy_r_r0);
    cpy_r_r1 = (int64_t)cpy_r_r0.len;
    cpy_r_r2 = (uint64_t)cpy_r_node < (uint64_t)cpy_r_r1;
    if (cpy_r_r2) goto CPyL4;
    goto CPyL7;
CPyL2: ;
    PyErr_SetNone(PyExc_IndexError);
    cpy_r_r3 = 0;
    if (unlikely(!cpy_r_r3)) {
        CPy_AddTraceback("state.py", "write", 1, CPyStatic_globals);
        goto CPyL6;
    }
    CPy_Unreachable();
CPyL4: ;
    cpy_r_r4 = (CPyPtr)cpy_r_r0.items;
    cpy_r_r5 = cpy_r_node * 8;
    cpy_r_r6 = cpy_r_r4 + cpy_r_r5;
    *(int64_t *)cpy_r_r6 = cpy_r_x;
    VEC_I64_DECREF(cpy_r_r0);
    return 1;
CPyL6: ;
    cpy_r_r7 = 2;
    return cpy_r_r7;
CPyL7: ;
    CPy_DECREF(cpy_r_other);
    VEC_I64_DECREF(cpy_r_r0);
    goto CPyL2;
}
"""
COUNTING = ("    VEC_I64_INCREF(cpy_r_r0);\n", "    VEC_I64_DECREF(cpy_r_r0);\n")


def without_counting(code: str) -> str:
    """The code without any line that counts references to the array."""
    return "".join(line for line in code.splitlines(keepends=True) if line not in COUNTING)


def test_what_is_only_written_to_is_borrowed() -> None:
    assert with_borrowed_arrays(WRITE) == (without_counting(WRITE), 1)
    assert with_borrowed_arrays(WRITE + WRITE) == (2 * without_counting(WRITE), 2)
    unchecked = WRITE.replace("CPyDef_write", "not_ours")
    assert with_borrowed_arrays(unchecked) == (unchecked, 0)


def test_what_may_not_be_set_yet_is_borrowed_too() -> None:
    """An attribute that is checked before it is used."""
    check = "    if (unlikely(cpy_r_r0.len < 0)) {\n        CPy_AttributeError();\n        goto CPyL6;\n    }\n"
    code = WRITE.replace(COUNTING[0], check + COUNTING[0])
    assert with_borrowed_arrays(code) == (without_counting(code), 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cpy_r_r5 = cpy_r_node * 8;", "cpy_r_r5 = CPyDef_grow(cpy_r_state);"),  # a call before the array is used
        ("cpy_r_r6 = cpy_r_r4 + cpy_r_r5;", "cpy_r_r6 = cpy_r_r4 + cpy_r_r5;\n    CPy_DECREF(cpy_r_other);"),
        ("cpy_r_r5 = cpy_r_node * 8;", "VEC_I64_DECREF(((aude___StateObject *)cpy_r_state)->_array);"),  # another array
        ("*(int64_t *)cpy_r_r6 = cpy_r_x;", "cpy_r_kept = cpy_r_r0;"),  # somebody else gets it
        ("*(int64_t *)cpy_r_r6 = cpy_r_x;", "if (cpy_r_x) goto CPyL6;"),  # a way on which it is not counted down
        ("*(int64_t *)cpy_r_r6 = cpy_r_x;", "return 1;"),
        ("*(int64_t *)cpy_r_r6 = cpy_r_x;", "if (cpy_r_x) goto elsewhere;"),  # a way that is not known
        ("*(int64_t *)cpy_r_r6 = cpy_r_x;", "while (cpy_r_x) {"),
        ("CPyL6: ;\n", "CPyL6: ;\n    cpy_r_r8 = (int64_t)cpy_r_r0.len;\n"),  # used where it was counted down
        ("cpy_r_r0 = ((aude___StateObject *)cpy_r_state)->_array;", "cpy_r_r0 = CPyDef_made();"),  # nobody holds it
    ],
)
def test_what_might_go_away_is_counted(old: str, new: str) -> None:
    code = WRITE.replace(old, new, 1)
    assert code != WRITE
    assert with_borrowed_arrays(code) == (code, 0)


def test_a_call_after_the_last_use_does_no_harm() -> None:
    code = WRITE.replace(f"{COUNTING[1]}    return", f"    CPyDef_told(cpy_r_state);\n{COUNTING[1]}    return")
    assert code != WRITE
    assert with_borrowed_arrays(code) == (without_counting(code), 1)


def test_files_are_rewritten_and_nothing_to_rewrite_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "native.c"
    file.write_text(WRITE, encoding="utf-8")
    assert borrow_arrays([file]) == 1
    assert file.read_text(encoding="utf-8") == without_counting(WRITE)
    with pytest.raises(SystemExit, match="has it changed"):
        borrow_arrays([file])
