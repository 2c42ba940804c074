"""Many hands for many tasks: the processes of this machine, or those of several machines with Ray.

>>> from aude import crew
>>> with crew.make(processes=2) as hands:
...     list(hands.each(abs, [-3, 1, -2]))
[3, 1, 2]

Results come in the order of their tasks, each once, whoever worked on them and however often a worker was lost; so what
is made of them does not depend on how many there are. Nothing here knows what a game is.
"""

from __future__ import annotations

from aude.crew.base import Crew, Here, cores
from aude.crew.processes import Processes

__all__ = ["Crew", "cores", "make"]


def make(processes: int | None = None, ray: str | None = None) -> Crew:
    """A crew of so many processes, by default one for each core. A single one is this process itself.

    With `ray` the processes are those of Ray: of the cluster at that address, or `"local"`, of a Ray that is started
    here and ends with the crew. In a cluster so many tasks are under way at once, by default as many as it can take.
    """
    if ray is not None:
        from aude.crew.on_ray import OnRay

        return OnRay(ray, processes)
    size = cores() if processes is None else processes
    return Here() if size == 1 else Processes(size)
