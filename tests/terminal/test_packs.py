"""``rival pack``: check, merge, export, import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import rival.games.pampero
from rival.engine.boxes import save_learned_parts
from rival.home import PackFolder, load_own_pack
from rival.kernel import Session

SHIPPED = Path(rival.games.pampero.__file__).parent / "shipped.toml"


def run_pack(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run ``rival pack``."""
    command = [sys.executable, "-m", "rival", "pack", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8", env=dict(os.environ))


def change_pack(tmp_path: Path, old: str, new: str) -> Path:
    """Return a copy of a pack file with one change."""
    file = tmp_path / "changed.toml"
    file.write_text(SHIPPED.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return file


def test_check_names_card_section_and_row(tmp_path: Path) -> None:
    assert run_pack("check", SHIPPED).returncode == 0
    wrong = run_pack("check", change_pack(tmp_path, '"then eye"', '"then eey"'))
    assert wrong.returncode == 2
    assert "card “wind farms”, section 3, row A: “eey”" in wrong.stderr
    assert run_pack("check", tmp_path / "nowhere.toml").returncode == 2


def test_check_speaks_russian(tmp_path: Path) -> None:
    wrong = run_pack("check", change_pack(tmp_path, '"then eye"', '"then eey"'), "--lang", "ru")
    assert "Этот набор не годится: карта «ветряные электростанции», секция 3, ряд A: «eey» — не" in wrong.stderr
    file = change_pack(tmp_path, 'majority = "chain tokens"', 'majority = "wind farms"')
    odd = run_pack("check", file, "--lang", "ru")
    assert "у карт «wind-farms» и «chain-tokens» одно и то же большинство, «ветряные электростанции»" in odd.stdout


def test_a_file_that_is_no_pack_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "pack.toml"
    file.write_text('game = "pampero"\nschema = one\n', encoding="utf-8")
    assert "This is not a valid TOML file: line 2, column 10 can't be understood" in run_pack("check", file).stderr
    assert "Неправильный файл TOML: ошибка в строке 2, место 10" in run_pack("check", file, "--lang", "ru").stderr
    file.write_text('game = "pampero"\nschema = 1\nedition = 2026-01-31\n', encoding="utf-8")
    assert "and lists of these. Put dates in quotation marks." in run_pack("check", file).stderr
    file.write_bytes(b"\xff\xfe")
    assert "is not a pack: it is not a text file." in run_pack("check", file).stderr
    assert "нет такого файла" in run_pack("check", tmp_path / "nowhere.toml", "--lang", "ru").stderr
    assert "это папка" in run_pack("check", tmp_path, "--lang", "ru").stderr


def test_check_warns_of_unusual_values(tmp_path: Path) -> None:
    odd = run_pack("check", change_pack(tmp_path, 'action = "farm"\nrows.map', 'action = "farm"\n# \nrows.map'))
    assert "is a valid pack" in odd.stdout
    file = tmp_path / "twice.toml"
    text = SHIPPED.read_text(encoding="utf-8")
    file.write_text(text.replace('majority = "chain tokens"', 'majority = "wind farms"'), encoding="utf-8")
    assert "same majority" in run_pack("check", file).stdout


def test_merge_shows_both_sides_and_overwrites_nothing(tmp_path: Path) -> None:
    theirs = change_pack(tmp_path, "energy below 10", "energy below 7")
    shown = run_pack("merge", SHIPPED, theirs)
    assert "first pack: energy below 10" in shown.stdout
    assert "second pack: energy below 7" in shown.stdout
    russian = run_pack("merge", SHIPPED, theirs, "--lang", "ru").stdout
    assert "карта «ветряные электростанции», секция 1, условие" in russian
    assert "энергии меньше 10" in russian
    assert "энергии меньше 7" in russian
    out = tmp_path / "both.toml"
    assert run_pack("merge", SHIPPED, theirs, "--out", out).returncode == 0
    assert "energy below 10" in out.read_text(encoding="utf-8")
    again = run_pack("merge", SHIPPED, theirs, "--out", out)
    assert (again.returncode, "exists already" in again.stderr) == (2, True)


def test_export_and_import(tmp_path: Path) -> None:
    assert "You have not described anything" in run_pack("export", "pampero").stderr
    assert run_pack("import", "pampero", change_pack(tmp_path, "energy below 10", "energy below 7")).returncode == 0
    assert "energy below 7" in run_pack("export", "pampero").stdout
    both = run_pack("import", "pampero", SHIPPED)
    assert "first pack: energy below 7" in both.stdout
    out = tmp_path / "mine.toml"
    assert run_pack("export", "pampero", out).returncode == 0
    assert run_pack("check", out).returncode == 0


def test_what_the_boards_disagree_about_is_shown_as_the_file_has_it(tmp_path: Path) -> None:
    text = 'game = "pampero"\nschema = 1\n[grid]\nmarkets = [{}]\n[pieces]\nfarms = {}\n'
    mine, theirs = tmp_path / "mine.toml", tmp_path / "theirs.toml"
    mine.write_text(text.format('"remote", "tourism"', 7), encoding="utf-8")
    theirs.write_text(text.format('"tourism", "remote"', 8), encoding="utf-8")
    shown = run_pack("merge", mine, theirs).stdout
    assert "grid, markets\n    first pack: remote > tourism\n    second pack: tourism > remote\n" in shown
    assert "pieces, farms\n    first pack: 7\n    second pack: 8\n" in shown


def test_a_sample_never_becomes_your_own_pack() -> None:
    refused = run_pack("import", "pampero", SHIPPED.parent / "sample" / "pack.toml")
    assert (refused.returncode, "made-up sample" in refused.stderr) == (2, True)


def test_what_is_told_at_the_table_is_there_for_the_next_game() -> None:
    session = Session.new("pampero", seed=1)
    session.answer(True)
    session.answer({"slot1": ['other("lighthouses")'], "slot2": ["chain tokens"], "slot3": ["wind farms"]})
    save_learned_parts(PackFolder(), session, "2026-11-17")
    kept = load_own_pack(session.opponent)
    assert kept["learned"]
    again = Session.new("pampero", seed=1, pack=kept)
    assert again.table.find_card("lighthouses").majority.words == "lighthouses"
