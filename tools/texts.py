"""Update the message catalogues: ``python tools/texts.py`` updates the .po files from the sources and compiles them.

``--check`` changes nothing and fails if a message is missing, untranslated or no longer used.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from rival.kernel.texts import LANGUAGES

SOURCE = Path(__file__).parent.parent / "src" / "rival"
KEYWORDS = {"_": None, "N_": None, "n_": (1, 2)}
TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]


def list_catalogues() -> dict[Path, list[Path]]:
    """Return the source folders and files whose messages each locale folder contains."""
    games = [folder for folder in sorted((SOURCE / "games").iterdir()) if (folder / "rules.toml").exists()]
    kernel = [folder for folder in sorted(SOURCE.iterdir()) if folder.name not in ("games", "locale", "__pycache__")]
    return {SOURCE: kernel, **{game: [game] for game in games}}


def extract_messages(folders: list[Path]) -> Catalog:
    """Return the messages of source files."""
    catalog = Catalog()
    for file in (file for folder in folders for file in sorted([folder, *folder.rglob("*.py")])):
        if file.suffix == ".py":
            for _line, message, _comments, context in extract_from_file("python", file, keywords=KEYWORDS):
                catalog.add(message, context=context)
    return catalog


def merge_catalogue(messages: Catalog, old: Catalog, lang: str) -> Catalog:
    """Return the messages of the sources with the existing translations, in a stable order."""
    new = Catalog(locale=lang, project="rival", charset="utf-8", creation_date=old.creation_date)
    new.mime_headers  # noqa: B018  (fixes the plural rule of the language)
    empty = ("",) * new.num_plurals
    for message in sorted((m for m in messages if m.id), key=lambda m: str(m.id)):
        previous = old.get(message.id)
        new.add(message.id, previous.string if previous else empty if message.pluralizable else "")
    return new


def find_errors(catalog: Catalog, messages: Catalog, file: Path) -> list[str]:
    """Return the errors of a catalogue."""
    errors = []
    for message in catalog:
        if message.id and not is_translated(message):
            errors.append(f"{file}: not translated: {message.id!r}")
        elif message.id and not has_same_placeholders(message):
            errors.append(f"{file}: the translation has other {{names}}: {message.id!r}")
    ids = {str(message.id) for message in catalog}
    errors += [f"{file}: missing: {message.id!r}" for message in messages if message.id and str(message.id) not in ids]
    used = {str(message.id) for message in messages}
    errors += [
        f"{file}: no longer used: {message.id!r}" for message in catalog if message.id and str(message.id) not in used
    ]
    return errors


def list_forms(value: object) -> list[str]:
    """Return a message as a list of its plural forms."""
    return [str(form or "") for form in (value if isinstance(value, list | tuple) else [value])]


def is_translated(message: Message) -> bool:
    """Return whether all forms of a message are translated."""
    return all(list_forms(message.string))


def has_same_placeholders(message: Message) -> bool:
    """Return whether every {name} of the translation is also in the English message."""
    names = {name for text in list_forms(message.id) for _t, name, _f, _c in Formatter().parse(text) if name}
    return all(
        name in names for text in list_forms(message.string) for _t, name, _f, _c in Formatter().parse(text) if name
    )


def read_catalogue(file: Path, lang: str) -> Catalog:
    """Return the catalogue in a file; an empty one without the file."""
    return read_po(io.BytesIO(file.read_bytes()), locale=lang) if file.exists() else Catalog(locale=lang)


def main() -> int:
    """Update or check all catalogues; return the exit code."""
    check = "--check" in sys.argv
    errors: list[str] = []
    for home, folders in list_catalogues().items():
        messages = extract_messages(folders)
        for lang in TRANSLATED:
            file = home / "locale" / lang / "LC_MESSAGES" / "rival.po"
            catalog = (
                read_catalogue(file, lang) if check else merge_catalogue(messages, read_catalogue(file, lang), lang)
            )
            if not check:
                file.parent.mkdir(parents=True, exist_ok=True)
                with file.open("wb") as target:
                    write_po(target, catalog, no_location=True, omit_header=False, width=110)
                with file.with_suffix(".mo").open("wb") as target:
                    write_mo(target, catalog)
            errors += find_errors(catalog, messages, file.relative_to(SOURCE.parent.parent))
    print("\n".join(errors) if errors else "Every message is translated.")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
