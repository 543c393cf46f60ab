"""The contract of all opponents, including those of other authors: one function for each requirement."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import rival
from rival.engine.sampling import unaccounted
from rival.engine.states import say
from rival.kernel import Ask, BadAnswer, Json, Question, RivalError, Session, opponent, repaired, snapshot
from rival.kernel.journal import Entry as JournalEntry
from rival.kernel.opponent import objections_of
from rival.kernel.question import details
from rival.kernel.repairs import differences
from rival.kernel.replay import read_value
from rival.kernel.samples import demo, sample_pack
from rival.kernel.texts import ENGLISH
from rival.testing.fuzz import amend_at_random, random_answer, stranger
from rival.testing.pictures import looked_at

Check: TypeAlias = Callable[[str], None]
"""A requirement: takes the id of an installed opponent, and raises AssertionError if the opponent violates it."""

SEEDS = range(1, 13)


def state(session: Session) -> tuple[object, ...]:
    """Return everything that a driver can see of a session."""
    return (session.ask, snapshot(session.table), tuple(session.transcript), session.at, session.result)


def demos(game: str) -> Iterator[Session]:
    """Return finished games on the sample table."""
    return (demo(game, seed=seed) for seed in SEEDS)


def option_sets(game: str) -> list[dict[str, Json]]:
    """Return the default options, and every set that differs in one option."""
    settings = opponent(game).settings
    return [{}, *({one.name: value} for one in settings for value, _words in one.values[1:])]


def demos_finish(game: str) -> None:
    """Check that sample games end with a result."""
    for session in demos(game):
        assert session.ask is None
        assert session.result is not None, f"seed {session.journal.header['seed']} has no result"


def demos_finish_under_every_option(game: str) -> None:
    """Check that sample games end with a result for every option."""
    for options, seed in itertools.product(option_sets(game), (1, 2, 3)):
        assert demo(game, seed=seed, options=options).result is not None, options


def a_game_is_its_journal(game: str) -> None:
    """Check that loading a journal restores the same game."""
    for session in demos(game):
        text = session.journal.dumps()
        again = Session.load(text)
        assert again.journal.dumps() == text
        assert state(again) == state(session), f"seed {session.journal.header['seed']}"


def undo_then_redo_is_the_identity(game: str) -> None:
    """Check that undo and redo restore the same state."""
    session = demo(game, seed=3)
    while session.at:
        before = state(session)
        session.undo()
        session.redo()
        assert state(session) == before, f"at entry {session.at}"
        session.undo()


def repairs_lead_back(game: str) -> None:
    """Check that the corrections after going back turn the later table into the earlier one."""
    session = demo(game, seed=4)
    end = session.at
    for n in (*range(end - 1, -1, -1), end, end // 2, end // 3, end, 0):
        later = snapshot(session.table)
        assert repaired(later, session.rewind(n)) == snapshot(session.table), f"back to entry {n}"


def the_same_answer_again_changes_nothing(game: str) -> None:
    """Check that replacing an answer by itself changes nothing and rolls no dice again."""
    session = demo(game, seed=6)
    before = state(session)
    for n in range(session.at - 1, -1, -max(1, session.at // 5)):
        made = session.amend(n, session.journal.line[n][2])
        assert state(session) == before, f"at entry {n}: {made.text}"
        assert made.repairs == [], f"at entry {n}"


def another_answer_leads_to_a_game_that_can_be_played_again(game: str) -> None:
    """Check that a game with randomly changed answers can be replayed from its journal."""
    changed = 0
    for seed in (1, 2):
        session, dice = Session.load(demo(game, seed=seed).journal.dumps()), random.Random(seed)
        for _attempt in range(12):
            changed += amend_at_random(session, dice)
        again = Session.load(session.journal.dumps())
        assert state(again) == state(session), f"seed {seed}"
    assert changed, "no other answer was ever taken"


NONSENSE: list[Json] = [
    None,
    "nonsense",
    -12345,
    3.5,
    True,
    [],
    ["nonsense"],
    [[]],
    {},
    {"nonsense": 1},
    {"": None},
    "9" * 500,
]


def nonsense_is_refused_and_changes_nothing(game: str) -> None:
    """Check that impossible answers are refused with a message and change nothing."""
    refused = 0
    journal = demo(game, seed=5).journal
    session = Session.load(journal.dumps())
    places = range(0, len(journal.line), 2)
    for n in places:
        session.rewind(n)
        before = (state(session), session.journal.dumps())
        assert session.open is not None
        for value in NONSENSE:
            if refusal(session.open.check, value) is None:
                continue  # it is a possible answer here
            sentence = refusal(session.answer, value)
            assert sentence is not None, f"{value!r} was taken for {session.open.key}"
            assert len(sentence) > 10, sentence
            assert (state(session), session.journal.dumps()) == before, f"{value!r} changed something"
            refused += 1
    assert refused > 5 * len(places)


def refusal(take: Callable[[Json], object], value: Json) -> str | None:
    """Return the message with which an answer is refused; None if it is accepted."""
    try:
        take(value)
    except BadAnswer as bad:
        return str(bad)
    return None


def every_step_cites_rules_that_exist(game: str) -> None:
    """Check that every entry and reason cites existing rules."""
    known = set(opponent(game).rules.by_id)
    for session in demos(game):
        for entry in session.transcript:
            for text, cites in ((entry.text, entry.cites), *((line.text, line.cites) for line in entry.because)):
                assert cites, f"no rule is behind: {text}"
                assert set(cites) <= known, f"{cites}: {text}"


def the_table_is_possible_after_every_answer(game: str) -> None:
    """Check that the table is valid after every answer."""
    against = opponent(game)
    for session in demos(game):
        header = session.journal.header
        again = Session.new(game, seed=header["seed"], options=header["options"], pack=header["pack"])
        for entry in session.journal.line:
            say(again, entry)
            assert list(against.problems(again.table)) == [], f"seed {header['seed']}, entry {again.at}"


def no_piece_of_the_sample_is_lost(game: str) -> None:
    """Check that no piece of the sample table gets lost, where it records the places of its pieces."""
    for seed in SEEDS:
        session = Session.new(game, seed=seed, pack=sample_pack(game))
        sample = session.opponent.sample(seed, session.options)
        session.play(sample)
        assert list(unaccounted(session, sample)) == [], f"seed {seed}"


def correcting_a_value_to_itself_changes_nothing(game: str) -> None:
    """Check that correcting a value to its present value changes neither table, question nor the next draws."""
    finished = demo(game, seed=6)
    line = finished.journal.line
    for n in places_in(finished, 5):
        session = finished.past(n)
        question, table = session.ask, snapshot(session.table)
        for one in tuple(session.opponent.tracked(session.table)):
            if one.value is None:
                continue
            try:
                session.correct(one.path, one.value)
            except BadAnswer as bad:
                raise AssertionError(f"entry {n}: {one.path} can't be corrected to itself: {bad}") from None
            assert session.ask == question, f"entry {n}: {one.path}"
            assert snapshot(session.table) == table, f"entry {n}: {one.path}"
        for entry in line[n : n + 8]:
            say(session, entry)
        then = finished.past(min(n + 8, len(line)))
        assert snapshot(session.table) == snapshot(then.table), f"the game went on in another way after entry {n}"


def places_in(session: Session, many: int) -> range:
    """Return the numbers of some entries, spread over a finished game."""
    return range(session.at - 1, 0, -max(1, session.at // many))


def a_correction_counts_as_if_it_had_been_made_earlier(game: str) -> None:
    """Check that a correction at a question, or at the question before it in the same act, leads to the same table."""
    compared = pairs = 0
    for seed in (1, 2, 3):
        finished, dice = demo(game, seed=seed), random.Random(seed)
        for n in sorted(dice.sample(range(1, finished.at), min(24, finished.at - 1))):
            late, early = finished.past(n), finished.past(n - 1)
            if finished.journal.line[n - 1][0] == "answer" and len(early.acts) == len(late.acts) > 0:
                pairs += 1
                compared += corrects_alike(late, early, finished.journal.line[n - 1], dice)
    assert compared or pairs < 5, f"no correction could be compared at {pairs} pairs of questions"


def corrects_alike(late: Session, early: Session, entry: JournalEntry, dice: random.Random) -> int:
    """Correct some values in both sessions; return the number of those that could be compared."""
    values = {one.path: snapshot(one.value) for one in early.opponent.tracked(early.table)}
    untouched = [one for one in late.opponent.tracked(late.table) if values.get(one.path) == snapshot(one.value)]
    compared = 0
    for one in dice.sample(untouched, min(4, len(untouched))):
        field = Question(one.path, one.shape.kind, "", "", **details(one.shape, ENGLISH))
        value, at_once, before = random_answer(field, dice), late.past(late.at), early.past(early.at)
        try:
            if at_once.correct(one.path, value).dropped or before.correct(one.path, value).dropped:
                continue
            say(before, entry)
        except RivalError:
            continue
        if read_value(before, one.path) != read_value(at_once, one.path):
            continue  # the answer has moved it: this value belongs to another piece now
        assert snapshot(at_once.table) == snapshot(before.table), (late.at, one.path, value)
        assert at_once.ask == before.ask, (late.at, one.path, value)
        compared += 1
    return compared


def every_entry_belongs_to_an_act(game: str) -> None:
    """Check that after set-up every entry belongs to an act, and that every act has a title and entries."""
    for session in demos(game):
        acts, entries = session.acts, session.transcript[:]
        assert acts, "the script opens no act"
        outside = [entry.text for entry in entries if entry.act is None and entry.round > entries[0].round + 1]
        assert not outside, f"seed {session.journal.header['seed']}: in no act: {outside[:3]}"
        empty = [act.title for act in acts if not act.count]
        assert not empty, f"seed {session.journal.header['seed']}: acts without an entry: {empty[:3]}"
        assert all(act.title.strip() for act in acts)


def undo_mentions_every_change(game: str) -> None:
    """Check that an undo describes each change of a tracked value and of the views."""
    session = demo(game, seed=4)
    looked: Counter[str] = Counter()
    while session.at:
        later = {one.path: one.value for one in session.opponent.tracked(session.table)}
        views = session.views
        told = [one.text for one in session.undo() if one.text]
        assert told or views == session.views, f"the views change without a word: undo to entry {session.at}"
        for one in tuple(session.opponent.tracked(session.table)):
            kind = re.sub(r"\d+", "#", one.path)
            changed = one.path in later and snapshot(later[one.path]) != snapshot(one.value)
            if changed and later[one.path] is not None and looked[kind] < 2:
                looked[kind] += 1
                assert_undo_mentions(session.past(session.at), one.path, later[one.path])
    assert looked, "no tracked value ever changed"


def assert_undo_mentions(session: Session, path: str, later: Json) -> None:
    """Change a tracked value alone, and check that going back describes the change."""
    was = snapshot(session.table)
    one = next(one for one in session.opponent.tracked(session.table) if one.path == path)
    try:
        one.assign(one.shape.check(later))
    except BadAnswer:
        return  # the value is not possible at this point
    changes = list(differences(snapshot(session.table), was))
    describe = session.opponent.repairing(session.past(session.at).table)
    told = [text for change in changes if (text := describe(change.path, change.now, change.was)) is not None]
    assert told or not changes, f"undo to entry {session.at} says nothing of {path}"


def your_own_dice_give_the_same_table(game: str) -> None:
    """Check that rolling the program's numbers by hand leads to the same game."""
    automatic = demo(game, seed=8)
    by_hand = Session.new(game, seed=8, dice="mine", pack=automatic.journal.header["pack"])
    sample = opponent(game).sample(8, by_hand.options)
    by_hand.objector = objections_of(sample)
    draws: dict[str, int] = {}

    def answer(ask: Ask) -> Json:
        if ask.who != "chance":
            return sample.answer(ask, by_hand.table)
        k = draws.get(ask.key, 0)
        draws[ask.key] = k + 1
        return ask.shape.draw(by_hand.chance, ask.key, k)

    while by_hand.open is not None:
        by_hand.answer(answer(by_hand.open))
    assert snapshot(by_hand.table) == snapshot(automatic.table)
    assert by_hand.result == automatic.result


def its_languages_are_complete(game: str) -> None:
    """Check that all shown texts are translated into each language of the opponent."""
    against = opponent(game)
    for lang in against.languages:
        words = against.catalogue(lang)
        words.missing.clear()
        for options in option_sets(game):
            session = demo(game, seed=9, options=options, lang=lang)
            assert all(entry.text for entry in session.transcript)
            session.rewind(0)
            while session.ask is not None:
                for one in session.tracked().values():
                    session.words(one.label)
                assert options or session.views, "a table without a picture"
                session.redo()
        for setting in against.settings:
            setting.label.render(words)
            for _value, text in setting.values:
                text.render(words)
        assert words.missing == set(), f"{lang}: {sorted(words.missing)}"
        book = tomllib.loads((against.folder / "rules.toml").read_text(encoding="utf-8"))
        untold = [name for name, titles in book["sections"].items() if lang not in titles]
        untold += [rule["id"] for rule in book["rule"] if lang not in rule]
        assert untold == [], f"rules without a text in {lang}: {untold}"


def a_sample_pack_belongs_to_who_asked_for_it(game: str) -> None:
    """Check that changing a sample pack does not change the next one."""
    whole = json.dumps(sample_pack(game))
    inner = [sample_pack(game)]
    while inner:  # change everything that can be changed
        match inner.pop():
            case dict() as table:
                inner += table.values()
                table.clear()
            case list() as row:
                inner += row
                row.clear()
    assert json.dumps(sample_pack(game)) == whole


def everything_that_is_shown_is_there(game: str) -> None:
    """Check the views of a sample game, and that steps and questions refer to existing spots."""
    looked_at(game)


def strangers_break_nothing(game: str) -> None:
    """Check that the game survives random answers, corrections and undos, and can be loaded again."""
    for seed in range(4):
        stranger(game, seed)


PLAY = "import rival, sys; print(rival.demo(sys.argv[1], seed=11).journal.dumps())"


def the_same_journal_everywhere(game: str, pythons: Sequence[str] = (sys.executable,)) -> None:
    """Check that a seed gives the same game in every process, whatever the order of its sets."""
    expected = demo(game, seed=11).journal.dumps().strip()
    here = str(Path(rival.__file__).parents[1])
    installed = os.pathsep.join([here, *(path for path in sys.path if path.endswith("site-packages"))])
    more = os.environ.get("PYTHONPATH", "")
    for python, hash_seed in itertools.product(pythons, ("0", "1", "4711")):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(filter(None, [installed, more])),
        }
        played = subprocess.run(
            [python, "-c", PLAY, game], capture_output=True, text=True, env=environment, check=True, encoding="utf-8"
        )
        assert played.stdout.strip() == expected, (python, hash_seed)


CONTRACT: tuple[Check, ...] = (
    demos_finish,
    demos_finish_under_every_option,
    a_game_is_its_journal,
    undo_then_redo_is_the_identity,
    repairs_lead_back,
    the_same_answer_again_changes_nothing,
    another_answer_leads_to_a_game_that_can_be_played_again,
    nonsense_is_refused_and_changes_nothing,
    every_step_cites_rules_that_exist,
    the_table_is_possible_after_every_answer,
    no_piece_of_the_sample_is_lost,
    correcting_a_value_to_itself_changes_nothing,
    a_correction_counts_as_if_it_had_been_made_earlier,
    every_entry_belongs_to_an_act,
    undo_mentions_every_change,
    your_own_dice_give_the_same_table,
    its_languages_are_complete,
    a_sample_pack_belongs_to_who_asked_for_it,
    everything_that_is_shown_is_there,
    strangers_break_nothing,
    the_same_journal_everywhere,
)
