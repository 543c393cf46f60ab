"""Run ``make soak`` for two minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak import check_growth, run_soak


@pytest.mark.soak
def test_eight_devices_for_two_minutes(tmp_path: Path) -> None:
    looks = run_soak(120, f"sqlite:///{tmp_path}/rival.db", tmp_path)
    check_growth(looks)
