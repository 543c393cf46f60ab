"""Build the documentation as a site in docs/_site: ``python tools/docs.py``.

The rule books are generated from the opponents' catalogues, the list of changes from CHANGELOG.md; the other pages are
in docs. Warnings are errors.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rival.kernel import Opponent, opponent
from rival.kernel.catalogue import Rule
from rival.kernel.texts import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("rolling-heights", "mombasa", "pampero")


def write_generated(folder: Path) -> None:
    """Write the pages that are generated from the sources of the project."""
    folder.mkdir(exist_ok=True)
    for game in GAMES:
        for lang in LANGUAGES:
            (folder / f"rules-{game}.{lang}.md").write_text(rule_book(opponent(game), lang), encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (folder / "changelog.md").write_text(changes, encoding="utf-8")


def rule_book(against: Opponent, lang: str) -> str:
    """Return all rules of an opponent in one language, by section."""
    words = against.catalogue(lang)
    page = [f"# {against.game.render(words)}: {against.name.render(words)}", ""]
    for section, called in against.rules.sections.items():
        page += [f"## {called[lang]}", ""]
        page += [entry(one, lang) for one in against.rules if one.section == section]
    return "\n".join(page)


def entry(rule: Rule, lang: str) -> str:
    """Return one rule as Markdown."""
    option = f" (`{rule.option}`)" if rule.option else ""
    return f"({rule.id.lower()}-{lang})=\n\n**{rule.id}**{option} {rule.text[lang]}\n"


def main() -> int:
    """Build the site; return the exit code."""
    site = ROOT / "docs" / "_site"
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(ROOT / "docs"), str(site)],
        check=False,
    )
    if done.returncode == 0:
        print(f"The documentation is in {site / 'index.html'}.")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
