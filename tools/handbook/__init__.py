"""The documentation as a site (`make docs`): mkdocs, with what cannot be configured in `mkdocs.yml`.

The site has the layout of the repository: a page, picture or source file has the same path as there, so every link that
works in one works in the other, and no text is duplicated. mkdocs calls `handbook_hooks.py`, beside this folder.
"""
