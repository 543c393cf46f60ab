"""Shared pytest set-up: a separate home for each test, marks for slow tests, test order, and a time report."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain, count, islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from tools.needed_programs import NOT_INSTALLED, ProgramMissingError

import tests.support.example_counts  # noqa: F401  (the profiles)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest.register_assert_rewrite("rival.testing")

settings.load_profile("steady")

SLOW_FILES = {
    "browser": ("browser/", "offline/"),
    "kills": ("storage/test_kills.py",),
    "storage": ("storage/",),
    "coverage": ("lab/test_coverage.py",),
    "fuzz": ("server/test_api_description.py",),
    "games": ("pampero/test_three_ways.py",),
    "processes": (
        "lab/test_new.py",
        "lab/test_par.py",
        "lab/test_practice.py",
        "server/test_live.py",
        "server/test_slow_clients.py",
        "terminal/test_terminal_game.py",
        "terminal/test_packs.py",
        "test_docs.py",
        "test_third_language.py",
    ),
}
"""Folders and files in which every test is slow, by mark; other slow tests have the mark themselves."""

TYPICAL_SECONDS = {
    "soak": 130,
    "kills": 20,
    "cluster": 20,
    "coverage": 10,
    "browser": 4,
    "games": 3,
    "fuzz": 2,
    "processes": 3,
    "storage": 1,
}
"""Typical seconds of one test by mark, in the order of execution: the longest start first, so no worker ends late."""

OTHER_KIND = "all others"
HOME_NUMBERS = count()

SYSTEM_FILES = {
    "posix": (
        "pampero/test_hostile.py",
        "server/test_slow_clients.py",
        "storage/test_kills.py",
        "storage/test_storage_errors.py",
    ),
    "linux": ("storage/test_soak.py",),
}
"""Files whose tests run only on some systems, by mark; other such tests have the mark themselves."""

SKIP_CONDITIONS = {
    "posix": (os.name == "posix", "needs signals, forks or pseudo-terminals, which this system does not have"),
    "linux": (sys.platform == "linux", "looks at a process through /proc, which only Linux has"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden transcripts again")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use one worker more than there are cores for the full run: many tests wait for a server, a disk or a browser."""
    return (os.cpu_count() or 1) + (not config.option.markexpr)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Add the marks before pytest selects by mark, then sort the selected tests."""
    add_marks(items)
    yield
    items[:] = distribute_tests(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def add_marks(items: list[pytest.Item]) -> None:
    """Add the marks of slow and system-dependent tests, and skip tests that can't run here."""
    tests_folder = Path(__file__).parent
    for item in items:
        relative_path = item.path.relative_to(tests_folder).as_posix() if item.path.is_relative_to(tests_folder) else ""
        for mark, path_prefixes in [*SLOW_FILES.items(), *SYSTEM_FILES.items()]:
            if relative_path.startswith(path_prefixes):
                item.add_marker(mark)
        kind = next((mark for mark in TYPICAL_SECONDS if item.get_closest_marker(mark)), OTHER_KIND)
        item.user_properties.append(("kind", kind))
        for mark, (is_available, reason) in SKIP_CONDITIONS.items():
            if not is_available and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Skip a test whose program is missing on this computer; let it fail where a change is judged."""
    try:
        yield
    except ProgramMissingError as error:
        if os.environ.get("CI") and not error.is_optional:
            raise
        pytest.skip(str(error))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Do the same for a test that starts the program itself."""
    yield from pytest_runtest_setup(item)


def get_kind(item: pytest.Item) -> str:
    return str(dict(item.user_properties)["kind"])


def distribute_tests(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Sort the tests so that each worker starts with an equal share of slow files and ends with fast tests.

    Each worker gets a piece of the list with as many tests as the others; a worker that is done steals from another.
    """
    files: dict[tuple[str, Path], list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[get_kind(item), item.path].append(item)
    worker_tests: list[list[pytest.Item]] = [[] for _worker in range(workers)]
    worker_seconds = [0] * workers
    slow = [(len(file) * TYPICAL_SECONDS[kind], file) for (kind, _path), file in files.items() if kind != OTHER_KIND]
    for seconds, file in sorted(slow, key=lambda timed_file: -timed_file[0]):
        idlest_worker = worker_seconds.index(min(worker_seconds))
        worker_seconds[idlest_worker] += seconds
        worker_tests[idlest_worker] += file
    order = list(TYPICAL_SECONDS)
    others = iter([item for item in items if get_kind(item) == OTHER_KIND])
    for n, own_tests in enumerate(worker_tests):
        own_tests.sort(key=lambda item: order.index(get_kind(item)))
        fair_share = (len(items) - sum(map(len, worker_tests[:n]))) // (workers - n)
        own_tests += islice(others, max(0, fair_share - len(own_tests)))
    return [*chain(*worker_tests), *others]


def pytest_collection_finish() -> None:
    """Set the garbage collector as in a server, and exclude loaded modules: it took a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the seconds of all workers by mark, and the slowest test of each mark."""
    durations: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                durations[str(dict(report.user_properties).get("kind", "crashed"))].append(
                    (report.duration, report.nodeid)
                )
    report_missing_programs(terminalreporter)
    total = sum(seconds for timed_tests in durations.values() for seconds, _test in timed_tests)
    if total < 20:  # only a few tests ran
        return
    terminalreporter.write_sep("=", "where the time went, in seconds of all workers")
    for mark, timed_tests in sorted(durations.items(), key=lambda entry: -sum(seconds for seconds, _test in entry[1])):
        seconds, slowest = max(timed_tests)
        tests = len({test for _seconds, test in timed_tests})
        terminalreporter.write_line(
            f"{sum(taken for taken, _test in timed_tests):6.0f}  {mark}: {tests} tests,"
            f" the slowest {seconds:.0f} ({slowest})"
        )


def report_missing_programs(terminalreporter: pytest.TerminalReporter) -> None:
    """Count the tests that could not run because a program is not installed, by program."""
    reasons = Counter(
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and NOT_INSTALLED in report.longrepr[2]
    )
    for reason, number in reasons.items():
        terminalreporter.write_line(f"{number} tests could not run: {reason}")


@pytest.fixture(autouse=True)
def _own_home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test its own home, so that it never touches the user's games. Most homes are never created."""
    if "tmp_path" in request.fixturenames:
        home = request.getfixturevalue("tmp_path")
    else:
        home = request.getfixturevalue("tmp_path_factory").getbasetemp() / "homes" / str(next(HOME_NUMBERS))
    monkeypatch.setenv("RIVAL_HOME", str(home))
    monkeypatch.setenv("RIVAL_LANG", "en")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Provide one browser for all tests of a worker: Playwright runs once per process.

    All pages share one renderer process because starting one costs nearly as much as the page.
    """
    from tests.support.page import run_chromium

    with run_chromium("--renderer-process-limit=1") as shared_browser:
        yield shared_browser
