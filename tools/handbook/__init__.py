"""The documentation as a site (`make docs`): mkdocs, with what `mkdocs.yml` cannot say.

The site has the shape of the repository: a page, picture or source file has the path that it has there, so every link
that works in one works in the other, and no text stands in two places. `handbook_hooks.py`, beside this folder, is
what mkdocs calls.
"""
