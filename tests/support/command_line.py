"""Run Rival’s command line in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RIVAL = [sys.executable, "-m", "rival"]


def run_rival(*arguments: str, typed: str = "", home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"}
    if home is not None:
        environment["RIVAL_HOME"] = str(home)
    return subprocess.run(
        [*RIVAL, *arguments], input=typed, capture_output=True, text=True, env=environment, check=False, timeout=60
    )
