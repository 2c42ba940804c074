"""Tables: games with people at them, without input or output.

A `Table` is what its rows make of it. `decide` takes a command and answers with the rows that it adds, or refuses; a
server stores them, takes the table that comes `after` them, and only then tells anybody. The clock and chance are
handed in, so every rule can be tested without a server.
"""

from aude.tables.deciding import decide as decide
from aude.tables.deciding import open_table as open_table
from aude.tables.refusal import Refusal as Refusal
from aude.tables.table import Table as Table
