"""Compiles the engine and the boxes with mypyc: `setup.py` calls `commands`, for `make build` and for wheels.

Groups. Each group becomes one shared library, and groups are compiled at the same time:
    core            src/aude/engine (but not arrays.py and tiles.py) and boxes/carcassonne
    one per box     the modules of any other boxes/<box>
Beside each module lies a small library that finds the module in its group's; those of a folder are copies of one.
What a box overrides, the core must look up and not call directly; so a class that another group extends has to carry
`@mypyc_attr(allow_interpreted_subclasses=True)`. `closed_bases` refuses the build otherwise.

The generated C is changed in three ways: a negative index of an array is an error, see `indices`; references to arrays
that cannot go away are not counted, see `borrowing`; and functions that run seldom are hardly optimised, which saves
about a quarter of the compiling, see `cold`.

What did not change is not compiled again: digests of contents, never of times, are kept in build/. A build starts by
taking the old libraries away, so one that fails or is interrupted leaves interpreted modules behind, never stale ones.
A wheel takes the libraries of `make build` if they are of these very sources.

In place there are two copies of the package, of the very same source:
    src/              with the libraries beside their modules: compiled
    build/pure/src/   without them: interpreted; start Python with PYTHONPATH=build/pure/src to get it

Without a C compiler, or with AUDE_PURE=1, the package stays interpreted. With a compiler, a failed compile is an error.
All paths are relative to the folder of setup.py.
"""
