"""The readers of journals, packs, typed answers and imports under the fuzzer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.fuzz import CORPUS, fuzz_at_random, make_readers

ROOT = Path(__file__).parent.parent.parent
RUNS = {"journal": 4000, "pack": 6000, "typed": 6000, "imported": 6000}


@pytest.mark.fuzz
@pytest.mark.parametrize("reader", RUNS)
def test_no_input_breaks_a_reader(reader: str) -> None:
    command = [sys.executable, "-m", "tests.hostile.fuzz", reader, str(RUNS[reader])]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    print(ran.stdout[-500:])
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-3000:]


@pytest.mark.parametrize("reader", RUNS)
def test_what_once_reached_new_code_and_some_hundred_changes_of_it_break_no_reader(reader: str) -> None:
    """The quick version for `make quick`: without the fuzzer, in this process."""
    known = [one.read_bytes() for one in sorted((CORPUS / reader).iterdir())]
    assert len(known) > 1
    fuzz_at_random(make_readers()[reader], known, 200)
