"""Environments for reinforcement learning, in the ways of PettingZoo, Gymnasium and OpenSpiel, and many games at once.

Each is an extra of its own: `aude[pettingzoo]`, `aude[gymnasium]`, `aude[openspiel]`; for `aude.env.many` and
`aude.env.numbers` alone `aude[env]`, which is numpy. See docs/research.md.
"""
