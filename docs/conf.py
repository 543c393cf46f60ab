"""How the documentation becomes a site: Sphinx with MyST and Furo. ``make docs`` runs it, warnings are errors."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

import docs  # noqa: E402
import rival  # noqa: E402

project = "Rival"
version = release = rival.__version__
html_title = f"Rival {release}"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_site"]
html_theme = "furo"
html_static_path: list[str] = []
html_show_copyright = False
html_show_sphinx = False
html_use_index = html_domain_indices = False  # lists of names that no page leads to, wider than a phone
language = "en"
highlight_language = "text"
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing"]  # links between pages are checked by tests/test_docs.py, to the anchor
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"

docs.write_generated(HERE / "generated")
