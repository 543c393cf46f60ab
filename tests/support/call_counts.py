"""Count the function calls of fixed tasks of every opponent, and compare them with the budget in ``call_budget.json``.

    python -m tests.support.call_counts                                    print the counts beside the budget
    python -m tests.support.call_counts --record "the reason" [GAME ...]   record the counts as the new budget

Counts hardly depend on the machine, so they show a slower script where times are too noisy. A task runs once before it
is counted, which fills the caches. Comprehensions are left out: later Pythons do not call them.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from cProfile import Profile
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import rival
from rival.engine import Engine
from rival.engine.packs import InMemoryPackStore
from rival.engine.responses import State
from rival.engine.simulation import derive_game_seed, simulate_game
from rival.kernel import load_opponent
from rival.kernel.box import BoxPart

BUDGET_FILE = Path(__file__).with_name("call_budget.json")
PYTHON_VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
"""The version that counts belong to: the standard library differs between versions."""

TOLERANCE = 0.1
RECORDED_SHARE = 0.005
"""A function is recorded by name if it has at least this share of a task's calls."""
SHOWN_FUNCTIONS = 12
SEED = 11
PREVIEWED_ANSWERS = 10
SAVED_PARTS = 3

Task = Callable[[], object]
PrepareTask = Callable[[], Task]
"""A function that prepares a task without being counted."""
Calls = Counter[str]
"""The number of calls by function."""


# --- the tasks --------------------------------------------------------------------------------------------


def list_tasks(game: str) -> dict[str, PrepareTask]:
    """Return the tasks of an opponent that are counted, by name."""
    opponent = load_opponent(game)
    seed = derive_game_seed(SEED, 0)
    return {
        "lab": lambda: partial(simulate_game, opponent, seed, {}, opponent.policies[0]),
        "explained": lambda: partial(rival.play_demo, game, seed=SEED),
        "preview": partial(prepare_previews, game),
        "box": partial(prepare_box, game),
    }


def prepare_previews(game: str) -> Task:
    """Return a task that previews and confirms some answers in the second half of a game, as the page does."""
    journal = rival.play_demo(game, seed=SEED).journal
    engine = Engine()
    state = engine.begin_game(game, seed=SEED, pack=journal.header["pack"])
    answers = iter([entry[2] for entry in journal.active_entries])

    def give_answers(state: State, count: int) -> State:
        for value in islice(answers, count):
            previewed = engine.preview_answer(state.id, state.at, value, since=state.length)
            engine.confirm_answer(state.id, state.at, value)
            state = previewed
        return state

    state = give_answers(state, len(journal.active_entries) // 2)
    return lambda: give_answers(state, PREVIEWED_ANSWERS)


def prepare_box(game: str) -> Task:
    """Return a task that saves the first part of some groups into a box in which all parts are described."""
    opponent = load_opponent(game)
    assert opponent.box is not None
    store = InMemoryPackStore()
    first_by_group: dict[str, BoxPart] = {}
    for part in opponent.box.list_parts(opponent.make_sample_pack()):
        if part.value is not None:
            pack = store.packs.get(game)
            store.packs[game] = opponent.box.set_part(pack, part.id, part.validate(part.value))
            first_by_group.setdefault(str(part.group), part)
    engine = Engine(pack_store=store)

    def save_parts() -> None:
        for part in list(first_by_group.values())[:SAVED_PARTS]:
            engine.describe_part(game, part.id, part.value)

    return save_parts


# --- counting ---------------------------------------------------------------------------------------------


def count_calls(prepare_task: PrepareTask) -> Calls:
    """Run a task twice, each time prepared; return the function calls of the second run."""
    prepare_task()()
    task = prepare_task()
    profile = Profile()  # counts in C, unlike a function passed to sys.setprofile
    profile.runcall(task)
    calls: Calls = Counter()
    for entry in profile.getstats():
        name = name_function(entry.code)
        if name is not None:
            calls[name] += entry.callcount
    return calls


def name_function(code: Any) -> str | None:
    """Return the name under which a function is counted; None for a comprehension and for the profiler itself."""
    if isinstance(code, str):
        return None if "_lsprof" in code else re.sub(r" at 0x[0-9a-f]+", "", code.strip("<>"))
    if code.co_name in ("<listcomp>", "<dictcomp>", "<setcomp>"):
        return None
    folders = Path(code.co_filename).parts
    place = "/".join(folders[folders.index("rival") :]) if "rival" in folders else folders[-1]
    return f"{place}: {code.co_qualname}"


# --- the budget -------------------------------------------------------------------------------------------


def load_budget() -> dict[str, Any]:
    """Return the recorded budget: for each opponent the reason of the last record, and the counts of each task."""
    budget: dict[str, Any] = json.loads(BUDGET_FILE.read_text(encoding="utf-8")) if BUDGET_FILE.exists() else {}
    return budget


def record_budget(games: list[str], reason: str) -> None:
    """Record the present counts of these opponents, with the reason for the change."""
    opponents = load_budget().get("opponents", {})
    for game in games:
        opponents[game] = {"reason": reason}
        for name, prepare_task in list_tasks(game).items():
            calls = count_calls(prepare_task)
            least = RECORDED_SHARE * calls.total()
            functions = {function: count for function, count in sorted(calls.items()) if count >= least}
            opponents[game][name] = {"calls": calls.total(), "functions": functions}
    content = {"python": PYTHON_VERSION, "opponents": dict(sorted(opponents.items()))}
    BUDGET_FILE.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def describe_excess(calls: Calls, record: dict[str, Any]) -> str | None:
    """Return which functions are called more often than recorded if the budget is exceeded; otherwise None."""
    total, budget = calls.total(), record["calls"]
    if total <= (1 + TOLERANCE) * budget:
        return None
    recorded: dict[str, int] = record["functions"]
    growth = Counter({name: count - recorded.get(name, 0) for name, count in calls.items()})
    rows = [f"{total:,} calls, {total / budget - 1:.0%} more than the budget of {budget:,}. The largest increases:"]
    for name, more in growth.most_common(SHOWN_FUNCTIONS):
        rows.append(f"{more:>+12,}   {recorded.get(name, 0):>10,} -> {calls[name]:>10,}   {name}")
    rows.append('If the increase is wanted, record it: make budget REASON="why"')
    return "\n".join(rows)


def print_counts(games: list[str]) -> None:
    """Print the counts of each task beside the budget."""
    opponents = load_budget()["opponents"]
    print(f"{'function calls':<32}{'counted':>12}{'budget':>12}{'':>8}")
    for game in games:
        for name, prepare_task in list_tasks(game).items():
            calls, record = count_calls(prepare_task), opponents[game][name]
            share = calls.total() / record["calls"] - 1
            print(f"{game + ', ' + name:<32}{calls.total():>12,}{record['calls']:>12,}{share:>+8.0%}", flush=True)
            if excess := describe_excess(calls, record):
                print(excess, flush=True)


def main() -> None:
    """Print the counts, or record them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="opponents to count; without any, all of them")
    parser.add_argument("--record", metavar="REASON", help="record the counts as the new budget, with this reason")
    arguments = parser.parse_args()
    games = arguments.games or sorted(rival.load_opponents())
    if arguments.record is not None:
        record_budget(games, arguments.record)
    print_counts(games)


if __name__ == "__main__":
    main()
