"""The benchmarks that the documentation quotes can be run, and every row of their tables is printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rival

ROOT = Path(__file__).parents[1]


def run_benchmark(bench: str, *options: str) -> list[str]:
    command = [sys.executable, f"bench/{bench}.py", *options]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert process.returncode == 0, process.stderr[-2000:]
    return process.stdout.splitlines()


@pytest.mark.processes
@pytest.mark.linux
def test_the_server_is_compared_with_the_bare_stack() -> None:
    rows = run_benchmark("server", "--seconds", "0.4", "--pages", "2", "--no-attacks")
    for game in rival.load_opponents():
        [first] = [number for number, row in enumerate(rows) if row.startswith(f"{game}: bare stack")]
        assert rows[first].split()[-2:] == ["1.00", "1.00"]
        assert rows[first + 2].split()[0] == "Rival"
        assert float(rows[first + 2].split()[1]) > 0


@pytest.mark.processes
@pytest.mark.linux
def test_m1_m2_the_owner_gets_answers_while_others_flood_the_server() -> None:
    """The limit is generous because other tests run at the same time. Without fair queues it took 3 s, or forever."""
    rows = run_benchmark("server", "--seconds", "2", "--attacks")
    medians = {row[:56].strip(): float(row.split()[-2]) for row in rows if row.startswith(("nobody", "64 ", "8 "))}
    assert len(medians) == 3
    assert max(medians.values()) < 1000, medians


@pytest.mark.processes
def test_growth_is_measured_by_game_length_number_of_games_and_undo_steps() -> None:
    rows = run_benchmark("growth", "--entries", "100", "--games", "100", "--lines", "600")
    assert [sum(row.split()[1:2] == [what] for row in rows) for what in ("entries", "games", "lines")] == [4, 3, 3]


@pytest.mark.processes
@pytest.mark.posix
def test_a_million_games_are_stored_in_few_files_and_the_report_is_made() -> None:
    rows = run_benchmark("lab", "--seconds", "0")
    assert [row.split()[0] for row in rows] == ["report", "files", "memory"]
    [files] = [row for row in rows if row.startswith("files")]
    assert "reached" in files
