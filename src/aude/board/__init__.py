"""The board: what a person at the table can see, as values.

>>> from aude import Game
>>> game = Game(seed=1, players=["red", "blue"])
>>> board = game.board
>>> board.tiles
(LaidTile('base/CRFR-rEW', (0, 0), 0),)
>>> [feature.kind for feature in board.features]
['city', 'road', 'field', 'field']
>>> board.features[1].open_ends
(OpenEnd(spot=Spot('road', ('E', 'W'), (0, 0)), side='E', cell=(1, 0)), \
OpenEnd(spot=Spot('road', ('E', 'W'), (0, 0)), side='W', cell=(-1, 0)))
"""

from aude.board.board import Board as Board
from aude.board.features import Feature as Feature
from aude.board.features import Gain as Gain
from aude.board.features import OpenEnd as OpenEnd
from aude.board.features import Value as Value
from aude.board.features import Weight as Weight
from aude.board.pieces import Figure as Figure
from aude.board.pieces import Place as Place
from aude.board.pieces import Token as Token
from aude.board.schema import SCHEMA as SCHEMA
from aude.board.tiles import LaidTile as LaidTile
from aude.board.tiles import Segment as Segment
