"""The table in a terminal: people and bots play a game by typing, and every point is explained.

It only uses the options of `Game`, so it knows no box: whatever a box adds is offered without any code here.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TextIO

from aude import bots as bot_catalog
from aude.board.sentences import listed
from aude.bots import Bot, Forfeit, dismiss, let_play
from aude.catalog.boxes import is_folder
from aude.catalog.errors import unreadable
from aude.catalog.texts import LANGUAGES, Phrase, title_of
from aude.errors import AudeError, Illegal
from aude.formats.presets import title_of as title_of_setup
from aude.formats.record import write
from aude.game import reading
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.notation import read_cell
from aude.game.options import Option
from aude.game.values import Cell, cell_text
from aude.study.advice import advice
from aude.terminal.narrator import ALIASES, Left
from aude.terminal.prompts import INDENT, Prompter, cell_of, is_placement
from aude.terminal.screen import open_game, reason, unquoted, write_file
from aude.terminal.typed import TypedWords

NUMBERS = re.compile(r"#?([0-9]{1,6})[.):]?(?: +([0-9]{1,3})°?)?")  # of an option, and perhaps how a tile is turned
REASON = 8  # the column in which the reasons of a hint begin, after their points
YES = {"y", "yes", "j", "ja"}
NO = {"n", "no", "nee", "nei"}
COMMANDS = (
    "help",
    "hint",
    "show",
    "pan",
    "look",
    "scores",
    "now",
    "left",
    "undo",
    "save",
    "load",
    "record",
    "rule",
    "quit",
)


def check_names(game: GameCore) -> None:
    """Refuse names of seats that have another meaning when typed at the table."""
    for seat in game.seats:
        word = seat.casefold()
        for language in LANGUAGES:
            texts = game.texts(language)
            commands = (texts(f"table.commands.{command}") for command in COMMANDS)
            words = (*COMMANDS, *ALIASES, *commands, texts("table.back"), *game.rules.forms_of)
            if word in (*words, *TypedWords(game.rules, texts).verbs):
                raise unreadable("seat.cannot", name=seat, why=Phrase("errors.seat.typed"))


def at_cell(options: Sequence[Option], cell: Cell) -> list[Option]:
    """Those of the options that are places in a cell."""
    return [option for option in options if cell_of(option) == cell]


class Instead(Exception):
    """Something else, or nothing, was typed instead of an answer to a question."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


class Table(Prompter):
    """A game at one keyboard, between people who type and bots."""

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
        confirm: bool = False,
    ) -> None:
        super().__init__(game, bots=bots, language=language, plain=plain, source=source, out=out)
        self.gathers = True
        self.confirms = game.waits = confirm  # whether people confirm the end of a turn before the next tile is drawn
        self.words = TypedWords(game.rules, self.texts)
        self.path = Path(path) if path is not None else None
        self.rescue = rescue  # where an unfinished game is saved if the input ends
        self.saved = write(game) if path is not None else ""
        self.takes |= {"save": self.save, "load": self.load}
        self.alone |= {"help": self.help, "hint": self.hint, "undo": self.undo, "quit": self.quit}

    # -- running ------------------------------------------------------------------------------------------------------
    def run(self) -> str:
        """Play until the user leaves or, if only bots play, to the end.

        ``over``, ``left`` or ``interrupted``; ``forfeited`` if only bots play, and one loses by a wrong answer.
        """
        try:
            self.welcome()
            while True:
                actor = self.game.actor
                if actor is None:
                    self.after_the_end()
                elif actor == "chance" and self.game.is_dealt:
                    self.before_the_draw()
                elif actor in self.bots:
                    self.bot_answers(actor)
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
        finally:
            dismiss(self.bots.values(), self.game)

    @property
    def unsaved(self) -> bool:
        """Whether a person has chosen (or, by hand, drawn) something that is not saved."""
        return any(self.by_person(move.seat) for move in self.game.moves) and write(self.game) != self.saved

    def by_person(self, seat: str) -> bool:
        """Whether the choices of a seat are typed; draws are typed if there is no dealer."""
        return not self.game.is_dealt if seat == "chance" else seat not in self.bots

    def welcome(self) -> None:
        """Print who plays, and what has happened so far."""
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
        if self.game.seed is not None and self.game.is_dealt:
            self.say("seed", "dim", seed=self.game.seed)
        if self.people:
            self.say("hint")
        if self.path is not None:
            self.say("loaded", path=self.path, moves=self.count("moves", len(self.game.moves)))
            self.scores()
        else:
            self.tell(self.game.moves, dict.fromkeys(self.game.seats, 0))

    def gone(self) -> None:
        """Leave without losing the game when the input has ended."""
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
        """What to type to continue a saved game."""
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

    def bot_answers(self, seat: str) -> None:
        """Let a bot choose. If it forfeits, the game ends, unless there are people, who may then answer for it."""
        game, bot = self.game, self.bots[seat]
        before, count = game.scores, len(game.moves)
        try:
            let_play(bot, game)
        except Forfeit as forfeit:
            self.complain(forfeit)
            people = self.people
            dismiss([self.bots.pop(seat)], game)
            if not people:
                self.say("forfeit_ends")
                self.scores()
                raise Left("forfeited") from None
            self.say("forfeit_typed", seat=self.texts.word(seat))
        else:
            self.tell(game.moves[count:], before)

    def before_the_draw(self) -> None:
        """Let people take back what they have just chosen, then draw the next tile."""
        game, moves = self.game, self.game.moves
        last = next((move for move in reversed(moves) if move.seat == "chance" or self.by_person(move.seat)), None)
        if last is not None and last.seat != "chance":
            self.choices = []
            self.say("confirm")
            count = len(moves)
            while (line := self.ask(f"{self.texts.word(last.seat)}> ")) and line.lower() not in YES:
                if line.lower() in NO:
                    self.say("confirm")
                    continue
                self.answer(line)
                if self.game is not game or len(game.moves) != count:
                    return
        before, count = game.scores, len(game.moves)
        game.go_on()
        self.tell(game.moves[count:], before)

    # -- asking -------------------------------------------------------------------------------------------------------
    def question(self) -> None:
        """Ask the open question until a person has answered it."""
        self.pose()
        game, moves = self.game, len(self.game.moves)
        while self.game is game and len(game.moves) == moves and not game.over:
            self.answer(self.ask(f"{self.prompt()}> "))

    # -- answering ----------------------------------------------------------------------------------------------------
    def answer(self, line: str) -> None:
        """Carry out what was typed, or print why that is impossible."""
        if not line:
            if self.game.over:
                self.result()
            else:
                self.pose(again=True)
            return
        number = NUMBERS.fullmatch(line)
        word, _, rest = line.partition(" ")
        action = self.words.in_english(line)
        is_verb = action.split()[0] in {option.action.verb for option in self.options}
        command = self.command_named(word) if not is_verb and not self.is_letter(line) else None
        seat = self.words.seat(word)
        try:
            if number:
                self.choose(int(number[1]), number[2] or "")
            elif command:
                self.command(command, rest.strip())
            elif not self.options:  # the game is over, or the dealer waits
                self.say("unknown", text=repr(line))
            elif seat is not None and rest:
                self.carry_out(self.words.in_english(rest), seat)
            else:
                self.carry_out(self.meant(action))
        except Instead as other:
            self.say("nothing_changed")
            if other.line:
                self.answer(other.line)
        except Illegal as error:
            self.refuse(error)
        except AudeError as error:
            self.complain(error)
            if not command and not number:
                self.say("unknown_hint")

    def meant(self, line: str) -> Option | str:
        """The option that was typed. If it is a cell with several rotations, asks for the rotation."""
        if self.drawing:
            return self.drawn_tile(line)
        words = [word.lower() for word in reading.split(line)]
        cell = read_cell("".join(words))
        for options in self.choices:
            if is_placement(options[0]):
                named = [word.lower() for word in options[0].words[:-2]]  # without "turn" and the degrees
                if words == named or (cell is not None and cell == options[0].action.cell):
                    return self.rotated(options)
            elif options in self.gathered:
                at = {options[0].action.verb, "at", self.texts.typed_word("at")}
                there = read_cell("".join(word for word in words if word not in at))
                if there is not None and (found := at_cell(options, there)):
                    return self.one_of(found)
        return line

    def choose(self, number: int, rotation: str = "") -> None:
        """Carry out the option with this number; for a cell, in this rotation, or one that is asked for."""
        if not 1 <= number <= len(self.choices):
            if self.choices:
                key = "no_option" if len(self.choices) > 1 else "no_option_one"
                self.say(key, "red", number=number, most=len(self.choices))
            else:
                self.say("unknown", "red", text=number)
            return
        options = self.choices[number - 1]
        option = self.elsewhere(options) if options in self.gathered else self.rotated(options, rotation)
        if option.low is not None and option.high is not None:
            option = self.number_in(option, option.low, option.high)
        self.carry_out(option, option.seat)

    def rotated(self, options: Sequence[Option], typed: str = "") -> Option:
        """One of several options with different rotations of a tile: the only one, or the one that people choose."""
        if len(options) == 1:
            return options[0]
        rotations = {str(option.action.rotation): option for option in options}
        if typed not in rotations:
            self.pose_rotations(options)
            typed = ""
        known = {**rotations, **{str(number): option for number, option in enumerate(options, 1)}}
        while typed not in known:
            answer = self.asked(self.t("which_rotation", most=len(options)))
            typed = answer.strip("°.")
            if typed not in known:
                self.say_or_do_instead(answer, {option.action.verb for option in self.options}, "rotation_wrong")
        return known[typed]

    def elsewhere(self, options: Sequence[Option]) -> Option:
        """One of many places on other tiles: people say the cell first, and then which of the places there."""
        verbs = {option.action.verb for option in self.options}
        if self.screen.plain:
            cells = dict.fromkeys(cell_text(cell) for option in options if (cell := cell_of(option)) is not None)
            self.screen.say("; ".join(cells))
        while True:
            answer = self.asked(self.t("which_cell"))
            cell = read_cell("".join(answer.split()))
            if cell is not None and (there := at_cell(options, cell)):
                return self.one_of(there)
            self.say_or_do_instead(answer, verbs, "nothing_there")

    def one_of(self, options: Sequence[Option]) -> Option:
        """One of the options in a cell: the only one, or what people say."""
        if len(options) == 1:
            return options[0]
        verbs = {option.action.verb for option in self.options}
        dot = "." if self.screen.plain else " "
        for number, option in enumerate(options, 1):
            self.screen.say(f"{number:>3}{dot} {self.option_text(option)}", hang=INDENT)
        known = {str(number): option for number, option in enumerate(options, 1)}
        while True:
            answer = self.asked(self.t("which_one", most=len(options)))
            if answer in known:
                return known[answer]
            self.say_or_do_instead(answer, verbs, "no_option", number=answer, most=len(options))

    def number_in(self, option: Option, low: int, high: int) -> Option:
        """The option for the number that people choose."""
        verbs = {other.action.verb for other in self.options} - {option.action.verb}
        while True:
            answer = self.asked(self.t("which_number", low=low, high=high))
            *before, last = self.words.in_english(answer).split()
            typed = last if [word.lower() for word in before] == option.words[:-1] else answer  # or: bid 5
            if re.fullmatch(r"-?[0-9]{1,9}", typed) and low <= int(typed) <= high:
                return option.at(int(typed))
            self.say_or_do_instead(typed, verbs, "number_wrong", low=low, high=high)

    def asked(self, question: str) -> str:
        """The answer to a further question about a choice; Enter goes back."""
        typed = self.ask(f"{question} ")
        if not typed:
            raise Instead("")
        return typed

    def say_or_do_instead(self, typed: str, verbs: Set[str], key: str, **values: object) -> None:
        """Carry out a command, or an action with one of the verbs; otherwise print that this is not an answer."""
        word, verb = (words.split(maxsplit=1)[0] for words in (typed, self.words.in_english(typed)))
        if self.command_named(word) or verb.lower() in verbs:
            raise Instead(typed)
        self.say(key, "red", text=repr(typed), **values)

    def help(self) -> None:
        """Everything that can be typed."""
        self.say("help_options")
        for command in COMMANDS:
            word = self.t(f"commands.{command}")
            args = self.t(f"arguments.{command}") if self.texts.has(f"table.arguments.{command}") else ""
            typed = f"{word} {args}".rstrip()
            line = f"  {typed + ':' if self.screen.plain else typed:<16} {self.t(f'help.{command}')}"
            self.screen.say(line, hang=19)
        self.say("help_words")
        self.say("help_cells")
        if not self.screen.plain:
            self.say("help_signs")

    def hint(self) -> None:
        """Print what a strong player would choose, and why it is better than the next best."""
        if not self.options or self.game.actor == "chance":
            self.say("hint_nothing", "red")
            return
        for line in advice(self.game, self.texts):
            self.screen.say(line, hang=REASON if line.startswith(" ") else 0)

    def undo(self) -> None:
        """Take back the last choice of a person. If a tile has been drawn since, everybody must agree."""
        game = self.game
        number = next((n for n in range(len(game.moves) - 1, -1, -1) if self.by_person(game.moves[n].seat)), None)
        if number is None:
            self.say("no_undo", "red")
            return
        move = game.moves[number]
        drawn = game.is_dealt and any(later.seat == "chance" for later in game.moves[number:])
        others = [self.texts.word(seat) for seat in self.people if seat != move.seat]
        if drawn and others and not self.confirm(self.t("agree", seats=listed(self.texts, others))):
            self.say("nothing_changed")
            return
        try:
            if game.is_dealt:
                game.take_back(len(game.moves) - number)
            else:
                self.game = game.at(number)
        except Illegal as error:
            self.refuse(error)
            return
        key = "undone_draw" if move.seat == "chance" else "undone"
        self.say(key, seat=self.seat(move.seat), text=move.sentence(self.texts))
        if drawn:
            self.say("undone_kept")

    # -- keeping ------------------------------------------------------------------------------------------------------
    def record(self) -> str:
        """The record, with a comment about the bots, so that they are seated again when it is loaded."""
        text = write(self.game)
        named = {seat: bot.name for seat, bot in self.bots.items() if bot.name.partition(":")[0] in bot_catalog.BOTS}
        if named:  # the others are code, which loading a record must not run
            text += "# bots " + " ".join(f"{seat}={name}" for seat, name in named.items()) + "\n"
        return text

    def save(self, rest: str) -> None:
        """Save the game to a file."""
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
            raise unreadable("file.written", path=name, reason=reason(error)) from None
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
        """Continue the game in a file."""
        if not rest:
            self.say("load_what", "red")
            return
        rest = unquoted(rest)
        known = (self.game.setup.game, *self.game.setup.boxes)
        game, seated = open_game(
            rest, deal=self.game.is_dealt, folders=known, make=type(self.game)
        )  # games by hand remain so
        if self.unsaved and not self.confirm(self.t("drop_game")):
            self.say("nothing_changed")
            return
        if not seated:
            seated = {seat: bot.name for seat, bot in self.bots.items() if seat in game.seats}
        dismiss(self.bots.values(), self.game)
        self.game, self.path = game, Path(rest)
        game.waits = self.confirms
        self.bots = {seat: bot_catalog.make(name) for seat, name in seated.items()}
        self.texts = self.texts_of(game)
        self.words = TypedWords(game.rules, self.texts)
        self.saved = write(game)
        self.explained.clear()
        self.choices = []
        self.say("loaded", path=rest, moves=self.count("moves", len(game.moves)))

    def confirm(self, question: str) -> bool:
        """Ask for yes or no. Enter means no, and so does a command, which is then carried out."""
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
        """Print who has won; then read commands until the user leaves or takes the last choice back."""
        self.choices = []
        self.result()
        if not self.people:
            raise Left("over")
        game, moves = self.game, len(self.game.moves)
        while self.game is game and len(game.moves) == moves:
            self.answer(self.ask("> "))

    def result(self) -> None:
        """Print who has won, and what can be done now."""
        self.screen.heading(self.t("over"))
        if not self.screen.plain:
            self.draw(whole_legend=True)
        self.tell_winners()
        self.scores()
        if self.people:
            self.say("over_hint")


def fresh(path: Path) -> Path:
    """The path with the time of day in its name, so that nothing is overwritten."""
    stem = f"{path.stem}-{datetime.now():%Y-%m-%d-%H%M%S}"
    paths = (path.with_stem(stem if number == 1 else f"{stem}-{number}") for number in count(1))
    return next(path for path in paths if not path.exists())
