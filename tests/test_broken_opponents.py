"""An opponent with an error in its package is named, and takes nothing else down."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import rival
from rival.engine import Engine
from rival.kernel import BadOptionError, BrokenOpponentError, find_faulty_opponent, list_broken_opponents, load_opponent
from rival.kernel.installed_opponents import forget_loaded_opponents
from rival.server.app import make_app
from tests.support.own_opponents import OURS

SOURCES = {
    "unimportable": "import nothing_of_this_name",
    "misspelled": "def broken(:\n",
    "misnamed": "from rival.games.rolling_heights import opponent",
    "sampleless": """
from dataclasses import replace
from rival.games.rolling_heights import opponent as mayor

def fail(*args, **named):
    raise ZeroDivisionError("no table")

opponent = replace(mayor, id="sampleless", make_sample_player=fail)
""",
    "collapsing": """
from dataclasses import replace
from pathlib import Path
from rival.games.rolling_heights import opponent as mayor

def script(town):
    yield from ()
    raise IndexError("card 17")

opponent = replace(mayor, id="collapsing", script=script, folder=Path(__file__).parent)
""",
}


@pytest.fixture(scope="module")
def plug_ins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a package of broken opponents."""
    folder = tmp_path_factory.mktemp("plugins")
    for name, source in SOURCES.items():
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(source, encoding="utf-8")
    about = folder / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    names = "".join(f"{name} = {name}:opponent\n" for name in SOURCES)
    (about / "entry_points.txt").write_text(f"[rival.opponents]\n{names}")
    return folder


@pytest.fixture
def installed(plug_ins: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the broken opponents for one test."""
    monkeypatch.syspath_prepend(plug_ins)
    forget_loaded_opponents()
    yield
    monkeypatch.undo()
    forget_loaded_opponents()


def run_command(plug_ins: Path, *command: str, code: int = 0) -> str:
    environment = {**os.environ, "PYTHONPATH": str(plug_ins), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "rival", *command], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.usefixtures("installed")
def test_each_is_named_with_its_error_and_the_others_load() -> None:
    assert set(OURS) <= set(rival.load_opponents())
    problems = {error.id: str(error) for error in list_broken_opponents()}
    assert problems.keys() == {"unimportable", "misspelled", "misnamed"}
    assert "ModuleNotFoundError: No module named 'nothing_of_this_name'" in problems["unimportable"]
    assert "(__init__.py, line 1)" in problems["misspelled"]
    assert "its id is “rolling-heights”" in problems["misnamed"]
    with pytest.raises(BrokenOpponentError) as caught:
        load_opponent("unimportable")
    assert "import nothing_of_this_name" in caught.value.format_traceback()
    assert isinstance(caught.value, BadOptionError)


@pytest.mark.usefixtures("installed")
def test_the_page_gets_all_opponents_and_the_reason_why_some_cannot_be_played() -> None:
    client = TestClient(make_app(Engine()), base_url="http://127.0.0.1:8181")
    response = client.get("/api/opponents")
    assert response.status_code == 200, response.text
    offers = {offer["id"]: offer for offer in response.json()}
    assert all(offers[game]["problem"] is None for game in OURS)
    assert "ZeroDivisionError: no table" in offers["sampleless"]["problem"]
    assert "line 1" in offers["misspelled"]["problem"]
    assert client.post("/api/games", json={"game": "misspelled"}).status_code in (404, 422)


@pytest.mark.usefixtures("installed")
def test_an_error_in_a_game_names_the_opponent() -> None:
    client = TestClient(make_app(Engine()), base_url="http://127.0.0.1:8181", raise_server_exceptions=False)
    reply = client.post("/api/games", json={"game": "collapsing"})
    assert reply.status_code == 500
    assert "opponent “collapsing”: IndexError: card 17 (__init__.py, line 8)" in reply.json()["message"]
    with pytest.raises(IndexError) as caught:
        Engine().begin_game("collapsing")
    faulty = find_faulty_opponent(caught.value)
    assert faulty is not None
    assert faulty.id == "collapsing"
    assert find_faulty_opponent(ValueError("elsewhere")) is None


@pytest.mark.processes
def test_commands_go_on_and_name_them(plug_ins: Path) -> None:
    told = run_command(plug_ins, "opponents")
    assert "the Mayor (Rolling Heights)" in told
    assert "“unimportable” can't be loaded" in told
    assert "Traceback" not in told
    assert "haven't finished a game" in run_command(plug_ins, "records")
    assert "“misspelled” can't be loaded" in run_command(plug_ins, "play", "misspelled", code=2)
    crash = run_command(plug_ins, "demo", "collapsing", code=1)
    assert "Traceback" in crash
    assert "An error occurred in the opponent “collapsing”." in crash


@pytest.mark.processes
def test_check_shows_the_traceback_to_the_author(plug_ins: Path) -> None:
    shown = run_command(plug_ins, "check", "unimportable", "--plain", code=1)
    assert "import nothing_of_this_name" in shown
    assert "can't be loaded" in shown


def test_check_names_the_checks_that_fail_and_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    from rival.commands import authors
    from rival.terminal.screen import Screen

    def check_luck(game: str) -> None:
        """Check that luck is fair."""
        assert not game, "never"

    opponent = load_opponent("rolling-heights")
    assert not authors.run_check(check_luck, opponent, Screen("en", plain=True))
    assert "luck is fair: never" in capsys.readouterr().out
    assert [str(text) for text in authors.list_missing_parts(opponent)] == []


def test_a_translation_is_extracted_updated_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dataclasses import replace

    from rival.commands import authors

    (tmp_path / "rules.py").write_text('_("the trader")\nn_("{n} token", "{n} tokens", 2)\n')
    (tmp_path / "rules.toml").write_text(
        '[[rule]]\nid = "XY-1"\nen = "Six."\n[[rule]]\nid = "XY-2"\nen = "a"\nru = "б"\n'
    )
    opponent = replace(load_opponent("rolling-heights"), folder=tmp_path)
    monkeypatch.setattr(authors, "load_opponent", lambda game: opponent)
    authors.update_translations("rolling-heights", "ru", plain=True)
    shown = capsys.readouterr().out
    assert "not translated: 'the trader'" in shown
    assert "rules.toml: not translated: XY-1" in shown
    assert "XY-2" not in shown
    file = tmp_path / "locale" / "ru" / "LC_MESSAGES" / "rival.po"
    file.write_text(
        file.read_text(encoding="utf-8").replace('"the trader"\nmsgstr ""', '"the trader"\nmsgstr "торговец"')
    )
    (tmp_path / "rules.py").write_text('_("the trader")\n_("new")\n')
    authors.update_translations("rolling-heights", "ru", plain=True)
    assert "торговец" in file.read_text(encoding="utf-8")
    assert file.with_suffix(".mo").exists()
    assert "the trader" not in capsys.readouterr().out
    with pytest.raises(BadOptionError, match="no language"):
        authors.update_translations("rolling-heights", "xx-nowhere", plain=True)
