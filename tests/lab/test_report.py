"""The report of a run, at the terminal and as a page."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import polars as pl
import pytest
from rich.console import Console

from rival.kernel import Json, load_opponent
from rival.kernel.texts import ENGLISH
from rival.lab import html_report, stats, terminal_report
from rival.lab import run as lab
from rival.lab.report import Report, ReportTable, make_report
from rival.lab.run import Results, collect_results, make_experiment

VARY: dict[str, list[Json]] = {"hard": [False, True], "empty_row": ["nothing", "reroll"]}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    plan = make_experiment("rolling-heights", 60, 2, VARY)
    return collect_results(lab.run_experiment(plan, tmp_path_factory.mktemp("lab") / "parts"))


@pytest.fixture(scope="module")
def lab_report(results: Results) -> Report:
    return make_report(results)


def test_differences_are_paired_game_by_game(results: Results) -> None:
    games = results.games.collect()
    by_game = {
        value: games.filter(pl.col("set_hard") == value).group_by("game").agg(pl.col("rounds").mean()).sort("game")
        for value in ("false", "true")
    }
    difference = by_game["true"]["rounds"] - by_game["false"]["rounds"]
    spread = difference.std()
    assert isinstance(spread, float)
    effect = next(one for one in stats.compute_effects(results) if (one.option, one.column) == ("hard", "rounds"))
    assert effect.difference == pytest.approx(difference.mean())
    assert effect.margin == pytest.approx(1.96 * spread / 60**0.5)


def test_curves_are_the_quantiles_of_the_games_that_went_on(results: Results) -> None:
    point = stats.compute_curves(results)["hard=false empty_row=nothing"][4]
    arm = results.rounds.collect().filter((pl.col("arm") == "hard=false empty_row=nothing") & ~pl.col("over"))
    scores = arm.filter(pl.col("round") == 5)["score"]
    assert (point.round, point.games) == (5, len(scores))
    assert point.quantiles[2] == scores.median()


def test_every_rule_is_listed_as_fired_or_with_the_reason_why_not(results: Results, lab_report: Report) -> None:
    ids = {row[0].msgid for section in lab_report.sections[-2:] for row in section.rows}  # type: ignore[union-attr]
    assert ids == set(load_opponent("rolling-heights").rules.by_id)
    reasons = {row[0].msgid: str(row[1]) for row in lab_report.sections[-1].rows}  # type: ignore[union-attr]
    assert "cramped" in reasons["RH-A13"]
    assert "second unfinished building" in reasons["RH-D1"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_both_reports_say_that_it_is_a_sample(lab_report: Report, lang: str) -> None:
    catalogue = load_opponent("rolling-heights").load_catalogue(lang)
    catalogue.missing.clear()
    written = StringIO()
    terminal_report.print_report(lab_report, catalogue, Console(file=written, width=120))
    html = html_report.render_page(lab_report, catalogue)
    sample = {"en": "sample table", "ru": "стол"}[lang]
    assert sample in written.getvalue()
    assert sample in html
    assert catalogue.missing == set()


class StrictHtmlParser(HTMLParser):
    """An HTML parser that checks that every tag is closed and nothing is loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {name for name, _value in attrs} & {"src", "href"}
        if tag not in ("meta", "line", "polygon", "polyline", "rect", "wbr"):
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass


def test_the_page_is_whole_and_needs_nothing_else(lab_report: Report, tmp_path: Path) -> None:
    html = html_report.render_page(lab_report, load_opponent("rolling-heights").load_catalogue("en"))
    checked = StrictHtmlParser()
    checked.feed(html)
    assert checked.stack == []
    assert not re.search(r"https?:|url\(|@import|<script|<link", html)
    assert html.count("<polyline") == 4
    assert "nan" not in html.lower().replace("finance", "")


def test_an_opponent_that_measures_nothing_has_a_report_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plain = replace(load_opponent("rolling-heights"), measure_table=None, measure_labels={}, get_round=lambda town: 0)
    monkeypatch.setattr("rival.lab.run.load_opponent", lambda game: plain)
    bare = collect_results(
        lab.run_experiment(make_experiment("rolling-heights", 5, 2, {"hard": [False, True]}), tmp_path / "parts")
    )
    titles = [str(section.title) for section in make_report(bare).sections]
    assert not [title for title in titles if title.startswith("By round")]
    assert "Effect of each option" in titles
    assert html_report.render_page(make_report(bare), ENGLISH)


def test_an_owners_pack_is_named_and_still_a_sample(tmp_path: Path) -> None:
    pack = {"game": "rolling-heights", "edition": "mine", "districts": {"1": [". . .", ". ~ ."]}}
    results = collect_results(lab.run_experiment(make_experiment("rolling-heights", 3, pack=pack), tmp_path / "parts"))
    assert set(results.games.collect()["table"]) == {"sample, pack: mine"}
    assert "follows the description of a real copy" in str(make_report(results).intro[0])


FOLLOWED = {
    "mombasa": ("cards the virtual player took", "bonus spaces the virtual player blocked", "share value lost"),
    "pampero": ("the opponent’s score", "actions VJ carried out", "majorities VJ holds"),
    "rolling-heights": ("the opponent’s score", "VP from matching plots", "cubes on the Mayor’s buildings"),
}


@pytest.mark.parametrize("game", sorted(FOLLOWED))
def test_each_opponents_own_figures_are_in_both_reports_and_languages(game: str, tmp_path: Path) -> None:
    against = load_opponent(game)
    option = against.settings[0]
    vary = {option.name: [value for value, _words in option.values]}
    found = make_report(collect_results(lab.run_experiment(make_experiment(game, 4, 2, vary), tmp_path / "parts")))
    for lang in ("en", "ru"):
        catalogue = against.load_catalogue(lang)
        catalogue.missing.clear()
        written = StringIO()
        terminal_report.print_report(found, catalogue, Console(file=written, width=160))
        html = html_report.render_page(found, catalogue)
        assert catalogue.missing == set()
        if lang == "en":
            for figure in FOLLOWED[game]:
                assert figure in written.getvalue()
                assert figure in html
    assert html.count("<polyline") == 2 * len(against.charted_measures)


def test_levels_are_told_in_words_from_the_lowest(tmp_path: Path) -> None:
    found = make_report(collect_results(lab.run_experiment(make_experiment("mombasa", 3), tmp_path / "parts")))
    ended = found.sections[0]
    assert isinstance(ended, ReportTable)
    levels = [str(row[0]) for row in ended.rows if "level reached" in str(row[0])]
    assert levels[0] == "level reached: a fair win"
    assert len(levels) == 6
