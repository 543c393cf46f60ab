"""The message files of a package: extract messages from the sources, and merge them with existing translations.

This module needs the package ``babel`` (extra ``rival-solo[authors]``).
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

KEYWORDS = {"_": None, "N_": None, "n_": (1, 2)}


def extract_messages(folders: Iterable[Path]) -> Catalog:
    """Return the messages of source files."""
    catalog = Catalog()
    for file in (file for folder in folders for file in sorted([folder, *folder.rglob("*.py")])):
        if file.suffix == ".py":
            for _line, message, _comments, context in extract_from_file("python", file, keywords=KEYWORDS):
                catalog.add(message, context=context)
    return catalog


def merge_catalogue(messages: Catalog, old: Catalog, lang: str) -> Catalog:
    """Return the messages from the sources with the existing translations, in a stable order."""
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
    """Return the catalogue in a file, or an empty catalogue if the file does not exist."""
    return read_po(io.BytesIO(file.read_bytes()), locale=lang) if file.exists() else Catalog(locale=lang)


def write_catalogue(catalog: Catalog, file: Path) -> None:
    """Write a catalogue as a .po file, and compile it next to it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as target:
        write_po(target, catalog, no_location=True, omit_header=False, width=110)
    with file.with_suffix(".mo").open("wb") as target:
        write_mo(target, catalog)


def get_catalogue_file(folder: Path, lang: str) -> Path:
    """Return the message file of a package for a language."""
    return folder / "locale" / lang / "LC_MESSAGES" / "rival.po"
