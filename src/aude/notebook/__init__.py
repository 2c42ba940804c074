"""How values look at the end of a cell in a notebook: `page` makes HTML of them, `picture` SVG.

It needs no other file and no script. Colours come from the notebook, so that it looks right by day and by night, and
pictures are images with a style of their own, so that it also does in a notebook that is not trusted. Sentences are
English.
"""

from aude.notebook.values import page, picture

__all__ = ["page", "picture"]
