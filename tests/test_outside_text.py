"""Text from files stays data: it can't name folders or control the terminal, and missing checksums are reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rival
from rival.engine import Engine
from rival.kernel import BadJournalError, Session
from rival.kernel.texts import load_catalogue
from tests.support.command_line import run_rival

MAYOR = "rolling-heights"
JOURNAL = rival.play_demo(MAYOR, seed=3).journal.format_text()
CONTROL_TEXT = "\x1b]0;evil\x07\x1b[2J\x9b31m\u202e"


def remove_checksums(text: str, *which: int) -> str:
    rows = [json.loads(line) for line in text.splitlines()]
    for number, row in enumerate(rows):
        if not which or number in which:
            row.pop("sum")
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def replace_header(**changes: object) -> str:
    head, _newline, rest = remove_checksums(JOURNAL).partition("\n")
    return json.dumps({**json.loads(head), **changes}, ensure_ascii=False) + "\n" + rest


@pytest.mark.parametrize("lang", ["../../../../tmp", "/etc", "ru/../ru", "xx", "", "ru\0", "C"])
def test_the_language_of_a_journal_names_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    looked: list[object] = []
    with monkeypatch.context() as watching:
        watching.setattr("gettext.find", lambda *args, **more: looked.append((args, more)))
        session = Session.load(replace_header(lang=lang))
        assert session.lang == "en"
        assert session.ask is None
        assert session.transcript
        load_catalogue(lang, tmp_path).gettext("x")
    assert looked == []
    assert Engine().load_journal(replace_header(lang=lang)).lang == "en"


@pytest.mark.parametrize("which", [(0,), (1,), (5,), tuple(range(1, len(JOURNAL.splitlines())))])
def test_checksums_can_not_be_removed_from_some_lines(which: tuple[int, ...]) -> None:
    with pytest.raises(BadJournalError, match="some lines have a checksum and others don't"):
        Session.load(remove_checksums(JOURNAL, *which))


@pytest.mark.processes
def test_importing_a_journal_without_checksums_gives_a_warning_everywhere(tmp_path: Path) -> None:
    engine = Engine()
    assert "has no checksums" in engine.load_journal(remove_checksums(JOURNAL)).note
    assert "нет контрольных сумм" in engine.load_journal(remove_checksums(JOURNAL), "ru").note
    assert engine.load_journal(JOURNAL).note == ""
    file = tmp_path / "game.jsonl"
    file.write_text(remove_checksums(JOURNAL))
    assert "has no checksums" in run_rival("replay", str(file), "--check").stdout
    file.write_text(JOURNAL)
    assert "has no checksums" not in run_rival("replay", str(file), "--check").stdout


@pytest.mark.processes
@pytest.mark.posix
def test_no_outside_text_controls_the_terminal(tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text(f'game = "pampero"\n"{json.dumps("x" + CONTROL_TEXT)[1:-1]}" = 1\n'.replace("\\u001b", "\\u001b"))
    journal = tmp_path / "evil.jsonl"
    journal.write_text(replace_header(game=f"chess{CONTROL_TEXT}"))
    named = tmp_path / "named.jsonl"
    named.write_text(replace_header(name=f"Sunday{CONTROL_TEXT}"))
    shown = [
        run_rival("pack", "check", str(pack)),
        run_rival("replay", str(journal)),
        run_rival("replay", f"{tmp_path}/nothing{CONTROL_TEXT}"),
        run_rival("import", str(named), home=tmp_path),
        run_rival("terminal", home=tmp_path),
        run_rival("play", "--resume", f"no{CONTROL_TEXT}", home=tmp_path),
    ]
    for entry in shown:
        message = entry.stdout + entry.stderr
        assert message.strip()
        assert not [sign for sign in message if not sign.isprintable() and sign != "\n"], entry.args
