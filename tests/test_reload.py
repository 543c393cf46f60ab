"""``rival --reload``: the server is started again when the sources of an opponent change."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from rival.commands import reload
from rival.games import mombasa


class FakeServer:
    """A server process that only records its command and that it was stopped."""

    started: list[list[str]] = []  # noqa: RUF012
    stopped = 0

    def __init__(self, command: list[str]) -> None:
        self.started.append(command)

    def terminate(self) -> None:
        type(self).stopped += 1

    def wait(self, timeout: float | None = None) -> int:
        return 0


def test_a_change_of_a_source_restarts_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "rules.py"
    source.write_text("")
    looks: list[Any] = []

    def wait(_seconds: float) -> None:
        looks.append(None)
        match len(looks):
            case 2:
                os.utime(source, ns=(1, 1))
            case 3:
                (tmp_path / "notes.txt").write_text("no source")
            case 5:
                raise KeyboardInterrupt

    monkeypatch.setattr(reload, "list_source_folders", lambda: [tmp_path])
    monkeypatch.setattr("subprocess.Popen", FakeServer)
    monkeypatch.setattr("time.sleep", wait)
    reload.run_with_reload(["--port", "8200"])
    assert [command[3:] for command in FakeServer.started] == [["--port", "8200"], ["--port", "8200", "--no-browser"]]
    assert FakeServer.stopped == 2


def test_the_folders_of_all_opponents_are_watched() -> None:
    assert Path(mombasa.__file__).parent in reload.list_source_folders()
