"""What Gymnasium calls when it is imported: it makes our environment known by name, and loads nothing."""

from __future__ import annotations

ID = "aude/AgainstBots-v0"


def register() -> None:
    """Make the environment known to `gymnasium.make`."""
    from gymnasium.envs.registration import register as make_known
    from gymnasium.envs.registration import registry

    if ID not in registry:
        make_known(ID, entry_point="aude.env.gymnasium:AgainstBots")
