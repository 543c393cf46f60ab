"""The contract of all opponents, including third-party ones, with one function for each requirement."""

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
from rival.engine.responses import apply_entry
from rival.engine.simulation import find_missing_pieces
from rival.kernel import (
    Ask,
    BadAnswerError,
    Json,
    Question,
    RivalError,
    Session,
    apply_instructions,
    load_opponent,
    take_snapshot,
)
from rival.kernel.journal import JournalEntry as JournalEntry
from rival.kernel.opponent import find_assumption_policy
from rival.kernel.question import describe_answer_type
from rival.kernel.replay import read_value
from rival.kernel.samples import make_sample_pack, play_demo
from rival.kernel.texts import ENGLISH
from rival.kernel.undo_instructions import find_differences
from rival.testing.fuzz import change_at_random, make_random_answer, play_at_random
from rival.testing.view_checks import check_views

Check: TypeAlias = Callable[[str], None]
"""A requirement: a function that takes an installed opponent's id and raises AssertionError if it is violated."""

SEEDS = range(1, 13)


def capture_state(session: Session) -> tuple[object, ...]:
    """Return everything about a session that is visible to a user interface."""
    return (session.ask, take_snapshot(session.table), tuple(session.transcript), session.position, session.result)


def play_demos(game: str) -> Iterator[Session]:
    """Return finished games on the sample table."""
    return (play_demo(game, seed=seed) for seed in SEEDS)


def list_option_sets(game: str) -> list[dict[str, Json]]:
    """Return the default options and every set of options that differs from them in one option."""
    settings = load_opponent(game).settings
    return [{}, *({setting.name: value} for setting in settings for value, _words in setting.values[1:])]


def check_demos_finish(game: str) -> None:
    """Check that sample games end with a result."""
    for session in play_demos(game):
        assert session.ask is None
        assert session.result is not None, f"seed {session.journal.header['seed']} has no result"


def check_demos_finish_with_every_option(game: str) -> None:
    """Check that sample games end with a result for every option."""
    for options, seed in itertools.product(list_option_sets(game), (1, 2, 3)):
        assert play_demo(game, seed=seed, options=options).result is not None, options


def check_journal_restores_game(game: str) -> None:
    """Check that loading a journal restores the same game."""
    for session in play_demos(game):
        text = session.journal.format_text()
        again = Session.load(text)
        assert again.journal.format_text() == text
        assert capture_state(again) == capture_state(session), f"seed {session.journal.header['seed']}"


def check_redo_restores_undone_state(game: str) -> None:
    """Check that undo and redo restore the same state."""
    session = play_demo(game, seed=3)
    while session.position:
        before = capture_state(session)
        session.undo()
        session.redo()
        assert capture_state(session) == before, f"at entry {session.position}"
        session.undo()


def check_corrections_restore_table(game: str) -> None:
    """Check that the undo instructions turn the later table into the earlier one."""
    session = play_demo(game, seed=4)
    end = session.position
    for n in (*range(end - 1, -1, -1), end, end // 2, end // 3, end, 0):
        later = take_snapshot(session.table)
        assert apply_instructions(later, session.seek(n)) == take_snapshot(session.table), f"back to entry {n}"


def check_same_answer_changes_nothing(game: str) -> None:
    """Check that replacing an answer with the same answer changes nothing and rolls no dice again."""
    session = play_demo(game, seed=6)
    before = capture_state(session)
    for n in range(session.position - 1, -1, -max(1, session.position // 5)):
        outcome = session.replace_answer(n, session.journal.active_entries[n][2])
        assert capture_state(session) == before, f"at entry {n}: {outcome.text}"
        assert outcome.instructions == [], f"at entry {n}"


def check_changed_answers_can_be_replayed(game: str) -> None:
    """Check that a game with randomly changed answers can be replayed from its journal."""
    changed = 0
    for seed in (1, 2):
        session, dice = Session.load(play_demo(game, seed=seed).journal.format_text()), random.Random(seed)
        for _attempt in range(12):
            changed += change_at_random(session, dice)
        again = Session.load(session.journal.format_text())
        assert capture_state(again) == capture_state(session), f"seed {seed}"
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


def check_invalid_answers_are_refused(game: str) -> None:
    """Check that invalid answers are rejected with a message and change nothing."""
    refused = 0
    journal = play_demo(game, seed=5).journal
    session = Session.load(journal.format_text())
    places = range(0, len(journal.active_entries), 2)
    for n in places:
        session.seek(n)
        before = (capture_state(session), session.journal.format_text())
        assert session.open_ask is not None
        for value in NONSENSE:
            if find_refusal(session.open_ask.validate, value) is None:
                continue  # this answer is valid here
            sentence = find_refusal(session.answer, value)
            assert sentence is not None, f"{value!r} was taken for {session.open_ask.key}"
            assert len(sentence) > 10, sentence
            assert (capture_state(session), session.journal.format_text()) == before, f"{value!r} changed something"
            refused += 1
    assert refused > 5 * len(places)


def find_refusal(accept: Callable[[Json], object], value: Json) -> str | None:
    """Return the message that rejects an answer; None if the answer is accepted."""
    try:
        accept(value)
    except BadAnswerError as bad:
        return str(bad)
    return None


def check_cited_rules_exist(game: str) -> None:
    """Check that entries and reasons cite only existing rules."""
    rule_ids = set(load_opponent(game).rules.by_id)
    for session in play_demos(game):
        for entry in session.transcript:
            for text, cites in ((entry.text, entry.cites), *((line.text, line.cites) for line in entry.because)):
                assert cites, f"no rule is behind: {text}"
                assert set(cites) <= rule_ids, f"{cites}: {text}"


def check_table_stays_valid(game: str) -> None:
    """Check that the table is valid after every answer."""
    opponent = load_opponent(game)
    for session in play_demos(game):
        header = session.journal.header
        again = Session.new(game, seed=header["seed"], options=header["options"], pack=header["pack"])
        for entry in session.journal.active_entries:
            apply_entry(again, entry)
            assert list(opponent.check_invariants(again.table)) == [], f"seed {header['seed']}, entry {again.position}"


def check_no_piece_is_lost(game: str) -> None:
    """Check that no piece gets lost, if the sample table records where its pieces are."""
    for seed in SEEDS:
        session = Session.new(game, seed=seed, pack=make_sample_pack(game))
        sample = session.opponent.make_sample_player(seed, session.options)
        session.play_to_end(sample)
        assert list(find_missing_pieces(session, sample)) == [], f"seed {seed}"


def check_same_value_changes_nothing(game: str) -> None:
    """Check that correcting a value to its current value changes nothing."""
    finished = play_demo(game, seed=6)
    line = finished.journal.active_entries
    for n in pick_entries(finished, 5):
        session = finished.replay_to(n)
        question, table = session.ask, take_snapshot(session.table)
        for tracked_value in tuple(session.opponent.list_editable_values(session.table)):
            if tracked_value.value is None:
                continue
            try:
                session.correct(tracked_value.path, tracked_value.value)
            except BadAnswerError as bad:
                raise AssertionError(f"entry {n}: {tracked_value.path} can't be corrected to itself: {bad}") from None
            assert session.ask == question, f"entry {n}: {tracked_value.path}"
            assert take_snapshot(session.table) == table, f"entry {n}: {tracked_value.path}"
        for entry in line[n : n + 8]:
            apply_entry(session, entry)
        expected = finished.replay_to(min(n + 8, len(line)))
        assert take_snapshot(session.table) == take_snapshot(expected.table), (
            f"the game went on in another way after entry {n}"
        )


def pick_entries(session: Session, count: int) -> range:
    """Return the numbers of some entries, spread evenly over a finished game."""
    return range(session.position - 1, 0, -max(1, session.position // count))


def check_correction_applies_to_whole_act(game: str) -> None:
    """Check that a correction gives the same table at a question and at the previous question of the same act."""
    compared = pairs = 0
    for seed in (1, 2, 3):
        finished, dice = play_demo(game, seed=seed), random.Random(seed)
        for n in sorted(dice.sample(range(1, finished.position), min(24, finished.position - 1))):
            late, early = finished.replay_to(n), finished.replay_to(n - 1)
            if finished.journal.active_entries[n - 1][0] == "answer" and len(early.acts) == len(late.acts) > 0:
                pairs += 1
                compared += compare_corrections(late, early, finished.journal.active_entries[n - 1], dice)
    assert compared or pairs < 5, f"no correction could be compared at {pairs} pairs of questions"


def compare_corrections(late: Session, early: Session, entry: JournalEntry, dice: random.Random) -> int:
    """Correct some values in both sessions; return the number of values that could be compared."""
    values = {
        tracked_value.path: take_snapshot(tracked_value.value)
        for tracked_value in early.opponent.list_editable_values(early.table)
    }
    untouched = [
        tracked_value
        for tracked_value in late.opponent.list_editable_values(late.table)
        if values.get(tracked_value.path) == take_snapshot(tracked_value.value)
    ]
    compared = 0
    for tracked_value in dice.sample(untouched, min(4, len(untouched))):
        field = Question(
            tracked_value.path,
            tracked_value.answer_type.kind,
            "",
            "",
            **describe_answer_type(tracked_value.answer_type, ENGLISH),
        )
        value, at_once, before = (
            make_random_answer(field, dice),
            late.replay_to(late.position),
            early.replay_to(early.position),
        )
        try:
            if (
                at_once.correct(tracked_value.path, value).dropped_count
                or before.correct(tracked_value.path, value).dropped_count
            ):
                continue
            apply_entry(before, entry)
        except RivalError:
            continue
        if read_value(before, tracked_value.path) != read_value(at_once, tracked_value.path):
            continue  # the answer has moved the piece, so the value now belongs to another piece
        assert take_snapshot(at_once.table) == take_snapshot(before.table), (late.position, tracked_value.path, value)
        assert at_once.ask == before.ask, (late.position, tracked_value.path, value)
        compared += 1
    return compared


def check_every_entry_belongs_to_act(game: str) -> None:
    """Check that every entry after set-up belongs to an act, and that every act has a title and entries."""
    for session in play_demos(game):
        acts, entries = session.acts, session.transcript[:]
        assert acts, "the script opens no act"
        outside = [entry.text for entry in entries if entry.act is None and entry.round > entries[0].round + 1]
        assert not outside, f"seed {session.journal.header['seed']}: in no act: {outside[:3]}"
        empty = [act.title for act in acts if not act.count]
        assert not empty, f"seed {session.journal.header['seed']}: acts without an entry: {empty[:3]}"
        assert all(act.title.strip() for act in acts)


def check_undo_mentions_every_change(game: str) -> None:
    """Check that undo instructions mention each change to a tracked value and to the views."""
    session = play_demo(game, seed=4)
    checked: Counter[str] = Counter()
    while session.position:
        later = {
            tracked_value.path: tracked_value.value
            for tracked_value in session.opponent.list_editable_values(session.table)
        }
        views = session.views
        texts = [tracked_value.text for tracked_value in session.undo() if tracked_value.text]
        assert texts or views == session.views, f"the views change without a word: undo to entry {session.position}"
        for tracked_value in tuple(session.opponent.list_editable_values(session.table)):
            kind = re.sub(r"\d+", "#", tracked_value.path)
            changed = tracked_value.path in later and take_snapshot(later[tracked_value.path]) != take_snapshot(
                tracked_value.value
            )
            if changed and later[tracked_value.path] is not None and checked[kind] < 2:
                checked[kind] += 1
                assert_undo_mentions(session.replay_to(session.position), tracked_value.path, later[tracked_value.path])
    assert checked, "no tracked value ever changed"


def assert_undo_mentions(session: Session, path: str, later: Json) -> None:
    """Change only one tracked value, and check that the undo instructions describe the change."""
    before = take_snapshot(session.table)
    tracked_value = next(
        tracked_value
        for tracked_value in session.opponent.list_editable_values(session.table)
        if tracked_value.path == path
    )
    try:
        tracked_value.assign_value(tracked_value.answer_type.validate(later))
    except BadAnswerError:
        return  # the value is not possible at this point
    changes = list(find_differences(take_snapshot(session.table), before))
    describe = session.opponent.get_change_describer(session.replay_to(session.position).table)
    texts = [text for change in changes if (text := describe(change.path, change.now, change.was)) is not None]
    assert texts or not changes, f"undo to entry {session.position} says nothing of {path}"


def check_own_dice_give_same_table(game: str) -> None:
    """Check that entering by hand the numbers that the program rolled gives the same game."""
    automatic = play_demo(game, seed=8)
    by_hand = Session.new(game, seed=8, dice="mine", pack=automatic.journal.header["pack"])
    sample = load_opponent(game).make_sample_player(8, by_hand.options)
    by_hand.assumption_policy = find_assumption_policy(sample)
    draws: dict[str, int] = {}

    def answer(ask: Ask) -> Json:
        if ask.who != "chance":
            return sample.answer(ask, by_hand.table)
        k = draws.get(ask.key, 0)
        draws[ask.key] = k + 1
        return ask.answer_type.draw_random(by_hand.chance, ask.key, k)

    while by_hand.open_ask is not None:
        by_hand.answer(answer(by_hand.open_ask))
    assert take_snapshot(by_hand.table) == take_snapshot(automatic.table)
    assert by_hand.result == automatic.result


def check_translations_are_complete(game: str) -> None:
    """Check that all displayed texts are translated into each of the opponent's languages."""
    opponent = load_opponent(game)
    for lang in opponent.languages:
        catalogue = opponent.load_catalogue(lang)
        catalogue.missing.clear()
        for options in list_option_sets(game):
            session = play_demo(game, seed=9, options=options, lang=lang)
            assert all(entry.text for entry in session.transcript)
            session.seek(0)
            while session.ask is not None:
                for tracked_value in session.collect_editable_values().values():
                    session.render(tracked_value.label)
                assert options or session.views, "a table without a picture"
                session.redo()
        for setting in opponent.settings:
            setting.label.render(catalogue)
            for _value, text in setting.values:
                text.render(catalogue)
        assert catalogue.missing == set(), f"{lang}: {sorted(catalogue.missing)}"
        book = tomllib.loads((opponent.folder / "rules.toml").read_text(encoding="utf-8"))
        untranslated = [name for name, titles in book["sections"].items() if lang not in titles]
        untranslated += [rule["id"] for rule in book["rule"] if lang not in rule]
        assert untranslated == [], f"rules without a text in {lang}: {untranslated}"


def check_sample_packs_are_independent(game: str) -> None:
    """Check that changing one sample pack does not affect the next one."""
    whole = json.dumps(make_sample_pack(game))
    inner = [make_sample_pack(game)]
    while inner:  # change everything that can be changed
        match inner.pop():
            case dict() as table:
                inner += table.values()
                table.clear()
            case list() as row:
                inner += row
                row.clear()
    assert json.dumps(make_sample_pack(game)) == whole


def check_shown_spots_exist(game: str) -> None:
    """Check the views of a sample game, and that steps and questions refer to existing spots."""
    check_views(game)


def check_random_play_breaks_nothing(game: str) -> None:
    """Check that a game remains valid after random answers, corrections and undos, and can be loaded again."""
    for seed in range(4):
        play_at_random(game, seed)


PLAY_SCRIPT = "import rival, sys; print(rival.play_demo(sys.argv[1], seed=11).journal.format_text())"


def check_journal_is_reproducible(game: str, pythons: Sequence[str] = (sys.executable,)) -> None:
    """Check that a seed gives the same game in every process, regardless of the iteration order of sets."""
    expected = play_demo(game, seed=11).journal.format_text().strip()
    source_folder = str(Path(rival.__file__).parents[1])
    installed = os.pathsep.join([source_folder, *(path for path in sys.path if path.endswith("site-packages"))])
    python_path = os.environ.get("PYTHONPATH", "")
    for python, hash_seed in itertools.product(pythons, ("0", "1", "4711")):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(filter(None, [installed, python_path])),
        }
        played = subprocess.run(
            [python, "-c", PLAY_SCRIPT, game],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
            encoding="utf-8",
        )
        assert played.stdout.strip() == expected, (python, hash_seed)


CONTRACT: tuple[Check, ...] = (
    check_demos_finish,
    check_demos_finish_with_every_option,
    check_journal_restores_game,
    check_redo_restores_undone_state,
    check_corrections_restore_table,
    check_same_answer_changes_nothing,
    check_changed_answers_can_be_replayed,
    check_invalid_answers_are_refused,
    check_cited_rules_exist,
    check_table_stays_valid,
    check_no_piece_is_lost,
    check_same_value_changes_nothing,
    check_correction_applies_to_whole_act,
    check_every_entry_belongs_to_act,
    check_undo_mentions_every_change,
    check_own_dice_give_same_table,
    check_translations_are_complete,
    check_sample_packs_are_independent,
    check_shown_spots_exist,
    check_random_play_breaks_nothing,
    check_journal_is_reproducible,
)
