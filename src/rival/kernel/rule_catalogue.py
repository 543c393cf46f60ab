"""The rule catalogue of an opponent: every rule with its id, in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from rival.kernel.errors import BadOptionError
from rival.kernel.texts import LANGUAGES, JoinedText, Name, _
from rival.kernel.vocabulary import Vocabulary

RuleKind: TypeAlias = Literal["rule", "ruling", "example", "derived"]
RULE_KINDS = get_args(RuleKind)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its text by language, its caption in the published rules, and the option that it belongs to, if any.

    ``rare_reasons`` explains, in each language, why the rule seldom or never applies on the sample table.
    """

    id: str
    kind: RuleKind
    section: str
    captions: Mapping[str, str]
    text: Mapping[str, str]
    option: str | None
    rare_reasons: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class RuleCatalogue:
    """The rules of an opponent, in the order of the rulebook."""

    sections: Mapping[str, Mapping[str, str]]
    by_id: Mapping[str, Rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.by_id.values())

    def __getitem__(self, rule: str) -> Rule:
        vocabulary = Vocabulary([(id, [id]) for id in self.by_id])
        matches = vocabulary.find(rule)
        if not matches:
            suggestions = vocabulary.find_similar(rule) or list(self.by_id)[:3]
            raise BadOptionError(
                _(
                    "There is no rule {rule}. Did you mean {near}?",
                    rule=Name(rule[:40]),
                    near=JoinedText(map(Name, suggestions)),
                )
            )
        return self.by_id[matches[0]]


REQUIRED_KEYS = {
    "id": "a name that no other rule has, such as XY-26",
    "kind": "one of " + ", ".join(RULE_KINDS),
    "section": "one of the names below [sections]",
    "where": "the caption that it stands under in the published rules, or an empty text for a ruling",
    "en": "its text in English, which other languages fall back to",
}
"""The keys that every rule must have, each with a description."""


@cache
def load_rules(file: Path) -> RuleCatalogue:
    """Read a ``rules.toml``; raise ValueError, naming the file, the rule and the problem, if a rule is not valid."""
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    sections, captions = raw.get("sections", {}), raw.get("captions", {})
    rules: dict[str, Rule] = {}
    for number, entry in enumerate(raw.get("rule", []), start=1):
        if problem := find_rule_problem(entry, sections, rules):
            raise ValueError(f"{file}, rule {entry.get('id', f'number {number}')}: {problem}.")
        head = (entry["id"], entry["kind"], entry["section"], translate_caption(entry["where"], captions))
        rules[entry["id"]] = Rule(*head, fill_missing_languages(entry), entry.get("option"), entry.get("rare"))
    return RuleCatalogue({name: fill_missing_languages(texts) for name, texts in sections.items()}, rules)


def find_rule_problem(
    entry: Mapping[str, object], sections: Mapping[str, object], earlier_rules: Mapping[str, object]
) -> str:
    """Return a message that describes the problem with a rule; an empty string if the rule is valid."""
    for key, expected in REQUIRED_KEYS.items():
        if not isinstance(entry.get(key), str):
            return f"“{key}” is missing; it is {expected}"
    if entry["kind"] not in RULE_KINDS:
        return f"“{entry['kind']}” is no kind; it is {REQUIRED_KEYS['kind']}"
    if entry["section"] not in sections:
        return f"there is no section “{entry['section']}”; it is one of {', '.join(sections)}"
    return "another rule has this id; it is " + REQUIRED_KEYS["id"] if entry["id"] in earlier_rules else ""


def translate_caption(caption: str, captions: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return a caption of the published rules in every language, in English if there is no translation."""
    return fill_missing_languages(captions.get(caption, {"en": caption})) if caption else {}


def fill_missing_languages(texts: Mapping[str, str]) -> dict[str, str]:
    """Return a text for every language, in English if there is no translation."""
    return {lang: texts.get(lang, texts["en"]) for lang in LANGUAGES}
