"""Runs many tasks in many processes, on this machine or on several machines with Ray.

>>> from aude import crew
>>> with crew.make(processes=2) as hands:
...     list(hands.each(abs, [-3, 1, -2]))
[3, 1, 2]

Results come in the order of the tasks, each once, whichever worker did them and however often a worker was lost. So
the outcome does not depend on the number of workers. This package knows nothing about games.
"""

from __future__ import annotations

from aude.crew.base import Crew, Here, cores
from aude.crew.processes import Processes

__all__ = ["Crew", "cores", "make"]


def make(processes: int | None = None, ray: str | None = None) -> Crew:
    """Make a crew of this many processes, by default one for each core. A single one is this process itself.

    With `ray`, the processes are those of the Ray cluster at that address, or, with `"local"`, of a Ray that is started
    on this machine and ends with the crew. For a cluster, `processes` limits how many tasks run at once.
    """
    if ray is not None:
        from aude.crew.on_ray import OnRay

        return OnRay(ray, processes)
    size = cores() if processes is None else processes
    return Here() if size == 1 else Processes(size)
