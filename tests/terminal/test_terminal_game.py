"""Playing at the terminal: a real process, typed lines, kills."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pexpect
import pytest

import rival
from rival.engine import Engine
from rival.kernel import Session
from rival.storage import Database, SqlGameRepository
from tests.support.command_line import RIVAL, run_rival

MAYOR = ("play", "rolling-heights", "--seed", "7")


def read_only_game(home: Path) -> tuple[str, str]:
    """Return id and journal of the only saved game."""
    shelf = SqlGameRepository(Database(f"sqlite:///{home}/rival.db"))
    ((id, *_more),) = shelf.list_games()
    stored_game = shelf.find_game(id)
    assert stored_game is not None
    return id, stored_game.read_journal()


ONE_TURN = """


. . . / . . . / . . .
residential wood 2 steel 3

out -
"""


def test_an_old_answer_is_changed_by_its_number(tmp_path: Path) -> None:
    asked = run_rival(*MAYOR, "--plain", typed=ONE_TURN + "history\n", home=tmp_path).stdout
    line = next(one for one in asked.splitlines() if "residential" in one and one.strip()[0].isdigit())
    number = line.split()[0]
    typed = f"change {number}\nchange {number} industrial wood 2 steel 3\nchange 16 3\nизм 999 1\n"
    changed = run_rival("play", "--resume", read_only_game(tmp_path)[0], "--plain", typed=typed, home=tmp_path)
    assert f"To change it, enter “change {number}” and another answer." in changed.stdout
    assert "Changed. All later answers still fit." in changed.stdout
    assert "is not an answer" in changed.stdout
    assert "Enter the number of an entry in the history, from 1 to" in changed.stdout
    assert '"type":"industrial"' in read_only_game(tmp_path)[1]


def test_a_turn_of_the_mayor_typed_line_by_line(tmp_path: Path) -> None:
    played = run_rival(*MAYOR, "--plain", typed=ONE_TURN, home=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "Draw district 5" in played.stdout
    assert "Do: Take plan 3 of the level 1 row" in played.stdout
    assert "because: On a 5 or 6 the Mayor takes the third plan" in played.stdout
    session = Session.load(read_only_game(tmp_path)[1])
    assert session.table.round == 2
    assert "rival play --resume" in played.stdout


OWN_DIE = (*MAYOR, "--plain", "--dice", "mine", "--set", "district_numbers=chosen")


@pytest.mark.parametrize(
    ("lang", "but", "out", "only", "put", "last"),
    [
        ("en", "but", "wood", "The row has only 2 plans", "a1 of district 5: 1 wood.", "This round is the last"),
        ("ru", "но", "дерево", "В ряду всего 2 плана", "на участке a1 района 5: дерево — 1.", "Этот раунд последний"),
    ],
)
def test_a_step_is_objected_to_with_but(
    tmp_path: Path, lang: str, but: str, out: str, only: str, put: str, last: str
) -> None:
    """RH-A11, RH-A14: the row is shorter, the supply is short; the steps that change are shown again."""
    lines = ["", "", "5", "- - / - -", f"{but} 2", f"park {out} 4", "a1", but, f"{but} {out} 1", "quit"]
    played = run_rival(*OWN_DIE, "--lang", lang, typed="\n".join(lines), home=tmp_path)
    assert played.returncode == 0, played.stderr
    for words in (only, f"“{but} {out} 3" if lang == "en" else f"«{but} {out} 3", put, last):
        assert words in played.stdout
    table = Session.load(read_only_game(tmp_path)[1]).table
    (building,) = table.districts[5].buildings.values()
    assert building.cubes == {"wood": 1}
    assert (table.plans[1], table.out, table.last_round) == (1, {"wood"}, 2)


@pytest.mark.parametrize(("lang", "but", "wood"), [("en", "but", "wood"), ("ru", "но", "дерево")])
def test_of_several_objections_each_is_made_as_its_hint_says(tmp_path: Path, lang: str, but: str, wood: str) -> None:
    """The hint names the path of a step only if the value alone would be ambiguous. An objection can be undone."""
    lines = ["", "", "5", "- ~ / ~ ~", f"park {wood} 4", but, f"{but} {wood} 1", but, "undo", but, "quit"]
    played = run_rival(*OWN_DIE, "--lang", lang, typed="\n".join(lines), home=tmp_path)
    assert played.returncode == 0, played.stderr
    listed = played.stdout.split("> ")[6]
    hints = [line for line in listed.splitlines() if f"{but} " in line and line.strip().startswith("(")]
    assert len(hints) == 3, listed
    assert "step." not in listed
    left = played.stdout.split("> ")[8]  # the others can still be made, also those of earlier steps
    assert len([line for line in left.splitlines() if f"{but} " in line and line.strip().startswith("(")]) == 2, left


def test_just_typed_answers_are_not_repeated(tmp_path: Path) -> None:
    """The player's own roll and the reasons above its question are not repeated; the program's roll is shown."""
    lines = ["", "", "5", "- - / - -", "dice program", "park wood 3", "a1", "", "quit"]
    played = run_rival(*OWN_DIE, typed="\n".join(lines), home=tmp_path)
    assert "The Mayor rolls a 5" not in played.stdout
    assert played.stdout.count("Answer: The Mayor rolls a ") == 1


def test_what_can_be_corrected_is_listed_in_words(tmp_path: Path) -> None:
    """The list lacks the assumptions of the last steps, and has an example that can be typed."""
    lines = ["", "", "5", "- - / - -", "исправить", "quit"]
    played = run_rival(*OWN_DIE, "--lang", "ru", typed="\n".join(lines), home=tmp_path)
    assert "supply.out — закончившиеся цвета: нет" in played.stdout
    assert "step." not in played.stdout
    assert "«исправить mayor.vp 0»" in played.stdout


def test_lang_before_the_command_is_the_language_of_the_command(tmp_path: Path) -> None:
    said_before = run_rival("--lang", "ru", "rules", "rolling-heights", "RH-19", home=tmp_path)
    assert "Если район заполнен" in said_before.stdout
    said_twice = run_rival("--lang", "ru", "rules", "rolling-heights", "RH-19", "--lang", "en", home=tmp_path)
    assert "If the district is full" in said_twice.stdout


def test_the_hint_for_cubes_can_be_typed_as_it_stands(tmp_path: Path) -> None:
    """RH-A15: the example has the required number of cubes, and Enter is offered only where it is a valid answer."""
    lines = ["", "", "5", "- - / - -", "park wood 7 glass 2 steel 4", "quit"]
    played = run_rival(*OWN_DIE, typed="\n".join(lines), home=tmp_path)
    asked = played.stdout.split("? On which plot")[1]
    assert "Enter" not in asked.split("\n> ")[0]
    hint = asked.split("(for instance “")[1].split("”")[0]
    assert "wood 3" in hint
    again = run_rival(
        "play", "--resume", read_only_game(tmp_path)[0], "--plain", typed=f"{hint}\nquit\n", home=tmp_path
    )
    assert "Put cubes on the building on plot a1 of district 5: 3 wood." in again.stdout


def test_every_command_answers(tmp_path: Path) -> None:
    commands = "\n\n?\nshow\nwhy\nhistory\nwhy 2\ncorrect\ncorrect mayor.vp 12\n"
    commands += "undo\nredo\ngoto 1\nredo\nredo\nredo\nrules RH-19\n"
    played = run_rival(*MAYOR, typed=commands + f"save {tmp_path}/copy.jsonl\nquit\n", home=tmp_path)
    assert played.returncode == 0, played.stderr
    for expected in (
        "undo [N] —",
        "The Mayor’s VP: 0",
        "Corrected: the Mayor’s VP: 12",
        "Change this on the table",
        "roll",
        "A copy was saved to",
    ):
        assert expected in played.stdout, expected
    assert Session.load((tmp_path / "copy.jsonl").read_text()).table.mayor.vp == 12


def test_nonsense_gives_an_error_and_the_game_continues(tmp_path: Path) -> None:
    typed = "no\n\nquux 3\nbuilt 9z9\nwhy 99\ngoto x\ncorrect nothing 3\ncorrect mayor.vp many\n"
    typed += "rules XX-1\ndice loaded\n\nquit\n"
    played = run_rival(*MAYOR, "--plain", typed=typed, home=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "Traceback" not in played.stderr
    assert "Draw district 5" in played.stdout


def test_russian_at_the_terminal(tmp_path: Path) -> None:
    played = run_rival(*MAYOR, "--lang", "ru", "--plain", typed="\n\nистория\nвыход\n", home=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "Бросок мэра" in played.stdout
    assert "The Mayor" not in played.stdout


@pytest.mark.posix
def test_a_kill_at_any_moment_loses_no_answer(tmp_path: Path) -> None:
    """The process is killed without warning after each of some answers; all accepted answers are saved."""
    environment = {**os.environ, "RIVAL_HOME": str(tmp_path), "RIVAL_LANG": "en", "TERM": "dumb"}
    lines = ["", "", ". . . / . . . / . . .", "park wood 2", "", ""]
    child = pexpect.spawn(RIVAL[0], [*RIVAL[1:], *MAYOR], env=environment, timeout=30)
    child.expect("Set up the game")
    for taken in range(1, 5):
        child.sendline(lines[taken - 1])
        wait_for_lines(tmp_path, taken + 1)
        child.kill(signal.SIGKILL)
        child.wait()
        id, journal = read_only_game(tmp_path)
        assert Session.load(journal).position == taken
        arguments = [*RIVAL[1:], "play", "--resume", id]
        child = pexpect.spawn(RIVAL[0], arguments, env=environment, timeout=30)
        child.expect("help|empty line")
    child.sendline("quit")
    child.expect(pexpect.EOF)


def wait_for_lines(home: Path, count: int) -> None:
    """Wait until the journal has this many lines."""
    for _attempt in range(300):
        if read_only_game(home)[1].count("\n") >= count:
            return
        time.sleep(0.05)
    raise AssertionError(f"the journal did not reach {count} lines")


def test_an_incomplete_last_line_is_ignored(tmp_path: Path) -> None:
    whole = Session.new("rolling-heights", seed=7).journal.format_text()
    file = tmp_path / "old.jsonl"
    file.write_text(whole + '{"n":1,"key":"set')
    resumed = run_rival("play", "--resume", str(file), typed="quit\n", home=tmp_path)
    assert "is incomplete" in resumed.stdout
    assert read_only_game(tmp_path)[1] == whole
    assert file.read_text() == whole + '{"n":1,"key":"set'


@pytest.mark.posix
def test_a_game_changed_elsewhere_is_noticed_and_shown(tmp_path: Path) -> None:
    run_rival(*MAYOR, typed="\n", home=tmp_path)
    id, _journal = read_only_game(tmp_path)
    environment = {**os.environ, "RIVAL_HOME": str(tmp_path), "RIVAL_LANG": "en", "TERM": "dumb"}
    child = pexpect.spawn(RIVAL[0], [*RIVAL[1:], "play", "--resume", id, "--plain"], env=environment, timeout=30)
    child.expect("> ")
    engine = Engine(SqlGameRepository(Database(f"sqlite:///{tmp_path}/rival.db")))
    engine.answer(id, 1, {})
    child.sendline("")
    child.expect("continued on another device")
    child.expect("> ")
    assert Session.load(read_only_game(tmp_path)[1]).position == 2
    child.sendline("quit")
    child.expect(pexpect.EOF)


# --- demo, replay, rules, bad input ------------------------------------------------------------------------


def test_a_demo_says_that_it_is_a_sample_and_who_won() -> None:
    shown = run_rival("demo", "rolling-heights", "--seed", "3", "--why", "--plain")
    assert shown.returncode == 0
    assert "sample" in shown.stdout.splitlines()[0].lower()
    assert "wins." in shown.stdout or "you win." in shown.stdout
    assert "because:" in shown.stdout


def test_a_demo_prints_the_acts_with_cause_and_result() -> None:
    lines = run_rival("demo", "mombasa", "--seed", "1", "--plain").stdout.splitlines()
    start = lines.index("The virtual player blocks bonus space 2")
    assert lines[start - 1 : start + 2] == ["", lines[start], "d6 shows 4: a marker; d8 shows 2: bonus space 2"]
    assert "= The virtual player has 2 markers left" in lines[start:]


def test_replay_shows_and_checks_a_journal(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(rival.play_demo("rolling-heights", seed=3).journal.format_text())
    assert "The journal is valid" in run_rival("replay", str(file), "--check").stdout
    assert "Final scoring" in run_rival("replay", str(file), "--why").stdout


BAD = [
    (["play", "chess"], "no opponent “chess”"),
    (["demo", "chess"], "no opponent “chess”"),
    (["demo", "rolling-heights", "--set", "hard=perhaps"], "hard can't be perhaps"),
    (["demo", "rolling-heights", "--set", "hard"], "name=value"),
    (["demo", "rolling-heights", "--lang", "tlh"], "one of: en, ru"),
    (["rules", "rolling-heights", "RH-99"], "no rule RH-99"),
    (["replay", "nowhere.jsonl"], "can't be read"),
    (["play", "--resume", "nothing"], "no saved game"),
    (["play", "rolling-heights", "--pack", "nowhere.toml"], "can't be read"),
    (["play", "rolling-heights", "--dice", "loaded"], "“program” (Rival rolls) or “mine” (you roll)"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD)
def test_bad_input_gives_an_error_and_exit_code_2(arguments: list[str], sentence: str) -> None:
    refused = run_rival(*arguments)
    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_bad_journal_is_refused_and_left_untouched(tmp_path: Path) -> None:
    good = rival.play_demo("rolling-heights", seed=3).journal.format_text()
    file = tmp_path / "game.jsonl"
    for text in (
        good[:-5],
        good.replace('"seed":3', '"seed":4'),
        good.replace("rolling-heights", "pachisi"),
        "\x00\xff",
    ):
        file.write_text(text)
        for arguments in (["replay", str(file)], ["replay", str(file), "--check"]):
            refused = run_rival(*arguments)
            assert refused.returncode == 2
            assert len(refused.stderr.strip().splitlines()) == 1
        assert file.read_text() == text


def test_rules_and_opponents_are_listed() -> None:
    assert "RH-19" in run_rival("rules", "rolling-heights").stdout
    assert "район" in run_rival("rules", "rolling-heights", "rh-19", "--lang", "ru").stdout.lower()
    assert "rolling-heights" in run_rival("opponents").stdout


def test_the_chooser_plays_resumes_and_shows_samples(tmp_path: Path) -> None:
    mayor = list(rival.load_opponents()).index("rolling-heights") + 1
    played = run_rival("terminal", typed=f"{mayor}\n1\n\n\nquit\n", home=tmp_path)
    assert "Play against the Mayor" in played.stdout
    assert "already from round 10" in played.stdout
    assert Session.load(read_only_game(tmp_path)[1]).options["hard"] is True
    again = run_rival("terminal", typed="\n", home=tmp_path)
    assert "Continue rolling-heights" in again.stdout


@pytest.mark.parametrize(
    ("lang", "change", "yes", "restore", "asks", "back"),
    [
        (
            "en",
            "change",
            "yes",
            "restore",
            "1 later answer will be dropped",
            "The earlier version of the game is restored.",
        ),
        (
            "ru",
            "изменить",
            "да",
            "восстановить",
            "1 следующий ответ пропадёт",
            "Прежняя версия партии восстановлена.",
        ),
    ],
)
def test_answers_are_dropped_only_after_a_yes_and_come_back(
    tmp_path: Path, lang: str, change: str, yes: str, restore: str, asks: str, back: str
) -> None:
    lines = [
        "",
        "1 2 3 4 5 6",
        "",
        "3",
        "- ~ / ~ ~",
        f"{change} 6 4",
        "park wood 4",
        f"{change} 6 4",
        yes,
        restore,
        "quit",
    ]
    played = run_rival(*MAYOR, "--plain", "--dice", "mine", "--lang", lang, typed="\n".join(lines), home=tmp_path)
    assert played.returncode == 0, played.stderr
    assert asks in played.stdout
    assert back in played.stdout
    session = Session.load(read_only_game(tmp_path)[1])
    assert ("answer", "mayor-die", 3) in session.journal.active_entries
    assert session.table.districts[4] is None
    assert session.replaced_entries is not None
