"""The checks of `rival.testing`: each finds an opponent that breaks its part of the contract."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rival.kernel import Question
from rival.kernel.installed_opponents import forget_loaded_opponents
from rival.testing import CONTRACT, GameDriver, make_random_answer

BROKEN_OPPONENTS = '''
from dataclasses import replace
from itertools import count
from rival.games.rolling_heights import opponent as mayor
from rival.kernel import Act, EditableValue, Highlight, Name, Say, TableChangedError, _

clock = count(1)
pack = mayor.make_sample_pack()

def first(step):
    """The Mayor's script with something before it."""
    def script(town):
        yield from step(town)
        return (yield from mayor.script(town))
    return script

def ages(town):
    town.mayor.wild += next(clock)
    yield Say(Name("It gets late."), "RH-01")

def unruly(town):
    yield Say(Name("No rule says so."), "RH-999")

def blind(town):
    yield Say(Name("Look!"), "RH-01", highlight=lambda: Highlight("nowhere", highlighted_ids=["a1"]))

def wordy(town):
    yield Say(_("Nobody has translated this."), "RH-01")

def copy_value(entry, assign):
    return EditableValue(entry.path, entry.label, entry.value, entry.answer_type, assign)

def doubled(town):
    for entry in mayor.list_editable_values(town):
        yield copy_value(entry, lambda new, entry=entry: entry.assign_value(new + 1))

def headless(town):
    """The Mayor's script without its acts."""
    script = mayor.script(town)
    step = next(script)
    while True:
        try:
            answer = None if isinstance(step, Act) else (yield step)
            step = script.send(answer)
        except TableChangedError as corrected:
            step = script.throw(corrected)
        except StopIteration as over:
            return over.value

mute = replace(mayor, id="mute", describe_change=lambda path, now, was: None)
actless = replace(mayor, id="actless", script=headless)
def drifting(town):
    for entry in mayor.list_editable_values(town):
        if entry.answer_type.kind == "number":
            yield copy_value(entry, lambda new, entry=entry: entry.assign_value(new + next(clock)))

adrift = replace(mayor, id="adrift", list_editable_values=drifting, check_invariants=lambda town: [])
impossible = replace(mayor, id="impossible", check_invariants=lambda town: [Name("never")])
aging = replace(mayor, id="aging", script=first(ages))
lawless = replace(mayor, id="lawless", script=first(unruly))
sightless = replace(mayor, id="sightless", script=first(blind))
untranslated = replace(mayor, id="untranslated", script=first(wordy))
slippery = replace(mayor, id="slippery", list_editable_values=doubled)
sharing = replace(mayor, id="sharing", make_sample_pack=lambda: pack)
'''

FOUND_BY = {
    "impossible": {"check_table_stays_valid"},
    "aging": {"check_journal_restores_game", "check_redo_restores_undone_state", "check_own_dice_give_same_table"},
    "lawless": {"check_cited_rules_exist"},
    "sightless": {"check_shown_spots_exist"},
    "untranslated": {"check_translations_are_complete"},
    "slippery": {"check_same_value_changes_nothing"},
    "mute": {"check_undo_mentions_every_change"},
    "actless": {"check_every_entry_belongs_to_act"},
    "adrift": {"check_correction_applies_to_whole_act"},
    "sharing": {"check_sample_packs_are_independent"},
}


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with broken opponents for one test."""
    (tmp_path / "broken_opponents.py").write_text(BROKEN_OPPONENTS, encoding="utf-8")
    about = tmp_path / "broken_opponents-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-opponents\nVersion: 1\n")
    names = "".join(f"{name} = broken_opponents:{name}\n" for name in FOUND_BY)
    (about / "entry_points.txt").write_text(f"[rival.opponents]\n{names}")
    monkeypatch.syspath_prepend(tmp_path)
    forget_loaded_opponents()
    yield
    monkeypatch.undo()
    forget_loaded_opponents()


@pytest.mark.parametrize("game", FOUND_BY)
@pytest.mark.usefixtures("broken")
def test_every_broken_opponent_is_found(game: str) -> None:
    checks = [check for check in CONTRACT if check.__name__ in FOUND_BY[game]]
    assert len(checks) == len(FOUND_BY[game])
    for check in checks:
        with pytest.raises(AssertionError):
            check(game)


def test_the_test_table_offers_short_methods_for_answers_and_checks() -> None:
    table = GameDriver("rolling-heights")
    assert table.key == "set-up"
    assert table.say(True, [1, 2, 3, 4, 5, 6]).key == "your-turn"
    assert [entry.kind for entry in table.entries("RH-03")] == ["answer"]
    assert table.table.numbers == [1, 2, 3, 4, 5, 6]


def test_an_answer_type_without_a_random_answer_is_found() -> None:
    question = Question("one", "riddle", "player", "What?")  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="riddle"):
        make_random_answer(question, random.Random(1))
