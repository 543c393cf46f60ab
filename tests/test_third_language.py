"""A third language needs only text files: a folder of catalogues, with English where a text is missing."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import rival
from rival.kernel.texts import LANGUAGES

PACKAGE = Path(rival.__file__).parent
IGNORED_FILES = shutil.ignore_patterns("page", "__pycache__")


def write_catalogue(package: Path, sentences: dict[str, str]) -> None:
    """Write an Esperanto catalogue into the folder of the program or of a game."""
    catalogue = Catalog(locale="eo")
    for english, texts in sentences.items():
        catalogue.add(english, texts)
    folder = package / "locale" / "eo" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "rival.mo").open("wb") as out:
        write_mo(out, catalogue)


@pytest.fixture(scope="module")
def esperanto_folder(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return a copy of the program with two more catalogues: some texts of its own, and the name of one game."""
    place = tmp_path_factory.mktemp("third") / "rival"
    shutil.copytree(PACKAGE, place, ignore=IGNORED_FILES)
    write_catalogue(place, {"Corrected: {what}: {value}": "Korektita: {what}: {value}"})
    write_catalogue(place / "games" / "rolling_heights", {"the Mayor": "la Urbestro"})
    return {**os.environ, "PYTHONPATH": str(place.parent), "RIVAL_HOME": str(place.parent / "home")}


def run_program(environment: dict[str, str], *command: str) -> str:
    process = subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def test_esperanto_is_listed_and_missing_texts_are_english(esperanto_folder: dict[str, str]) -> None:
    entered = run_program(esperanto_folder, "-m", "rival", "--lang", "eo", "opponents")
    assert "la Urbestro (Rolling Heights)" in entered
    assert "the virtual player (Mombasa)" in entered
    demo = run_program(esperanto_folder, "-m", "rival", "--lang", "eo", "demo", "mombasa", "--seed", "1", "--plain")
    assert re.search(r"\bRound 1\b", demo)
    rule = run_program(esperanto_folder, "-m", "rival", "--lang", "eo", "rules", "rolling-heights", "RH-01")
    assert rule == run_program(esperanto_folder, "-m", "rival", "--lang", "en", "rules", "rolling-heights", "RH-01")


STATE = """
import json
from dataclasses import asdict
from starlette.testclient import TestClient
from rival.engine import Engine
from rival.server.app import make_app

page = TestClient(make_app(Engine()), base_url="http://localhost")
state = page.post("/api/games", json={"game": "rolling-heights", "seed": 1}, params={"lang": "eo"}).json()
said = {"at": state["at"], "path": "mayor.vp", "value": 5}
state = page.post(f"/api/games/{state['id']}/correct", json=said, params={"lang": "eo"}).json()["state"]
liked = page.get("/api/opponents", headers={"Accept-Language": "eo, ru;q=0.8"}).json()
unknown = page.get("/api/opponents", params={"lang": "tlh"}).status_code
print(json.dumps([state["lang"], state["entries"][-1]["text"], state["views"][0]["title"],
    sorted(one["name"] for one in liked), unknown]))
"""


def test_a_game_is_played_in_esperanto_over_the_api(esperanto_folder: dict[str, str]) -> None:
    lang, line, title, names, unknown = json.loads(run_program(esperanto_folder, "-c", STATE))
    assert (lang, line, title) == ("eo", "Korektita: the Mayor’s VP: 5", "The Mayor")
    assert "la Urbestro" in names
    assert "the virtual player" in names
    assert unknown == 422


def test_the_program_has_every_language_of_the_page() -> None:
    """Each language of the page is a file of texts; the program has a catalogue for the same language."""
    texts = Path(__file__).parents[1] / "web" / "src" / "locales"
    assert {file.stem for file in texts.glob("*.ts")} == {*LANGUAGES}
