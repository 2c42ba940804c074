"""Runs docs/notebook.ipynb and stores it with its output: `python tools/make_notebook.py`.

Edit the notebook in Jupyter or by hand, then run this. The stored output is the same on every machine, so any
difference is a difference in what Aude does, which a test notices.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"
SECONDS = 600  # for a cell, interpreted on a busy machine
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
SPOKEN = Config(KernelManager={"transport": "ipc"})  # to the kernel: through files, not over the network


def executed(text: str) -> str:
    """A notebook with the output of its cells, without anything that differs between machines or runs."""
    notebook = nbformat.reads(text, as_version=4)
    with TemporaryDirectory() as folder:  # so that the user's own settings do not change the output
        env = {**os.environ, "IPYTHONDIR": folder}
        how: dict[str, Any] = {
            "timeout": SECONDS,
            "kernel_name": KERNEL["name"],
            "coalesce_streams": True,
            "config": SPOKEN,
        }
        NotebookClient(notebook, **how).execute(env=env)
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": {"name": "python"}})
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        cell.metadata = nbformat.from_dict({})
    nbformat.validate(notebook)
    return f"{nbformat.writes(notebook)}\n"


def main() -> None:
    NOTEBOOK.write_text(executed(NOTEBOOK.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
