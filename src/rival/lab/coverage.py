"""Coverage of rules: play with every option value, policy and sample table, and count which rules fire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rival.engine.sampling import game_seed, play
from rival.home import read_pack
from rival.kernel import Json, Opponent
from rival.kernel.catalogue import Rule


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often each rule fired in a number of games, and the rules that never fired."""

    games: int
    fired: Mapping[str, int]
    never: tuple[Rule, ...]


def tables(against: Opponent) -> list[Json]:
    """Return the sample table (None) and the other sample packs of an opponent."""
    others = sorted((against.folder / "sample").glob("*.toml"))
    return [None, *(against.checked_pack(read_pack(file)) for file in others if file.name != "pack.toml")]


def option_sets(against: Opponent) -> list[dict[str, Json]]:
    """Return the default options, and every set that differs in one option."""
    return [{}, *({one.name: value} for one in against.settings for value, _words in one.values[1:])]


def settings(against: Opponent) -> Iterator[tuple[dict[str, Json], str, Json, bool]]:
    """Yield combinations of options, policy, table and whether the game knows the table beforehand.

    The last varies for the first table only.
    """
    for pack in tables(against):
        for unread in (False, True) if pack is None else (False,):
            for policy in against.policies:
                for options in option_sets(against):
                    yield options, policy, pack, unread


def coverage(against: Opponent, games: int, seed: int = 1) -> Coverage:
    """Play a number of games, spread evenly over all settings, and count the rules that fired."""
    every = list(settings(against))
    fired: Counter[str] = Counter()
    for number in range(games):
        fired.update(play(against, game_seed(seed, number), *every[number % len(every)]).rules)
    return Coverage(games, fired, tuple(rule for rule in against.rules if rule.id not in fired))
