"""The command `aude`, one module for each of its commands."""
