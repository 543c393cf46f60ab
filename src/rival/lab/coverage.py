"""Rule coverage: play with every option value, policy and sample pack, and count how often each rule is cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rival.engine.simulation import derive_game_seed, simulate_game
from rival.home import read_pack
from rival.kernel import Json, Opponent
from rival.kernel.rule_catalogue import Rule


@dataclass(frozen=True, slots=True)
class Coverage:
    """The number of times each rule was cited in a series of games, and the rules that were never cited."""

    games: int
    fired: Mapping[str, int]
    never_fired: tuple[Rule, ...]


def list_sample_packs(opponent: Opponent) -> list[Json]:
    """Return the sample packs of an opponent; None stands for the default one."""
    files = sorted((opponent.folder / "sample").glob("*.toml"))
    return [None, *(opponent.validate_pack(read_pack(file)) for file in files if file.name != "pack.toml")]


def list_option_sets(opponent: Opponent) -> list[dict[str, Json]]:
    """Return the default options and every set of options that differs from them in one option."""
    return [{}, *({setting.name: value} for setting in opponent.settings for value, _words in setting.values[1:])]


def list_settings(opponent: Opponent) -> Iterator[tuple[dict[str, Json], str, Json, bool]]:
    """Yield all combinations of options, policy and sample pack, and whether the game begins without a pack.

    Only the default sample pack is also played without a pack, as by an owner who has described nothing yet.
    """
    for pack in list_sample_packs(opponent):
        for unread in (False, True) if pack is None else (False,):
            for policy in opponent.policies:
                for options in list_option_sets(opponent):
                    yield options, policy, pack, unread


def measure_coverage(opponent: Opponent, games: int, seed: int = 1) -> Coverage:
    """Play games, spread evenly over all settings, and count how often each rule is cited."""
    combinations = list(list_settings(opponent))
    fired: Counter[str] = Counter()
    for number in range(games):
        fired.update(
            simulate_game(opponent, derive_game_seed(seed, number), *combinations[number % len(combinations)]).rules
        )
    return Coverage(games, fired, tuple(rule for rule in opponent.rules if rule.id not in fired))
