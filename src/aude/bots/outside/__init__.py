"""Bots in other languages: programs that speak the line protocol of docs/bot-protocol.md.

`OutsideBot` (`bot.py`) lets a program play; `child.py` runs it within limits; `messages.py` makes the messages that it
gets. Conversely, `speak` (`speaking.py`, used by the command `aude bot`) lets one of our bots speak the protocol.
"""

from aude.bots.outside.bot import OutsideBot as OutsideBot
from aude.bots.outside.bot import by_command as by_command
from aude.bots.outside.speaking import Speaker as Speaker
from aude.bots.outside.speaking import speak as speak
