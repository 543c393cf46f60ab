"""The lab: many games of an opponent on a sample table, their statistics and reports.

    import rival.lab

    results = rival.lab.play("rolling-heights", games=1000, seed=1)
    print(results.games.select("opponents").mean().collect())
    report = rival.lab.compare("rolling-heights", {"hard": [False, True]}, games=1000)

Both functions give the same results as ``rival lab`` with the same settings and need the extra ``rival-solo[lab]``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rival.engine.player_policies import LOCAL_PREFIX, name_policy
from rival.kernel import BadOptionError, Json, _
from rival.lab.extras import import_extra

if TYPE_CHECKING:
    from rival.lab.run import Experiment, Results
    from rival.lab.stats import Effect

__all__ = ["compare", "play"]


def play(
    game: str,
    games: int = 100,
    seed: int = 1,
    options: Mapping[str, Json] | None = None,
    policy: Any = None,
    pack: Json = None,
    unread: bool = False,
    workers: int = 1,
) -> Results:
    """Play many games with one set of options; return the tables of ``rival lab`` as polars LazyFrames.

    ``policy`` is the name of one of the opponent's policies, “module:Class”, a class with ``choose_move``, an agent
    with ``predict``, or a function that takes the possible moves and the table as numbers and returns a move.
    """
    return run_games(
        game, games, seed, {name: [value] for name, value in (options or {}).items()}, policy, pack, unread, workers
    )


def compare(
    game: str,
    varied: Mapping[str, Sequence[Json]],
    games: int = 100,
    seed: int = 1,
    policy: Any = None,
    pack: Json = None,
    workers: int = 1,
) -> list[Effect]:
    """Play the same games with each value of the options; return the difference that each value makes.

    >>> [effect.column for effect in compare("rolling-heights", {"hard": [False, True]}, games=2)][:2]
    ['opponents', 'yours']
    """
    results = run_games(game, games, seed, varied, policy, pack, False, workers)
    from rival.lab.stats import compute_effects

    return compute_effects(results)


def run_games(
    game: str,
    games: int,
    seed: int,
    varied: Mapping[str, Sequence[Json]],
    policy: Any,
    pack: Json,
    unread: bool,
    workers: int,
) -> Results:
    """Play an experiment and return its results in memory."""
    import_extra("polars", "lab")
    from rival.lab.run import collect_results, make_experiment, make_process_runner, play_locally, run_experiment

    name = policy if policy is None or isinstance(policy, str) else name_policy(policy)
    if name is not None and name.startswith(LOCAL_PREFIX) and workers != 1:
        raise BadOptionError(_("To run in several processes, the strategy must be importable: define it in a module."))
    plan: Experiment = make_experiment(game, games, seed, varied, name, pack, unread)
    with tempfile.TemporaryDirectory() as folder:
        runner = play_locally if workers == 1 else make_process_runner(workers)
        results = collect_results(run_experiment(plan, Path(folder) / "parts", runner))
        tables = {table: getattr(results, table).collect().lazy() for table in ("games", "rounds", "rules", "asked")}
    return replace(results, **tables)
