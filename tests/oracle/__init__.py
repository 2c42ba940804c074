"""A second, naive model of the game and its boxes, written from the rules alone.

It exists to disagree with the engine. So it shares nothing with it but the printed tile facts and the words of
actions, and it keeps only what lies on the table: which tile in which cell, which figure on which segment, who holds
which token. Everything else (features, completeness, borders, values) is worked out anew by flood fill, because a
model without bookkeeping cannot share the engine's bookkeeping mistakes.

`land` knows tiles and features, `rivers` where water runs, `blocks` what lies at the start, `figures` who stands
where, `scoring` what it brings, `specials` what single boxes allow, `turns` who is asked what. A box that brings more
is a layer upon all these, in a file of its own, and `game` puts the layers together.
The City is another game: `the_city` is its course and `city_land` its table.
The numbers in the comments (BASE-17, R-FARM-02 …) are those of the rule files.
"""

from oracle.figures import Figure as Figure
from oracle.game import Oracle as Oracle
from oracle.land import Feature as Feature
from oracle.rivers import stacks as stacks
from oracle.scoring import Scoring as Scoring
from oracle.turns import AFRESH as AFRESH
from oracle.turns import CHANCE as CHANCE
from oracle.turns import Question as Question
