"""Build the documentation as a site in docs/_site: ``python tools/docs.py``.

The rule books are generated from the opponents' catalogues, the list of changes from CHANGELOG.md; the other pages are
in docs. Warnings are errors.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rival.kernel import Opponent, load_opponent
from rival.kernel.rule_catalogue import Rule
from rival.kernel.texts import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("rolling-heights", "mombasa", "pampero")


def write_generated(folder: Path) -> None:
    """Write the pages that are generated from the sources of the project."""
    folder.mkdir(exist_ok=True)
    for game in GAMES:
        for lang in LANGUAGES:
            (folder / f"rules-{game}.{lang}.md").write_text(
                format_rule_book(load_opponent(game), lang), encoding="utf-8"
            )
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (folder / "changelog.md").write_text(changes, encoding="utf-8")


def format_rule_book(opponent: Opponent, lang: str) -> str:
    """Return all rules of an opponent in one language, by section."""
    catalogue = opponent.load_catalogue(lang)
    page = [f"# {opponent.game.render(catalogue)}: {opponent.name.render(catalogue)}", ""]
    for section, titles in opponent.rules.sections.items():
        page += [f"## {titles[lang]}", ""]
        page += [format_rule(rule, lang) for rule in opponent.rules if rule.section == section]
    return "\n".join(page)


def format_rule(rule: Rule, lang: str) -> str:
    """Return one rule as Markdown."""
    option = f" (`{rule.option}`)" if rule.option else ""
    return f"({rule.id.lower()}-{lang})=\n\n**{rule.id}**{option} {rule.text[lang]}\n"


def main() -> int:
    """Build the site; return the exit code."""
    site = ROOT / "docs" / "_site"
    completed = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(ROOT / "docs"), str(site)],
        check=False,
    )
    if completed.returncode == 0:
        print(f"The documentation is in {site / 'index.html'}.")
    return completed.returncode


if __name__ == "__main__":
    sys.exit(main())
