"""Run docs/notebook.ipynb and write it with what its cells show: `python tools/make_notebook.py`.

Edit the notebook in Jupyter or by hand, then run this. What is kept is the same on every machine: a difference in it is
a difference in what Aude does, and a test sees it.
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
    """A notebook with what its cells show, and with nothing that differs from one machine or run to the next."""
    notebook = nbformat.reads(text, as_version=4)
    with TemporaryDirectory() as folder:  # so that nobody's own settings change what is shown
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
