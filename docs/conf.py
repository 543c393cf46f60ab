"""Configure Sphinx, MyST and Furo, which build the documentation site. ``make docs`` treats warnings as errors."""

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
html_use_index = html_domain_indices = False  # no page links to these lists, and they are wider than a phone
language = "en"
highlight_language = "text"
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing"]  # tests/test_docs.py checks links and anchors
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"

docs.write_generated(HERE / "generated")
