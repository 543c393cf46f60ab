"""Update the message catalogues: ``python tools/texts.py`` updates the .po files from the sources and compiles them.

``--check`` changes nothing and fails if a message is missing, untranslated or no longer used.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rival.commands.message_files import (
    extract_messages,
    find_errors,
    get_catalogue_file,
    merge_catalogue,
    read_catalogue,
    write_catalogue,
)
from rival.kernel.texts import LANGUAGES

SOURCE = Path(__file__).parent.parent / "src" / "rival"
TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]


def list_catalogues() -> dict[Path, list[Path]]:
    """Return the source folders and files whose messages each locale folder contains."""
    games = [folder for folder in sorted((SOURCE / "games").iterdir()) if (folder / "rules.toml").exists()]
    kernel = [folder for folder in sorted(SOURCE.iterdir()) if folder.name not in ("games", "locale", "__pycache__")]
    return {SOURCE: kernel, **{game: [game] for game in games}}


def main() -> int:
    """Update or check all catalogues; return the exit code."""
    check = "--check" in sys.argv
    errors: list[str] = []
    for home, folders in list_catalogues().items():
        messages = extract_messages(folders)
        for lang in TRANSLATED:
            file = get_catalogue_file(home, lang)
            catalog = (
                read_catalogue(file, lang) if check else merge_catalogue(messages, read_catalogue(file, lang), lang)
            )
            if not check:
                write_catalogue(catalog, file)
            errors += find_errors(catalog, messages, file.relative_to(SOURCE.parent.parent))
    print("\n".join(errors) if errors else "Every message is translated.")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
