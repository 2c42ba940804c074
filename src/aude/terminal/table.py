"""The table in a terminal: people and bots play a game by typing, and every point is explained.

It asks `Game` what may be done, so it knows no box: whatever a box adds is offered here without a line of code.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TextIO

from aude import bots as bot_catalog
from aude.board.sentences import listed
from aude.bots import Bot
from aude.catalog.boxes import is_folder
from aude.catalog.texts import LANGUAGES, title_of
from aude.errors import AudeError, Illegal, Unreadable
from aude.formats.presets import title_of as title_of_setup
from aude.formats.record import write
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.options import Option
from aude.terminal.narrator import ALIASES, NUMBER, Left
from aude.terminal.prompts import Prompter
from aude.terminal.screen import open_game, reason, unquoted, write_file

YES = {"y", "yes", "j", "ja"}
NO = {"n", "no", "nee", "nei"}
COMMANDS = ("help", "show", "look", "scores", "now", "left", "undo", "save", "load", "record", "rule", "quit")


def check_names(game: GameCore) -> None:
    """A seat that is called like something that is typed here would never be understood."""
    for seat in game.seats:
        for language in LANGUAGES:
            texts = game.texts(language)
            commands = (texts(f"table.commands.{command}") for command in COMMANDS)
            if seat in (*COMMANDS, *ALIASES, *commands, texts("table.back")) or texts.has(f"options.{seat}"):
                raise Unreadable(f"{seat!r} cannot be a seat's name at the table: it is typed there for something else")


class Instead(Exception):
    """A command was typed where a question wanted an answer."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


class Table(Prompter):
    """A game at one keyboard: people type, bots choose by themselves."""

    def __init__(
        self,
        game: GameCore,
        *,
        bots: Mapping[str, Bot] | None = None,
        language: str = "en",
        plain: bool = False,
        source: TextIO | None = None,
        out: TextIO | None = None,
        path: str | Path | None = None,
        rescue: Path | None = None,
    ) -> None:
        super().__init__(game, bots=bots, language=language, plain=plain, source=source, out=out)
        self.path = Path(path) if path is not None else None
        self.rescue = rescue  # where an unfinished game is kept if the keyboard goes away
        self.saved = write(game) if path is not None else ""
        self.takes |= {"save": self.save, "load": self.load}
        self.alone |= {"help": self.help, "undo": self.undo, "quit": self.quit}

    # -- running ------------------------------------------------------------------------------------------------------
    def run(self) -> str:
        """Play until somebody leaves or, if only bots play, to the end: ``over``, ``left`` or ``interrupted``."""
        try:
            self.welcome()
            while True:
                actor = self.game.actor
                if actor is None:
                    self.after_the_end()
                elif actor in self.bots:
                    self.carry_out(self.bots[actor].choose(self.game))
                else:
                    self.question()
        except Left as left:
            return left.how
        except EOFError:
            self.gone()
            return "over" if self.game.over else "left"
        except KeyboardInterrupt:
            self.screen.say()
            self.gone()
            return "interrupted"

    @property
    def unsaved(self) -> bool:
        """Whether a person has chosen (or, by hand, drawn) something that no file knows."""
        return any(self.by_person(move.seat) for move in self.game.moves) and write(self.game) != self.saved

    def by_person(self, seat: str) -> bool:
        """Whether what a seat does is typed; what chance does is if no dealer draws."""
        return not self.game.is_dealt if seat == "chance" else seat not in self.bots

    def welcome(self) -> None:
        """Who sits here, and what has happened so far."""
        seats = ", ".join(
            f"{self.texts.word(seat)} ({self.bots[seat].name})" if seat in self.bots else self.texts.word(seat)
            for seat in self.game.seats
        )
        self.screen.heading(self.t("welcome", seats=seats))
        if self.game.setup.title:
            self.screen.say(title_of_setup(self.game.setup, self.language))
        boxes = [title_of(box, self.language) for box in self.game.setup.infos()[1:]]
        if boxes:
            self.say("boxes", boxes=listed(self.texts, boxes))
        if self.game.seed is not None:
            self.say("seed", "dim", seed=self.game.seed)
        if self.people:
            self.say("hint")
        if self.path is not None:
            self.say("loaded", path=self.path, moves=self.count("moves", len(self.game.moves)))
            self.scores()
        else:
            self.tell(self.game.moves, dict.fromkeys(self.game.seats, 0))

    def gone(self) -> None:
        """The keyboard is gone: leave, and lose nothing."""
        if self.unsaved and self.rescue is not None:
            try:
                self.rescue.parent.mkdir(parents=True, exist_ok=True)
                path = fresh(self.rescue)
                write_file(path, self.record())
                self.say("rescued", path=self.loading(path))
                return
            except (OSError, AudeError):
                pass
        self.say("goodbye_unsaved" if self.unsaved else "goodbye")

    def loading(self, path: Path) -> str:
        """What to type to go on with a game that was kept."""
        setup = self.game.setup
        folders = [box for box in (setup.game, *setup.boxes) if is_folder(box)]
        words = ["aude", "play", "--load", str(path), *(["--boxes", ",".join(folders)] if folders else [])]
        return shlex.join(words if self.game.is_dealt else [*words, "--by-hand"])

    def carry_out(self, action: Option | Action | str, seat: str | None = None) -> None:
        """Play and tell."""
        game = self.game
        before, count = game.scores, len(game.moves)
        game.play(action, seat)
        self.tell(game.moves[count:], before)

    # -- asking -------------------------------------------------------------------------------------------------------
    def question(self) -> None:
        """Put the open question to a person until the game goes on."""
        self.pose()
        game, moves = self.game, len(self.game.moves)
        while self.game is game and len(game.moves) == moves and not game.over:
            self.answer(self.ask(f"{self.prompt()}> "))

    # -- answering ----------------------------------------------------------------------------------------------------
    def answer(self, line: str) -> None:
        """Do what was typed, or say in a sentence why not."""
        if not line:
            if self.game.over:
                self.result()
            else:
                self.pose()
            return
        number = NUMBER.fullmatch(line)
        word, _, rest = line.partition(" ")
        verbs = {option.action.verb for option in self.options}
        command = self.command_named(word) if word not in verbs and not self.is_letter(line) else None
        try:
            if number:
                self.choose(int(number[1]))
            elif command:
                self.command(command, rest.strip())
            elif self.game.over:
                self.say("unknown", text=repr(line))
            elif word in self.game.seats and rest:
                self.carry_out(rest, word)
            else:
                self.carry_out(self.drawn(line) if self.drawing else line)
        except Instead as other:
            self.say("nothing_changed")
            self.answer(other.line)
        except Illegal as error:
            self.refuse(error)
        except AudeError as error:
            self.complain(error)
            if not command and not number:
                self.say("unknown_hint")

    def choose(self, number: int) -> None:
        """Carry out the option with this number."""
        if not 1 <= number <= len(self.options):
            if self.options:
                key = "no_option" if len(self.options) > 1 else "no_option_one"
                self.say(key, "red", number=number, most=len(self.options))
            else:
                self.say("unknown", "red", text=number)
            return
        option = self.options[number - 1]
        if option.low is None or option.high is None:
            self.carry_out(option)
            return
        verbs = {other.action.verb for other in self.options} - {option.action.verb}
        while True:
            typed = self.ask(self.t("which_number", low=option.low, high=option.high) + " ")
            if not typed:
                self.say("nothing_changed")
                return
            *before, last = typed.split()
            if [word.lower() for word in before] == option.words[:-1]:
                typed = last  # in words after all: bid 5
            elif self.command_named(typed.split()[0]) or typed.split()[0] in verbs:
                raise Instead(typed)
            if re.fullmatch(r"-?[0-9]{1,9}", typed) and option.low <= int(typed) <= option.high:
                break
            self.say("number_wrong", "red", text=repr(typed), low=option.low, high=option.high)
        self.carry_out(option.at(int(typed)), option.seat)

    def help(self) -> None:
        """Everything that can be typed."""
        self.say("help_options")
        for command in COMMANDS:
            word = self.t(f"commands.{command}")
            args = self.t(f"arguments.{command}") if self.texts.has(f"table.arguments.{command}") else ""
            typed = f"{word} {args}".rstrip()
            self.screen.say(f"  {typed + ':' if self.screen.plain else typed:<16} {self.t(f'help.{command}')}")
        self.say("help_words")
        self.say("help_cells")
        if not self.screen.plain:
            self.say("help_signs")

    def undo(self) -> None:
        """Take back the last choice of a person, never past a draw; by hand, a draw is such a choice."""
        game = self.game
        for number in range(len(game.moves) - 1, -1, -1):
            move = game.moves[number]
            if move.seat == "chance" and game.is_dealt:
                break
            if self.by_person(move.seat):
                if game.is_dealt:
                    game.undo(len(game.moves) - number)
                else:
                    self.game = game.at(number)
                key = "undone_draw" if move.seat == "chance" else "undone"
                self.say(key, seat=self.seat(move.seat), text=move.sentence(self.texts))
                return
        self.say("no_undo", "red")

    # -- keeping ------------------------------------------------------------------------------------------------------
    def record(self) -> str:
        """The record, with a remark about the bots, so that they sit there again when it is loaded."""
        text = write(self.game)
        if self.bots:
            text += "# bots " + " ".join(f"{seat}={bot.name}" for seat, bot in self.bots.items()) + "\n"
        return text

    def save(self, rest: str) -> None:
        """Keep the game in a file."""
        name = unquoted(rest) or (str(self.path) if self.path else "")
        if not name:
            name = unquoted(self.ask(self.t("file_name") + " "))
            if self.command_named(name):
                raise Instead(name)
        if not name:
            self.say("not_saved")
            return
        path = Path(name)
        try:
            target = path.expanduser()
            folder = target.is_dir()
            exists = target.exists() and (self.path is None or target != self.path.expanduser())
        except (OSError, ValueError, RuntimeError) as error:
            raise Unreadable(f"{name!r} cannot be written: {reason(error)}") from None
        if folder:
            self.say("is_folder", "red", path=name)
            return
        if exists and not self.confirm(self.t("overwrite", path=name)):
            self.say("not_saved")
            return
        write_file(path, self.record())
        self.path, self.saved = path, write(self.game)
        self.say("saved", path=name)

    def load(self, rest: str) -> None:
        """Go on with the game in a file."""
        if not rest:
            self.say("load_what", "red")
            return
        rest = unquoted(rest)
        known = (self.game.setup.game, *self.game.setup.boxes)
        game, seated = open_game(
            rest, deal=self.game.is_dealt, folders=known, make=type(self.game)
        )  # by hand stays by hand
        if self.unsaved and not self.confirm(self.t("drop_game")):
            self.say("nothing_changed")
            return
        if not seated:
            seated = {seat: bot.name for seat, bot in self.bots.items() if seat in game.seats}
        self.game, self.path = game, Path(rest)
        self.bots = {seat: bot_catalog.make(name) for seat, name in seated.items()}
        self.texts = game.texts(self.language)
        self.texts.spoken = self.screen.plain
        self.saved = write(game)
        self.legend_shown = False
        self.options = []
        self.say("loaded", path=rest, moves=self.count("moves", len(game.moves)))

    def confirm(self, question: str) -> bool:
        """A question that wants yes or no; Enter is no, and so is a command, which is then carried out."""
        while True:
            answer = self.ask(f"{question} {self.t('yes_no')} ")
            if answer.lower() in YES:
                return True
            if not answer or answer.lower() in NO:
                return False
            if self.command_named(answer.split()[0]):
                raise Instead(answer)
            self.say("say_yes_or_no", "red", text=repr(answer))

    def quit(self) -> None:
        """Leave; if something would be lost, ask first."""
        while self.unsaved:
            typed = self.ask(f"{self.t('save_first')} {self.t('yes_no_back')} ")
            answer = typed.lower()
            word, _, rest = typed.partition(" ")
            command = self.command_named(word) if word else None
            if answer in YES or command == "save":
                try:
                    self.save(rest.strip() if command else "")
                except AudeError as error:
                    self.complain(error)
                continue
            if answer in NO:
                break
            if answer in {"b", "back", self.t("back")}:
                self.say("nothing_changed")
                return
            if command not in (None, "quit"):
                raise Instead(typed)
            self.say("say_yes_no_back", "red", text=repr(typed))
        self.say("goodbye")
        raise Left("over" if self.game.over else "left")

    # -- the end ------------------------------------------------------------------------------------------------------
    def after_the_end(self) -> None:
        """Who has won; then commands, until somebody leaves or takes the last choice back."""
        self.options = []
        self.result()
        if not self.people:
            raise Left("over")
        game, moves = self.game, len(self.game.moves)
        while self.game is game and len(game.moves) == moves:
            self.answer(self.ask("> "))

    def result(self) -> None:
        """Who has won, and what can be done now."""
        self.screen.heading(self.t("over"))
        if not self.screen.plain:
            self.draw(legend=True)
        self.tell_winners()
        self.scores()
        if self.people:
            self.say("over_hint")


def fresh(path: Path) -> Path:
    """The path with the time of day in its name, so that nothing is written over."""
    stem = f"{path.stem}-{datetime.now():%Y-%m-%d-%H%M%S}"
    paths = (path.with_stem(stem if number == 1 else f"{stem}-{number}") for number in count(1))
    return next(path for path in paths if not path.exists())
