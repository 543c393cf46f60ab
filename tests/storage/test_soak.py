"""Run ``make soak`` for two minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak import soak, steady


@pytest.mark.soak
def test_two_minutes_of_eight_devices(tmp_path: Path) -> None:
    looks = soak(120, f"sqlite:///{tmp_path}/rival.db", tmp_path)
    steady(looks)
