"""The rule catalogue of an opponent: every rule with its id, in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from rival.kernel.errors import BadOption
from rival.kernel.texts import LANGUAGES, Joined, Name, _
from rival.kernel.vocabulary import Vocabulary

RuleKind: TypeAlias = Literal["rule", "ruling", "example", "derived"]
KINDS = get_args(RuleKind)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its text by language, its caption in the published rules, and its option if it has one.

    ``rare`` explains, by language, why it seldom or never applies on the sample table.
    """

    id: str
    kind: RuleKind
    section: str
    where: Mapping[str, str]
    text: Mapping[str, str]
    option: str | None
    rare: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of an opponent, in the order of the rulebook."""

    sections: Mapping[str, Mapping[str, str]]
    by_id: Mapping[str, Rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.by_id.values())

    def __getitem__(self, rule: str) -> Rule:
        known = Vocabulary([(id, [id]) for id in self.by_id])
        found = known.called(rule)
        if not found:
            near = known.near(rule) or list(self.by_id)[:3]
            raise BadOption(
                _("There is no rule {rule}. Did you mean {near}?", rule=Name(rule[:40]), near=Joined(map(Name, near)))
            )
        return self.by_id[found[0]]


WANTED = {
    "id": "a name that no other rule has, such as XY-26",
    "kind": "one of " + ", ".join(KINDS),
    "section": "one of the names below [sections]",
    "where": "the caption that it stands under in the published rules, or an empty text for a ruling",
    "en": "its text in English, which other languages fall back to",
}
"""The keys that every rule must have, each with a text."""


@cache
def load_rules(file: Path) -> Rules:
    """Read a ``rules.toml``; raise ValueError that names the file, the rule and the problem if it is not valid."""
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    sections, captions = raw.get("sections", {}), raw.get("captions", {})
    rules: dict[str, Rule] = {}
    for number, entry in enumerate(raw.get("rule", []), start=1):
        if wrong := amiss(entry, sections, rules):
            raise ValueError(f"{file}, rule {entry.get('id', f'number {number}')}: {wrong}.")
        about = (entry["id"], entry["kind"], entry["section"], under(entry["where"], captions))
        rules[entry["id"]] = Rule(*about, in_all_languages(entry), entry.get("option"), entry.get("rare"))
    return Rules({name: in_all_languages(words) for name, words in sections.items()}, rules)


def amiss(entry: Mapping[str, object], sections: Mapping[str, object], before: Mapping[str, object]) -> str:
    """Return the problem with a rule and how to correct it; an empty string if it is valid."""
    for key, right in WANTED.items():
        if not isinstance(entry.get(key), str):
            return f"“{key}” is missing; it is {right}"
    if entry["kind"] not in KINDS:
        return f"“{entry['kind']}” is no kind; it is {WANTED['kind']}"
    if entry["section"] not in sections:
        return f"there is no section “{entry['section']}”; it is one of {', '.join(sections)}"
    return "another rule has this id; it is " + WANTED["id"] if entry["id"] in before else ""


def under(caption: str, captions: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return a caption of the published rules in every language; in English where it has no translation."""
    return in_all_languages(captions.get(caption, {"en": caption})) if caption else {}


def in_all_languages(told: Mapping[str, str]) -> dict[str, str]:
    """Return a text for every language; English where there is no translation."""
    return {lang: told.get(lang, told["en"]) for lang in LANGUAGES}
