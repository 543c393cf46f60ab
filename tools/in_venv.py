"""Run the Python of .venv, whose path differs on Windows: ``python tools/in_venv.py -m ruff check``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools.page import PYTHON

if __name__ == "__main__":
    if not PYTHON.exists():
        sys.exit("There is no .venv yet. Create it with: make setup")
    sys.exit(subprocess.run([PYTHON, *sys.argv[1:]], check=False).returncode)
