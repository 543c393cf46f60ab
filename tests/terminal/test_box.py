"""``rival box``: describing the parts of a box at the terminal. ``rival pack diff`` for all games."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rival.commands.main import main

BOARD = "board 1 A"


class CommandResult(NamedTuple):
    """Exit code and output of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., CommandResult]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run commands in this process: starting one for each command would be slow."""

    def run_once(*words: str | Path, typed: str = "") -> CommandResult:
        monkeypatch.setattr(sys, "argv", ["rival", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            main()
        return CommandResult(int(ended.value.code or 0), *capsys.readouterr())

    return run_once


@pytest.fixture
def box(run: Run) -> Callable[..., str]:
    def run_box(*words: str, typed: str = "") -> str:
        done = run("box", *words, typed=typed)
        assert done.code == 0, done.err
        return done.out

    return run_box


Box = Callable[..., str]


def test_an_empty_box_lists_what_is_missing_and_names_the_next_part(box: Box) -> None:
    shown = box("rolling-heights")
    assert f"? {BOARD}: board 1, side A" in shown
    assert f"Describe the next part with: rival box rolling-heights “{BOARD}”" in shown
    russian = box("rolling-heights", "--lang", "ru")
    assert "Следующую часть опишите так: rival box rolling-heights" in russian


def test_a_part_is_described_checked_forgotten_and_restored(run: Run, box: Box) -> None:
    told = box("rolling-heights", BOARD, typed="- - ~\nr2 ? -\n\n")
    assert f"+ {BOARD}" in told
    assert f"* {BOARD}" in box("rolling-heights", BOARD, "--check")
    assert f"? {BOARD}" in box("rolling-heights", BOARD, "--forget")
    assert f"* {BOARD}" in box("rolling-heights", "--undo")
    assert "Nothing was changed." in box("rolling-heights", BOARD, typed="\n")
    wrong = run("box", "rolling-heights", BOARD, typed="- q\n\n")
    assert (wrong.code, "“q” at b1" in wrong.err) == (2, True)
    nobody = run("box", "rolling-heights", "moon", typed="")
    assert (nobody.code, "This box has no part “moon”" in nobody.err) == (2, True)


def test_a_base_and_a_form_are_typed_and_a_map_is_for_the_page(box: Box) -> None:
    assert "+ base cairo" in box("mombasa", "base cairo", typed="0 1 2 / 0 0 1 / 0 2\n")
    assert "rival pack import" in box("mombasa", "map")
    assert "+ sector A1" in box("pampero", "sector A1", typed="farm_sites=2\n")


MOMBASA = 'game = "mombasa"\n[bases]\ncairo = [[0, 1, 2], [0, 0, {}]]\n'
HEIGHTS = 'game = "rolling-heights"\n[boards]\n"1 A" = ["- -", "- {}"]\n'
PAMPERO = 'game = "pampero"\nschema = 1\n[pieces]\nfarms = {}\n'


@pytest.mark.parametrize(
    ("text", "one", "other"), [(MOMBASA, "1", "2"), (HEIGHTS, "~", "r2"), (PAMPERO, "7", "8")], ids="mhp"
)
def test_two_packs_of_any_game_are_compared_and_merged(
    run: Run, tmp_path: Path, text: str, one: str, other: str
) -> None:
    mine, theirs, both = (tmp_path / f"{name}.toml" for name in ("mine", "theirs", "both"))
    mine.write_text(text.format(one), encoding="utf-8")
    theirs.write_text(text.format(other), encoding="utf-8")
    shown = run("pack", "diff", mine, theirs)
    assert shown.code == 0
    assert "first pack: " in shown.out
    assert "second pack: " in shown.out
    assert "do not contradict each other" in run("pack", "diff", mine, mine).out
    assert run("pack", "merge", mine, theirs, "--out", both).code == 0
    assert run("pack", "check", both).code == 0
    assert "do not contradict each other" in run("pack", "diff", mine, both).out
