"""Pictures of tiles and boards, computed from the same facts that the rules use.

>>> import aude
>>> from aude.draw import board
>>> picture = board(aude.Game(seed=5), layers=["coordinates", "places"])
>>> picture.svg[:4], len(picture.png(400)) > 1000
('<svg', True)
"""

from aude.draw.boards import board, tile_picture
from aude.draw.picture import NoLibrary, Picture

__all__ = ["NoLibrary", "Picture", "board", "tile_picture"]
