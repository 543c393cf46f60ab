"""The report of a run as data, for the terminal and the HTML page: tables, curves and bars with their texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rival.kernel import Name, Text, _, n_
from rival.lab import stats
from rival.lab.run import Results
from rival.lab.stats import ArmSummary, Effect, Point

SAMPLE_NOTICE = _(
    "These games were played on a sample table: its boards, plans and cards are made up, and its "
    "player follows a simple strategy. With your copy the numbers will differ."
)

OWN_PACK_NOTICE = _(
    "These games were played on a sample table that follows the description of a real copy. "
    "Everything else on it is made up, and its player follows a simple strategy. With your copy the "
    "numbers will differ."
)


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of texts and numbers in a report."""

    title: Text
    note: Text | None
    head: Sequence[Text]
    rows: Sequence[Sequence[Text]]


@dataclass(frozen=True, slots=True)
class CurvePlot:
    """A plot of a statistic by round: the median and two bands for each set of game options."""

    title: Text
    note: Text | None
    arms: Mapping[str, Sequence[Point]]
    round: Text


@dataclass(frozen=True, slots=True)
class BarPlot:
    """A bar chart of the parts of a score, for each set of game options."""

    title: Text
    note: Text
    arms: Mapping[str, Sequence[tuple[Text, float]]]


Section = ReportTable | CurvePlot | BarPlot


@dataclass(frozen=True, slots=True)
class Report:
    """A report on simulated games: a title, a description of the games, and sections."""

    title: Text
    intro: Sequence[Text]
    sections: Sequence[Section]


COLUMN_LABELS = {
    "opponents": _("the opponent’s final score"),
    "yours": _("the player’s final score"),
    "won": _("share of games the player wins"),
    "rounds": _("number of rounds"),
}
ANSWERER_LABELS = {"chance": _("chance"), "table": _("the table"), "player": _("the player")}


def format_number(value: float | None, digits: int = 1) -> Text:
    """Return a number as text; a dash for None."""
    return Name("–" if value is None else f"{value:.{digits}f}")


def get_column_label(results: Results, column: str) -> Text:
    """Return the label of a column of the results."""
    if column == "rounds" and results.plan.opponent.is_round_one_turn:
        return _("number of turns")
    return COLUMN_LABELS.get(column) or results.plan.opponent.measure_labels.get(column) or Name(column)


def make_report(results: Results) -> Report:
    """Build the report of the simulation results."""
    plan = results.plan
    opponent = plan.opponent
    title = _("Simulation report: {opponent} ({game})", opponent=opponent.name, game=opponent.game)
    played = n_("{n} game for each set of options", "{n} games for each set of options", plan.games)
    is_made_up = plan.pack is None or plan.pack.get("sample", False)
    intro = [
        SAMPLE_NOTICE if is_made_up else OWN_PACK_NOTICE,
        _("{games}, seed {seed}, strategy “{policy}”.", games=played, seed=plan.seed, policy=plan.policy),
    ]
    if plan.unread:
        intro.append(
            _("The games began without any description of boards and cards, so Rival asked all questions about them.")
        )
    return Report(title, intro, list(make_sections(results)))


def make_sections(results: Results) -> Iterator[Section]:
    """Yield the sections of the simulation report."""
    summaries = stats.summarize_arms(results)
    yield tabulate_results(results, summaries)
    yield from plot_curves(results)
    effects = stats.compute_effects(results)
    if effects:
        yield tabulate_effects(results, effects)
    sources = [name for name in stats.list_measures(results.plan.opponent) if name.startswith("vp_")]
    if sources:
        arms = {
            summary.arm: [(get_column_label(results, name), summary.means[name]) for name in sources]
            for summary in summaries
        }
        yield BarPlot(_("The opponent’s points by source"), _("The average at the end of the game."), arms)
    yield tabulate_questions(results)
    yield from tabulate_rules(results)


def plot_curves(results: Results) -> Iterator[CurvePlot]:
    """Yield a plot for each statistic that is recorded round by round."""
    opponent = results.plan.opponent
    note: Text | None = _(
        "Only games that continued after the round are counted; the last point shows the end of all games. The "
        "line is the median; the inner band contains half of the games, the outer band 80%."
    )
    for measure in opponent.charted_measures:
        curves = stats.compute_curves(results, measure)
        if curves:
            measure_label = _("the opponent’s score") if measure == "score" else opponent.measure_labels[measure]
            title = (
                _("By turn: {what}", what=measure_label)
                if opponent.is_round_one_turn
                else _("By round: {what}", what=measure_label)
            )
            yield CurvePlot(title, note, curves, _("turn") if opponent.is_round_one_turn else _("round"))
            note = None  # only under the first plot


def tabulate_results(results: Results, summaries: Sequence[ArmSummary]) -> ReportTable:
    """Return a table of the results at the end of the simulated games."""
    columns = list(summaries[0].means)
    head = [_("average at the end of the game"), *(Name(summary.arm) for summary in summaries)]
    rows: list[list[Text]] = []
    for name in columns:
        format_value = format_percent if name == "won" else format_number
        rows.append([get_column_label(results, name), *(format_value(summary.means[name]) for summary in summaries)])
        if name == "opponents":
            bands = [Name(" … ".join(f"{value:.0f}" for value in summary.final)) for summary in summaries]
            rows.append([_("10%, 25%, 50%, 75% and 90% quantiles of this score"), *bands])
    for level, shares in stats.compute_level_shares(results).items():
        level_label = results.plan.opponent.levels.get(level, Name(level))
        rows.append(
            [
                _("level reached: {level}", level=level_label),
                *(format_percent(shares.get(summary.arm, 0)) for summary in summaries),
            ]
        )
    return ReportTable(_("Results of the games"), None, head, rows)


def format_percent(share: float | None) -> Text:
    """Return a share as a percentage; a dash for None."""
    return Name("–" if share is None else f"{100 * share:.1f}%")


def tabulate_effects(results: Results, effects: Sequence[Effect]) -> ReportTable:
    """Return a table of the differences that each game option makes."""
    note = _(
        "The same games with the same dice were played with both values. The table shows the "
        "mean difference and its 95% confidence interval. A star means that the difference "
        "is significant: 0 is outside the interval."
    )
    head = [_("option"), _("measure"), _("difference"), _("confidence interval"), Name("")]
    rows: list[list[Text]] = []
    last_contrast = ""
    for effect in effects:
        digits = 3 if effect.column == "won" else 2
        contrast = _("{option}: {value} instead of {base}", option=effect.option, value=effect.value, base=effect.base)
        low, high = effect.difference - effect.margin, effect.difference + effect.margin
        rows.append(
            [
                contrast if str(contrast) != last_contrast else Name(""),
                get_column_label(results, effect.column),
                Name(f"{effect.difference:+.{digits}f}"),
                Name(f"{low:+.{digits}f} … {high:+.{digits}f}"),
                Name("*" if effect.is_significant else ""),
            ]
        )
        last_contrast = str(contrast)
    return ReportTable(_("Effect of each option"), note, head, rows)


def tabulate_questions(results: Results) -> ReportTable:
    """Return a table of the number of questions in each turn, or in each round if turns are not counted."""
    opponent = results.plan.opponent
    has_turns = "turns" in opponent.measure_labels or opponent.is_round_one_turn
    rows: list[list[Text]] = []
    counts = stats.count_questions(results)
    for answerer, label in ANSWERER_LABELS.items():
        own_rows = [row for row in counts if row[0] == answerer]
        rows.append([label, _("all questions"), format_number(sum(times for _w, _k, times in own_rows), 2)])
        rows += [[Name(""), Name(key), format_number(times, 2)] for _w, key, times in own_rows]
    head = [_("answered by"), _("question"), _("per turn") if has_turns else _("per round")]
    title = _("Questions in each turn of the opponent") if has_turns else _("Questions in each round")
    return ReportTable(title, None, head, rows)


def tabulate_rules(results: Results) -> Iterator[ReportTable]:
    """Yield two tables: the game rules that were used, and the rules that were never used."""
    firings = stats.count_fired_rules(results)
    head = [_("rule"), _("per game"), _("share of games")]
    rows = [
        [Name(firing.rule.id), format_number(firing.per_game, 2), format_percent(firing.share)]
        for firing in firings
        if firing.per_game
    ]
    note = n_("{n} rule or ruling was applied.", "{n} rules and rulings were applied.", len(rows))
    yield ReportTable(_("How often each rule and ruling was applied"), note, head, rows)
    unfired = [
        [Name(firing.rule.id), stats.explain_unfired(results.plan, firing.rule)]
        for firing in firings
        if not firing.per_game
    ]
    if unfired:
        yield ReportTable(_("Rules and rulings that were never applied"), None, [_("rule"), _("reason")], unfired)
