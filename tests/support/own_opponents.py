"""The opponents of this repository, without other installed ones: those have tests of their own."""

from __future__ import annotations

from pathlib import Path

import rival

HERE = Path(rival.__file__).parent / "games"
OURS = sorted(id for id, one in rival.load_opponents().items() if one.folder.is_relative_to(HERE))
