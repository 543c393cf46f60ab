"""The rules catalogue of an opponent: every rule with its id, in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from rival.kernel.errors import BadOption
from rival.kernel.texts import Joined, Name, _

RuleKind: TypeAlias = Literal["rule", "ruling", "example", "derived"]
KINDS = get_args(RuleKind)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its text by language, where it stands in the published rules, and its option if it has one.

    ``rare`` says, by language, why it never or hardly ever fires on the sample table.
    """

    id: str
    kind: RuleKind
    section: str
    where: str
    text: Mapping[str, str]
    option: str | None
    rare: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The catalogue, in the order of the rulebook."""

    sections: Mapping[str, Mapping[str, str]]
    by_id: Mapping[str, Rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.by_id.values())

    def __getitem__(self, rule: str) -> Rule:
        found = self.by_id.get(rule.upper()) or next((one for one in self if one.id.upper() == rule.upper()), None)
        if found is None:
            near = get_close_matches(rule.upper(), self.by_id, n=3) or list(self.by_id)[:3]
            raise BadOption(
                _("There is no rule {rule}; perhaps {near}?", rule=Name(rule), near=Joined(map(Name, near)))
            )
        return found


@cache
def load_rules(file: Path) -> Rules:
    """Read a ``rules.toml``."""
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    rules = {}
    for entry in raw["rule"]:
        text = {lang: entry[lang] for lang in ("en", "ru")}
        rules[entry["id"]] = Rule(
            entry["id"], entry["kind"], entry["section"], entry["where"], text, entry.get("option"), entry.get("rare")
        )
    return Rules(raw["sections"], rules)
