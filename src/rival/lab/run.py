"""Play many games of an experiment in chunks that any worker can play.

A chunk is a fixed range of game numbers under every option set, so its content depends only on the experiment: one
process, many, or a cluster produce the same files. Chunks are written in order, each once. A million games are a
thousand chunks of four files.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from io import BytesIO
from itertools import product
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import polars as pl

from rival.engine.player_policies import is_outside_policy
from rival.engine.simulation import MeasureRow, SimulatedGame, create_sample_player, derive_game_seed, simulate_game
from rival.kernel import BadOptionError, JoinedText, Json, Name, Opponent, _, load_opponent
from rival.lab.code_checksum import compute_code_checksum
from rival.lab.extras import import_extra

MIN_CHUNK_GAMES, MAX_CHUNK_GAMES = 50, 1000
"""Limits for the games in a chunk, over all option sets. Small chunks lose little; large ones keep files few."""
CHUNKS_PER_RUN = 100
"""The number of chunks in a run, unless the limits of the chunk size require another number."""
TABLES = ("games", "rounds", "rules", "asked")
Chunk = dict[str, bytes]
"""The tables of a chunk, each as a Parquet file."""


@dataclass(frozen=True)
class Experiment:
    """Settings of a simulation experiment: a game, the number of games, and the option values to compare.

    ``code`` is the checksum of the code that plays the games.
    """

    game: str
    games: int
    seed: int
    varied: tuple[tuple[str, tuple[Json, ...]], ...]
    policy: str
    pack: Json = None
    unread: bool = False
    code: str = ""

    @property
    def opponent(self) -> Opponent:
        """The automated opponent that the experiment simulates."""
        return load_opponent(self.game)

    @property
    def arms(self) -> list[dict[str, Json]]:
        """Every combination of the game options that the experiment varies."""
        names = [name for name, _values in self.varied]
        return [dict(zip(names, values, strict=True)) for values in product(*(values for _n, values in self.varied))]

    @property
    def table_kind(self) -> str:
        """The kind of table: always a sample, optionally with the cards and boards of an owner's pack."""
        table = "sample" if self.pack is None else f"sample, pack: {self.pack.get('edition', 'of an owner')}"
        return f"{table}, unread" if self.unread else table

    @property
    def total_games(self) -> int:
        """The number of games to play, for all sets of game options together."""
        return self.games * len(self.arms)

    @property
    def chunk_size(self) -> int:
        """The number of games in each chunk under one set of options."""
        total = min(max(self.total_games // CHUNKS_PER_RUN, MIN_CHUNK_GAMES), MAX_CHUNK_GAMES)
        return max(total // len(self.arms), 1)

    @property
    def chunks(self) -> range:
        """The numbers of all chunks."""
        return range(-(-self.games // self.chunk_size))

    def list_games(self, chunk: int) -> range:
        """Return the numbers of the games in a chunk."""
        return range(chunk * self.chunk_size, min((chunk + 1) * self.chunk_size, self.games))

    def require_same_code(self) -> None:
        """Raise BadOptionError if this process would play the games with different code, as on another machine."""
        if self.code != compute_checksum(self.game, self.policy):
            raise BadOptionError(
                _(
                    "One worker process has a different version of Rival, {game} or the strategy. Install the "
                    "same version everywhere.",
                    game=self.opponent.game,
                )
            )


def make_experiment(
    game: str,
    games: int,
    seed: int = 1,
    vary: Mapping[str, Sequence[Json]] | None = None,
    policy: str | None = None,
    pack: Json = None,
    unread: bool = False,
) -> Experiment:
    """Create an experiment; raise BadOptionError if an option, a strategy or the number of games is wrong."""
    opponent = load_opponent(game)
    for name, values in (vary or {}).items():
        for value in values:
            opponent.resolve_options({name: value})
    if policy is not None and is_outside_policy(policy):
        create_sample_player(opponent, seed, opponent.resolve_options(None), policy, None)
    elif policy is not None and policy not in opponent.policies:
        names = JoinedText(map(Name, opponent.policies))
        raise BadOptionError(
            _("There is no strategy “{policy}”. Choose one of: {names}.", policy=Name(policy), names=names)
        )
    if games < 1:
        raise BadOptionError(_("The number of games must be at least 1, not {n}.", n=games))
    varied = tuple((name, tuple(values)) for name, values in (vary or {}).items())
    checked = None if pack is None else opponent.validate_pack(pack)
    policy = policy or opponent.policies[0]
    code = compute_checksum(opponent.id, policy)
    return Experiment(opponent.id, games, seed, varied, policy, checked, unread, code)


@cache
def compute_checksum(game: str, policy: str) -> str:
    """Return the checksum of an opponent's and a policy's code; cached, because code is imported only once."""
    return compute_code_checksum(load_opponent(game), policy)


# --- one chunk ------------------------------------------------------------------------------------------


def format_value(value: Json) -> str:
    """Format the value of a game option as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def format_arm(arm: Mapping[str, Json]) -> str:
    """Return the name of a set of game options in the results, such as ``hard=true``."""
    return " ".join(f"{name}={format_value(value)}" for name, value in arm.items()) or "default"


def play_chunk(plan: Experiment, chunk: int) -> Chunk:
    """Play the games of a chunk with every set of game options."""
    plan.require_same_code()
    tables: dict[str, list[MeasureRow]] = {name: [] for name in TABLES}
    opponent = plan.opponent
    arms = plan.arms
    played = {
        n: [
            simulate_game(opponent, derive_game_seed(plan.seed, n), arm, plan.policy, plan.pack, plan.unread)
            for arm in arms
        ]
        for n in plan.list_games(chunk)
    }
    for n, games in played.items():
        for arm, game in zip(arms, games, strict=True):
            head = {
                "game": n,
                "arm": format_arm(arm),
                **{f"set_{name}": format_value(value) for name, value in arm.items()},
            }
            tables["games"].append(head | game.game | {"policy": plan.policy, "table": plan.table_kind})
            tables["rounds"] += [head | row for row in game.rounds]
    for index, arm in enumerate(arms):
        count_firings(tables, format_arm(arm), [games[index] for games in played.values()])
    return {name: write_parquet(rows, TABLE_TYPES.get(name, {})) for name, rows in tables.items()}


def count_firings(tables: dict[str, list[MeasureRow]], arm: str, games: Sequence[SimulatedGame]) -> None:
    """Count how often each rule was used and each question was asked, and in how many games."""
    rules: Counter[str] = Counter()
    asked: Counter[tuple[str, str]] = Counter()
    rule_games, asked_games = Counter[str](), Counter[tuple[str, str]]()
    for game in games:
        rules.update(game.rules)
        asked.update(game.asked)
        rule_games.update(game.rules.keys())
        asked_games.update(game.asked.keys())
    for rule in sorted(rules):
        tables["rules"].append({"arm": arm, "rule": rule, "times": rules[rule], "games": rule_games[rule]})
    for answerer, key in sorted(asked):
        row = {
            "arm": arm,
            "who": answerer,
            "key": key,
            "times": asked[answerer, key],
            "games": asked_games[answerer, key],
        }
        tables["asked"].append(row)


COUNT_TYPES = {"times": pl.Int64, "games": pl.Int64}
TABLE_TYPES: dict[str, Any] = {
    "games": {"yours": pl.Int64, "opponents": pl.Int64},
    "rules": {"arm": pl.String, "rule": pl.String, **COUNT_TYPES},
    "asked": {"arm": pl.String, "who": pl.String, "key": pl.String, **COUNT_TYPES},
}


def write_parquet(rows: list[MeasureRow], schema: dict[str, Any]) -> bytes:
    """Return rows as a Parquet file."""
    file = BytesIO()
    pl.DataFrame(rows, schema_overrides=schema, infer_schema_length=None).write_parquet(file)
    return file.getvalue()


# --- workers --------------------------------------------------------------------------------------------

ChunkRunner = Callable[[Experiment, Iterable[int]], Iterator[tuple[int, Chunk]]]
"""A function that plays chunks and yields their tables in order."""


def play_locally(plan: Experiment, chunks: Iterable[int]) -> Iterator[tuple[int, Chunk]]:
    """Play the chunks in this process."""
    for chunk in chunks:
        yield chunk, play_chunk(plan, chunk)


def make_process_runner(workers: int) -> ChunkRunner:
    """Return a function that plays the chunks in several processes of this machine."""

    def play_chunks(plan: Experiment, chunks: Iterable[int]) -> Iterator[tuple[int, Chunk]]:
        os.environ.setdefault("POLARS_MAX_THREADS", "1")
        with ProcessPoolExecutor(workers, get_context("spawn"), initializer=ignore_interrupts) as pool:
            try:
                yield from yield_in_order(
                    lambda n: pool.submit(play_chunk, plan, n), lambda job: job.result(), chunks, workers
                )
            except BaseException:  # usually Ctrl-C: don't wait for unfinished chunks
                for child in active_children():
                    child.terminate()
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    return play_chunks


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker, because the main process stops its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def make_ray_runner(address: str | None, workers: int | None = None) -> ChunkRunner:
    """Return a function that plays the chunks with Ray, on a cluster or on this machine."""

    def play_chunks(plan: Experiment, chunks: Iterable[int]) -> Iterator[tuple[int, Chunk]]:
        ray = import_extra("ray", "ray")
        ray.init(
            address=address,
            num_cpus=workers if address is None else None,
            log_to_driver=False,
            logging_level="ERROR",
            include_dashboard=False if address is None else None,
        )
        try:
            remote = ray.remote(play_chunk)
            width = int(ray.cluster_resources().get("CPU", 1))
            yield from yield_in_order(lambda n: remote.remote(plan, n), ray.get, chunks, width)
        finally:
            ray.shutdown()

    return play_chunks


def yield_in_order(
    submit: Callable[[int], Any], wait: Callable[[Any], Chunk], chunks: Iterable[int], width: int
) -> Iterator[tuple[int, Chunk]]:
    """Yield results in order. Only a few chunks are submitted in advance, so that memory use stays constant."""
    waiting: deque[tuple[int, Any]] = deque()
    for chunk in chunks:
        waiting.append((chunk, submit(chunk)))
        if len(waiting) > 2 * width:
            first, job = waiting.popleft()
            yield first, wait(job)
    for chunk, job in waiting:
        yield chunk, wait(job)


# --- parts on the disk ----------------------------------------------------------------------------------


class RunFolder:
    """The folder of an unfinished simulation run: its settings, and a folder for each finished chunk."""

    def __init__(self, folder: Path, plan: Experiment) -> None:
        self.folder = folder
        self.plan = plan

    def prepare(self, resume: bool) -> None:
        """Create the folder of a run, or resume it; raise BadOptionError if it belongs to another run or code."""
        file = self.folder / "experiment.json"
        settings = json.loads(json.dumps(asdict(self.plan)))
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            unfinished = file.with_suffix(".unfinished")
            unfinished.write_text(json.dumps(settings, ensure_ascii=False, sort_keys=True), encoding="utf-8")
            unfinished.replace(file)
        elif not resume:
            raise BadOptionError(
                _(
                    "The folder {folder} contains an unfinished run. Continue it with --resume, or delete the folder.",
                    folder=Name(str(self.folder)),
                )
            )
        else:
            self.require_same_run(json.loads(file.read_text(encoding="utf-8")), settings)

    def require_same_run(self, stored: dict[str, Json], settings: dict[str, Json]) -> None:
        """Raise BadOptionError if the stored settings of a run differ from these, or its code has changed."""
        stored_code, code = stored.pop("code", ""), settings.pop("code")
        if stored != settings:
            raise BadOptionError(
                _(
                    "The folder {folder} contains a run with other settings. To resume it, use the same "
                    "settings: {settings}",
                    folder=Name(str(self.folder)),
                    settings=Name(json.dumps(stored, ensure_ascii=False, sort_keys=True)),
                )
            )
        if stored_code != code:
            raise BadOptionError(
                _(
                    "The folder {folder} contains games of another version: Rival, the opponent or the strategy has "
                    "changed since. Delete the folder to play all games again.",
                    folder=Name(str(self.folder)),
                )
            )

    def get_chunk_folder(self, n: int) -> Path:
        """Return the folder of a chunk."""
        return self.folder / f"{n:06}"

    @property
    def finished_chunks(self) -> list[int]:
        """The numbers of the finished chunks."""
        return [n for n in self.plan.chunks if self.get_chunk_folder(n).exists()]

    def save_chunk(self, n: int, tables: Chunk) -> None:
        """Save a chunk's result tables. An interruption does not leave an incomplete chunk."""
        unfinished = self.get_chunk_folder(n).with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        for name, content in tables.items():
            (unfinished / f"{name}.parquet").write_bytes(content)
        unfinished.rename(self.get_chunk_folder(n))

    def delete(self) -> None:
        """Delete the folder of the run."""
        shutil.rmtree(self.folder)

    def scan_table(self, name: str) -> pl.LazyFrame:
        """Read a result table of all finished chunks, in order."""
        return pl.scan_parquet([self.get_chunk_folder(n) / f"{name}.parquet" for n in self.finished_chunks])


@dataclass(frozen=True)
class Results:
    """The result tables of a simulation run, which are read lazily."""

    plan: Experiment
    games: pl.LazyFrame
    rounds: pl.LazyFrame
    rules: pl.LazyFrame
    asked: pl.LazyFrame


def collect_results(run_folder: RunFolder) -> Results:
    """Return the results so far, with counts added up over the chunks."""
    rules = (
        run_folder.scan_table("rules").group_by("arm", "rule").agg(pl.col("times", "games").sum()).sort("arm", "rule")
    )
    asked = (
        run_folder.scan_table("asked")
        .group_by("arm", "who", "key")
        .agg(pl.col("times", "games").sum())
        .sort("arm", "who", "key")
    )
    return Results(run_folder.plan, run_folder.scan_table("games"), run_folder.scan_table("rounds"), rules, asked)


def get_table_file(file: Path, table: str) -> Path:
    """Return the file of a result table: ``results.parquet`` for games, ``results-rounds.parquet`` for rounds etc."""
    return file if table == "games" else file.with_name(f"{file.stem}-{table}{file.suffix}")


def write_results(results: Results, file: Path) -> Results:
    """Write one file for each result table, and return the results read from these files."""
    for name in TABLES:
        table: pl.LazyFrame = getattr(results, name)
        unfinished = get_table_file(file, name).with_suffix(".unfinished")
        table.sink_parquet(unfinished)
        unfinished.replace(get_table_file(file, name))
    return Results(results.plan, *(pl.scan_parquet(get_table_file(file, name)) for name in TABLES))


def run_experiment(
    plan: Experiment,
    folder: Path,
    runner: ChunkRunner = play_locally,
    resume: bool = False,
    report_chunk: Callable[[int, bool], None] = lambda n, fresh: None,
) -> RunFolder:
    """Play the missing chunks of an experiment, and return the folder with all results.

    ``report_chunk`` is called for each chunk with the number of games and whether they are new.
    """
    run_folder = RunFolder(folder, plan)
    run_folder.prepare(resume)
    done = set(run_folder.finished_chunks)
    for n in sorted(done):
        report_chunk(len(plan.list_games(n)) * len(plan.arms), False)
    for n, tables in runner(plan, [n for n in plan.chunks if n not in done]):
        run_folder.save_chunk(n, tables)
        report_chunk(len(plan.list_games(n)) * len(plan.arms), True)
    return run_folder
