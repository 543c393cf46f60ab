"""The report of a run as data: tables, curves and bars with their texts. The terminal and the HTML page display it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rival.kernel import Name, Text, _, n_
from rival.lab import stats
from rival.lab.run import Results
from rival.lab.stats import Effect, Point, Summary

SAMPLE = _(
    "These games were played on a sample table: its boards, plans and cards are made up, "
    "and its player follows a simple strategy. With your game the numbers will differ."
)

OWNED = _(
    "These games were played on a sample table with an owner’s pack: everything that the "
    "pack lacks is made up, and the player follows a simple strategy. With your game the "
    "numbers will differ."
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts and numbers."""

    title: Text
    note: Text | None
    head: Sequence[Text]
    rows: Sequence[Sequence[Text]]


@dataclass(frozen=True, slots=True)
class Curves:
    """A measure by round: the median and two bands for each arm."""

    title: Text
    note: Text | None
    arms: Mapping[str, Sequence[Point]]
    round: Text


@dataclass(frozen=True, slots=True)
class Bars:
    """The parts of a score, for each arm."""

    title: Text
    note: Text
    arms: Mapping[str, Sequence[tuple[Text, float]]]


Section = Table | Curves | Bars


@dataclass(frozen=True, slots=True)
class Report:
    """A title, a description of the games played, and sections."""

    title: Text
    intro: Sequence[Text]
    sections: Sequence[Section]


COLUMNS = {
    "opponents": _("the opponent’s final score"),
    "yours": _("the player’s final score"),
    "won": _("share of games the player wins"),
    "rounds": _("number of rounds"),
}
WHO = {"chance": _("chance"), "table": _("the table"), "player": _("the player")}


def number(value: float | None, digits: int = 1) -> Text:
    """Return a number as text; a dash for None."""
    return Name("–" if value is None else f"{value:.{digits}f}")


def column_words(results: Results, column: str) -> Text:
    """Return the label of a column."""
    if column == "rounds" and results.plan.against.by_turns:
        return _("number of turns")
    return COLUMNS.get(column) or results.plan.against.measured.get(column) or Name(column)


def report(results: Results) -> Report:
    """Return the report of the results."""
    plan = results.plan
    against = plan.against
    title = _("Lab report: {opponent} ({game})", opponent=against.name, game=against.game)
    played = n_("{n} game for each set of options", "{n} games for each set of options", plan.games)
    invented = plan.pack is None or plan.pack.get("sample", False)
    intro = [
        SAMPLE if invented else OWNED,
        _("{games}, seed {seed}, strategy “{policy}”.", games=played, seed=plan.seed, policy=plan.policy),
    ]
    if plan.unread:
        intro.append(
            _("The games began without any description of boards and cards, so all questions about them were asked.")
        )
    return Report(title, intro, list(sections(results)))


def sections(results: Results) -> Iterator[Section]:
    """Yield the sections of the report."""
    found = stats.summaries(results)
    yield outcome(results, found)
    yield from followed(results)
    effects = stats.effects(results)
    if effects:
        yield changes(results, effects)
    sources = [name for name in stats.measured_columns(results.plan.against) if name.startswith("vp_")]
    if sources:
        arms = {one.arm: [(column_words(results, name), one.means[name]) for name in sources] for one in found}
        yield Bars(_("The opponent’s points by source"), _("Average at the end of the game."), arms)
    yield questions(results)
    yield from rules(results)


def followed(results: Results) -> Iterator[Curves]:
    """Yield a plot for each measure that the opponent records round by round."""
    against = results.plan.against
    note: Text | None = _(
        "Only games that continued after the round are counted. The line is the median; the "
        "inner band contains half of the games, the outer band 80%."
    )
    for measure in against.curves:
        curves = stats.curves(results, measure)
        if curves:
            what = _("the opponent’s score") if measure == "score" else against.measured[measure]
            title = _("By turn: {what}", what=what) if against.by_turns else _("By round: {what}", what=what)
            yield Curves(title, note, curves, _("turn") if against.by_turns else _("round"))
            note = None  # only under the first plot


def outcome(results: Results, found: Sequence[Summary]) -> Table:
    """Return the table of results at the end of the games."""
    columns = list(found[0].means)
    head = [_("average at the end of the game"), *(Name(one.arm) for one in found)]
    rows: list[list[Text]] = []
    for name in columns:
        written = percent if name == "won" else number
        rows.append([column_words(results, name), *(written(one.means[name]) for one in found)])
        if name == "opponents":
            bands = [Name(" … ".join(f"{value:.0f}" for value in one.final)) for one in found]
            rows.append([_("10%, 25%, 50%, 75% and 90% quantiles of this score"), *bands])
    for level, shares in stats.levels(results).items():
        words = results.plan.against.levels.get(level, Name(level))
        rows.append([_("level reached: {level}", level=words), *(percent(shares.get(one.arm, 0)) for one in found)])
    return Table(_("How the games ended"), None, head, rows)


def percent(share: float | None) -> Text:
    """Return a share as a percentage; a dash for None."""
    return Name("–" if share is None else f"{100 * share:.1f}%")


def changes(results: Results, effects: Sequence[Effect]) -> Table:
    """Return the table of the differences that each option makes."""
    note = _(
        "The same games with the same dice were played with both values. The table shows the "
        "mean difference and its 95% confidence interval. A star means that the difference "
        "is significant: 0 is outside the interval."
    )
    head = [_("option"), _("measure"), _("difference"), _("confidence interval"), Name("")]
    rows: list[list[Text]] = []
    last = ""
    for one in effects:
        digits = 3 if one.column == "won" else 2
        contrast = _("{option}: {value} instead of {base}", option=one.option, value=one.value, base=one.base)
        low, high = one.difference - one.margin, one.difference + one.margin
        rows.append(
            [
                contrast if str(contrast) != last else Name(""),
                column_words(results, one.column),
                Name(f"{one.difference:+.{digits}f}"),
                Name(f"{low:+.{digits}f} … {high:+.{digits}f}"),
                Name("*" if one.sure else ""),
            ]
        )
        last = str(contrast)
    return Table(_("Effect of each option"), note, head, rows)


def questions(results: Results) -> Table:
    """Return the table of the number of questions per turn."""
    rows: list[list[Text]] = []
    found = stats.questions(results)
    for who, words in WHO.items():
        mine = [row for row in found if row[0] == who]
        rows.append([words, _("all questions"), number(sum(times for _w, _k, times in mine), 2)])
        rows += [[Name(""), Name(key), number(times, 2)] for _w, key, times in mine]
    head = [_("answered by"), _("question"), _("per turn")]
    return Table(_("Questions per turn of the opponent"), None, head, rows)


def rules(results: Results) -> Iterator[Table]:
    """Yield the tables of the rules that fired and of those that never fired."""
    found = stats.fired(results)
    head = [_("rule"), _("per game"), _("share of games")]
    rows = [[Name(one.rule.id), number(one.a_game, 2), percent(one.share)] for one in found if one.a_game]
    note = n_("{n} rule or ruling was applied.", "{n} rules and rulings were applied.", len(rows))
    yield Table(_("How often each rule and ruling was applied"), note, head, rows)
    never = [[Name(one.rule.id), stats.why_never(results.plan, one.rule)] for one in found if not one.a_game]
    if never:
        yield Table(_("Rules and rulings that were never applied"), None, [_("rule"), _("reason")], never)
