"""Bots in other languages: programs that speak the line protocol of docs/bot-protocol.md.

`OutsideBot` (`bot.py`) lets a program play; `child.py` runs it within limits; `messages.py` is what it is told. The
other way round, `speak` (`speaking.py`, the command `aude bot`) lets a bot of ours speak the protocol.
"""

from aude.bots.outside.bot import OutsideBot as OutsideBot
from aude.bots.outside.bot import by_command as by_command
from aude.bots.outside.speaking import Speaker as Speaker
from aude.bots.outside.speaking import speak as speak
