"""The table in the terminal: taking back, saving, loading and leaving."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from aude import Game, bots
from aude.errors import Unreadable
from aude.terminal.screen import open_game, read_file, write_file
from aude.terminal.table import Table
from terminal import OPENING, by_hand, said, sit

PROVING_GROUND = str(Path(__file__).parent / "boxes" / "proving_ground")


# -- taking back ------------------------------------------------------------------------------------------------------
def test_undo_goes_back_to_the_draw_and_never_past_it() -> None:
    game = Game(players=["red", "blue"], seed=3, first_player="seat1")
    text, _, table = sit(["1", "undo", "undo", "2", "undo"], game)
    assert [move.seat for move in table.game.moves] == ["chance"]
    assert text.count("Taken back: Red, lay it at") == 2
    assert "There is nothing to take back" in text


def test_who_draws_by_hand_takes_a_wrong_draw_back() -> None:
    text, _, table = sit(
        [*OPENING, "undo", "undo", "FRRR", "1", "1", "pass", "D", "undo", "undo", "undo", "undo", "undo"]
    )
    assert table.game.moves == [] and not table.game.is_dealt
    assert text.count("Taken back: draw base/CFFF.") == 1 and "Taken back: draw base/CRFR-rEW." in text
    assert "There is nothing to take back" in text
    _, _, other = sit(["D", "undo", "W", "1", "1", "pass", "B", "1"])
    assert [move.text for move in other.game.moves][::3] == ["draw base/FRRR", "draw base/FFFF-monastery"]


def test_by_hand_bots_choose_again_when_a_draw_is_taken_back() -> None:
    _, _, table = sit([*OPENING, "pass", "D", "undo", "W", "undo"], players={"blue": "random"})
    assert [move.text for move in table.game.moves] == ["draw base/CFFF", "place 0,-1 turn 180", "pass"]


def dealt() -> Game:
    return Game(players=["red", "blue"], seed=3, first_player="seat1")


def test_a_turn_is_confirmed_before_the_next_tile_is_drawn() -> None:
    """Enter goes on; until then the figure can be taken back, and commands work."""
    text, _, table = sit(["1", "1", "undo", "2", "scores", "nonsense", "draw base/FRRR", ""], dealt(), confirm=True)
    assert text.count("Done? Enter: continue; 'undo': take it back.") == 2
    assert "Taken back: Red, do nothing." in text
    assert "'nonsense' means nothing here" in text and "'draw base/FRRR' means nothing here" in text
    assert [move.seat for move in table.game.moves] == ["chance", "red", "red", "chance"]
    assert table.game.moves[2].text.startswith("deploy meeple") and table.game.actor == "blue"
    assert table.game.tile == sit(["1", "1"], dealt())[2].game.tile  # the dealer has waited, and draws the same


@pytest.mark.parametrize("yes", ["yes", "Y", "ja"])
def test_done_may_be_answered_with_yes_and_no(yes: str) -> None:
    text, _, table = sit(["1", "1", "no", yes], dealt(), confirm=True)
    assert text.count("Done?") == 2 and "means nothing here" not in text
    assert [move.seat for move in table.game.moves] == ["chance", "red", "red", "chance"]


def test_nobody_confirms_what_bots_do() -> None:
    text, _, table = sit(["1", "1", "", "1", "1", "1"], dealt(), players={"blue": "random"}, confirm=True)
    assert text.count("Done?") == 2
    assert table.game.actor == "chance" and table.game.moves[-1].seat == "red"


def test_a_game_that_waits_for_the_draw_is_saved_and_read_back(tmp_path: Path) -> None:
    file = tmp_path / "waiting.aude"
    _, _, table = sit(["1", "1", f"save {file}"], dealt(), confirm=True)
    assert table.game.actor == "chance"
    game, _ = open_game(file, make=Game)
    table.game.go_on()
    assert game == table.game and game.actor == "blue"


def test_undo_after_the_next_draw_needs_everybodys_consent() -> None:
    text, _, table = sit(["1", "1", "undo", "no"], dealt())
    assert "Does everybody agree to go back (blue)? The same tile will be drawn again. (yes/no)" in said(text)
    assert "Nothing has changed" in text and table.game.actor == "blue"
    text, _, table = sit(["1", "1", "undo", "yes", "2"], dealt())
    assert "Taken back: Red, do nothing." in text and "What was drawn after it will be drawn again." in text
    assert table.game.actor == "blue" and table.game.moves[2].text.startswith("deploy")
    assert table.game.tile == sit(["1", "1"], dealt())[2].game.tile


def test_undo_is_for_people_and_bots_always_agree() -> None:
    text, _, table = sit(["1", "undo", "1", "1", "undo"], dealt(), players={"blue": "random"})
    assert text.count("Taken back: Red") == 2 and "Does everybody agree" not in text
    assert [move.seat for move in table.game.moves] == ["chance", "red"] and table.game.actor == "red"


def test_undo_past_a_draw_by_another_dealer_is_refused(tmp_path: Path) -> None:
    """Nobody knows what that dealer would have drawn next."""
    file = tmp_path / "by hand.aude"
    file.write_text(sit([*OPENING, "pass", "D"])[2].record(), encoding="utf-8")
    game, _ = open_game(file, make=Game)
    text, _, table = sit(["undo", "yes"], game, path=file)
    assert "Not allowed: what was drawn since cannot be drawn again." in text
    assert len(table.game.moves) == 4


# -- keeping ----------------------------------------------------------------------------------------------------------
def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "my game.aude"
    text, _, table = sit([*OPENING, f"save {file}", "1", "save", "quit"])
    assert text.count(f"Saved in {file}.") == 2
    assert text.endswith("Goodbye.\n")
    assert Game.read(file.read_text(encoding="utf-8")) == table.game
    other, _, loaded = sit([f"load {file}", "scores"])
    assert "a game of 3 moves so far" in said(other)
    assert [move.text for move in loaded.game.moves[:3]] == [move.text for move in table.game.moves]
    assert loaded.game.actor == "chance"  # drawn by hand before, drawn by hand again
    _, _, dealt = sit([f"load {file}"], Game(seed=1))
    assert dealt.game.actor == "blue" and dealt.game.tile is not None


@pytest.mark.parametrize("bot", ["greedy", "expert:n8"])
def test_bots_sit_down_again_when_their_game_is_loaded(bot: str, tmp_path: Path) -> None:
    file = tmp_path / "bots.aude"
    game = Game(players=["red", "blue"], seed=3, first_player="seat1")
    sit(["1", "1", f"save {file}"], game, players={"blue": bot})
    assert f"# bots blue={bot}\n" in file.read_text()
    _, seated = open_game(file, make=Game)
    assert seated == {"blue": bot}
    _, _, table = sit([f"load {file}", "1"])
    assert {seat: bot.name for seat, bot in table.bots.items()} == {"blue": bot}
    file.write_text(file.read_text().replace(f"# bots blue={bot}", "# bots green=greedy blue=nobody red"))
    assert open_game(file, make=Game)[1] == {}


def test_a_file_is_not_written_over_without_asking(tmp_path: Path) -> None:
    file = tmp_path / "old"
    file.write_text("precious")
    text, _, _ = sit([*OPENING, f"save {file}", "maybe", "no"])
    assert "already exists. Overwrite it? (yes/no)" in said(text) and "'maybe' is neither yes nor no." in text
    assert "Not saved." in text and file.read_text() == "precious"
    sit([*OPENING, f"save {file}", "ja"])
    assert file.read_text().startswith("aude 1")


def test_a_folder_is_no_file_and_quotes_are_no_part_of_a_name(tmp_path: Path) -> None:
    names = (f"save {tmp_path}", f'save "{tmp_path}/a b.aude"', f"load '{tmp_path}/a b.aude'")
    text, _, _ = sit([*OPENING, *names])
    assert f"{tmp_path} is a folder; name a file.\n" in text and "Overwrite it?" not in text
    assert (tmp_path / "a b.aude").exists() and f"{tmp_path}/a b.aude: a game of 2 moves so far" in text


@pytest.mark.parametrize("answer", ["", "no", "scores", "help"])
def test_at_a_yes_or_no_question_enter_is_no_and_a_command_is_carried_out(tmp_path: Path, answer: str) -> None:
    file = tmp_path / "old"
    file.write_text("precious")
    text, _, table = sit([*OPENING, f"save {file}", answer, "pass"])
    assert file.read_text() == "precious" and table.game.moves[-1].text == "pass"
    assert "is neither yes nor no" not in text
    one, _, _ = sit([*OPENING, f"save {file}", "1", "no"])
    assert "'1' is neither yes nor no." in one and file.read_text() == "precious"
    other, _, _ = sit([*OPENING, f"save {file}", f"save {tmp_path}/New"])
    assert (tmp_path / "New").exists() and "Nothing has changed." in other


def test_a_command_where_a_file_name_is_asked_for_or_whether_to_save(tmp_path: Path) -> None:
    text, _, table = sit([*OPENING, "save", "scores", "quit", "look 0,0", "quit", "quit", "back", "pass"])
    assert "Red: 0 points" in text and "At 0,0 lies" in text and "'quit' is not an answer" in text
    assert table.game.moves[-1].text == "pass"
    text, how, _ = sit([*OPENING, "quit", f"save {tmp_path}/Mine"])
    assert how == "left" and text.endswith("Goodbye.\n") and (tmp_path / "Mine").exists()


def finished() -> Game:
    """A game by hand to its end."""
    game = by_hand()
    bot = bots.make("random", 1)
    while not game.over:
        game.play(bot.choose(game))
    return game


def test_at_the_end_enter_shows_the_result_again_and_quit_asks_to_save() -> None:
    text, how, _ = sit(["", "", "quit", "back", "quit", "no"], finished())
    assert how == "over" and text.count("── The game is over") == 3
    assert text.count("Save the game first?") == 2 and "'quit' leaves." in text


def test_save_asks_for_a_name_once(tmp_path: Path) -> None:
    text, _, _ = sit([*OPENING, "save", "", "save", f"{tmp_path}/a", "save"])
    assert text.count("File name") == 2 and "Not saved." in text
    assert (tmp_path / "a").exists()


def test_loading_asks_before_an_unsaved_game_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "other.aude"
    sit([*OPENING, f"save {file}"])
    text, _, table = sit(["draw base/FFFF-monastery", "place 0,1", f"load {file}", "hm", "no"])
    assert "The game on the table is not saved. Leave it anyway? (yes/no)" in text
    assert table.game.moves[0].text == "draw base/FFFF-monastery"
    _, _, gone = sit(["draw base/FFFF-monastery", "place 0,1", f"load {file}", "yes"])
    assert gone.game.moves[0].text == "draw base/CFFF"


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"", "The record is empty"),
        (b"hello\n", "a record must begin with 'aude 1'"),
        (b"aude 1\nplayers red red\n", "two seats have this name"),
        (b"aude 1\nplayers red blue\noption first_player seat1\nred fly\n", "Line 4: 'fly' is not an action"),
        (b"\xff\xfe\x00", "is not a text file"),
        (b"\x00" * 100, "control character"),
        (b"#" * 5_000_001, "is too large"),
    ],
)
def test_a_broken_file_changes_nothing(tmp_path: Path, content: bytes, answer: str) -> None:
    file = tmp_path / "broken"
    file.write_bytes(content)
    text, _, table = sit([*OPENING, f"load {file}", "1"])
    assert answer.lower() in said(text).lower()
    assert [move.text for move in table.game.moves] == ["draw base/CFFF", "place 0,-1 turn 180", "pass"]


def test_files_with_a_mark_at_the_beginning_and_windows_lines_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "windows.aude"
    record = "aude 1\r\nplayers red blue\r\noption first_player seat1\r\nred draw base/CFFF\r\n"
    file.write_bytes(b"\xef\xbb\xbf" + record.encode())
    assert open_game(file, make=Game)[0].tile == "base/CFFF"


def test_reading_and_writing_say_what_went_wrong(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be read: is a directory"):
        read_file(tmp_path)
    with pytest.raises(Unreadable, match="cannot be written: is a directory"):
        write_file(tmp_path, "x")


# -- leaving ----------------------------------------------------------------------------------------------------------
def test_quit_asks_to_save(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    text, how, _ = sit(
        [*OPENING, "quit", "what", "back", "quit", "yes", "", "quit", "yes", "/no/such/x", "yes", str(file)]
    )
    assert how == "left"
    assert "'what' is not an answer; type yes, no or back." in text and "Nothing has changed." in text
    assert "cannot be written" in text
    assert file.exists() and text.endswith("Goodbye.\n")


def test_quit_without_a_choice_asks_nothing() -> None:
    text, how, _ = sit(["quit"])
    assert how == "left" and "Save the game" not in text


def test_the_end_of_the_input_leaves_politely_at_every_prompt(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    for lines in (
        [],
        OPENING,
        [*OPENING, "quit"],
        [*OPENING, "quit", "yes"],
        [*OPENING, "save"],
        [*OPENING, f"save {tmp_path}/x"],
    ):
        text, how, _ = sit(lines)
        assert how == "left" and "Goodbye." in text


class Interrupting(io.StringIO):
    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = super().readline()
        if not line:
            raise KeyboardInterrupt
        return line


def test_ctrl_c_leaves_politely_and_an_unfinished_game_is_kept(tmp_path: Path) -> None:
    out = io.StringIO()
    rescue = tmp_path / "state" / "unfinished.aude"
    table = Table(by_hand(), source=Interrupting("\n".join(OPENING) + "\n"), out=out, rescue=rescue)
    assert table.run() == "interrupted"
    (kept,) = rescue.parent.iterdir()
    assert kept.name.startswith("unfinished-20")
    assert f"The game is saved; continue it with: aude play --load {kept} --by-hand\n" in out.getvalue()
    assert open_game(kept, make=Game)[0].moves[1].text == "place 0,-1 turn 180"
    for _ in range(3):  # nothing is written over, however fast one leaves
        sit(OPENING, rescue=rescue)
    assert len(list(rescue.parent.iterdir())) == 4


def test_a_box_from_outside_is_named_where_a_game_is_kept(tmp_path: Path) -> None:
    game = Game(boxes=[PROVING_GROUND], seed=3, first_player="seat1")
    text, _, _ = sit(["1"], game, rescue=tmp_path / "unfinished.aude")
    (kept,) = tmp_path.iterdir()
    assert f"aude play --load {kept} --boxes {PROVING_GROUND}\n" in text


def test_what_cannot_be_kept_is_said(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    text, _, _ = sit(OPENING, rescue=blocked / "x")
    assert "The game was not saved." in text
