from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden transcripts anew")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the games of whoever runs it."""
    monkeypatch.setenv("RIVAL_HOME", str(tmp_path))
    monkeypatch.setenv("RIVAL_LANG", "en")
