"""The commands of `aude`, each in a module of its own; `cli.py` puts them together and gives them their help."""
