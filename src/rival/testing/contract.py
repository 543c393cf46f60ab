"""The contract that every opponent keeps, whoever wrote it: one function for each part of it."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import rival
from rival.engine.sampling import unaccounted
from rival.engine.states import say
from rival.kernel import Ask, BadAnswer, Json, Session, opponent, repaired, snapshot
from rival.kernel.opponent import objections_of
from rival.kernel.samples import demo, sample_pack
from rival.testing.fuzz import amend_at_random, stranger
from rival.testing.pictures import looked_at

Check: TypeAlias = Callable[[str], None]
"""A part of the contract: takes the id of an installed opponent, and raises AssertionError if it isn't kept."""

SEEDS = range(1, 13)


def state(session: Session) -> tuple[object, ...]:
    """Everything a driver can see of a session."""
    return (session.ask, snapshot(session.table), tuple(session.transcript), session.at, session.result)


def demos(game: str) -> Iterator[Session]:
    """Finished games on the sample table."""
    return (demo(game, seed=seed) for seed in SEEDS)


def option_sets(game: str) -> list[dict[str, Json]]:
    """The defaults, and every single option at each of its other values."""
    settings = opponent(game).settings
    return [{}, *({one.name: value} for one in settings for value, _words in one.values[1:])]


def demos_finish(game: str) -> None:
    for session in demos(game):
        assert session.ask is None
        assert session.result is not None, f"seed {session.journal.header['seed']} has no result"


def demos_finish_under_every_option(game: str) -> None:
    for options, seed in itertools.product(option_sets(game), (1, 2, 3)):
        assert demo(game, seed=seed, options=options).result is not None, options


def a_game_is_its_journal(game: str) -> None:
    """Loading what was written is the identity."""
    for session in demos(game):
        text = session.journal.dumps()
        again = Session.load(text)
        assert again.journal.dumps() == text
        assert state(again) == state(session), f"seed {session.journal.header['seed']}"


def undo_then_redo_is_the_identity(game: str) -> None:
    session = demo(game, seed=3)
    while session.at:
        before = state(session)
        session.undo()
        session.redo()
        assert state(session) == before, f"at entry {session.at}"
        session.undo()


def repairs_lead_back(game: str) -> None:
    """What is to be put back, applied to the later table, gives the earlier one."""
    session = demo(game, seed=4)
    end = session.at
    for n in (*range(end - 1, -1, -1), end, end // 2, end // 3, end, 0):
        later = snapshot(session.table)
        assert repaired(later, session.rewind(n)) == snapshot(session.table), f"back to entry {n}"


def the_same_answer_again_changes_nothing(game: str) -> None:
    """Whichever answer is replaced by itself: all that followed still fits, and nothing is rolled anew."""
    session = demo(game, seed=6)
    before = state(session)
    for n in range(session.at - 1, -1, -max(1, session.at // 5)):
        made = session.amend(n, session.journal.line[n][2])
        assert state(session) == before, f"at entry {n}: {made.text}"
        assert made.repairs == [], f"at entry {n}"


def another_answer_leads_to_a_game_that_can_be_played_again(game: str) -> None:
    """Old answers are changed at random: what is kept replays to the same table, whatever was left out."""
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
                continue  # it fits here
            sentence = refusal(session.answer, value)
            assert sentence is not None, f"{value!r} was taken for {session.open.key}"
            assert len(sentence) > 10, sentence
            assert (state(session), session.journal.dumps()) == before, f"{value!r} changed something"
            refused += 1
    assert refused > 5 * len(places)


def refusal(take: Callable[[Json], object], value: Json) -> str | None:
    """The sentence with which an answer is refused; None if it fits."""
    try:
        take(value)
    except BadAnswer as bad:
        return str(bad)
    return None


def every_step_cites_rules_that_exist(game: str) -> None:
    known = set(opponent(game).rules.by_id)
    for session in demos(game):
        for entry in session.transcript:
            for text, cites in ((entry.text, entry.cites), *((line.text, line.cites) for line in entry.because)):
                assert cites, f"no rule is behind: {text}"
                assert set(cites) <= known, f"{cites}: {text}"


def the_table_is_possible_after_every_answer(game: str) -> None:
    against = opponent(game)
    for session in demos(game):
        header = session.journal.header
        again = Session.new(game, seed=header["seed"], options=header["options"], pack=header["pack"])
        for entry in session.journal.line:
            say(again, entry)
            assert list(against.problems(again.table)) == [], f"seed {header['seed']}, entry {again.at}"


def no_piece_of_the_sample_is_lost(game: str) -> None:
    """As far as the sample table can say where its pieces are."""
    for seed in SEEDS:
        session = Session.new(game, seed=seed, pack=sample_pack(game))
        sample = session.opponent.sample(seed, session.options)
        session.play(sample)
        assert list(unaccounted(session, sample)) == [], f"seed {seed}"


def correcting_a_value_to_itself_changes_nothing(game: str) -> None:
    """The same question is asked again."""
    session = demo(game, seed=6)
    for n in range(session.at - 1, 0, -7):
        session.rewind(n)
        question, table = session.ask, snapshot(session.table)
        one = next(one for one in session.tracked().values() if one.value is not None)
        session.correct(one.path, one.value)
        assert session.ask == question, one.path
        assert snapshot(session.table) == table, one.path
        session.undo()


def your_own_dice_give_the_same_table(game: str) -> None:
    """What the program rolls can be rolled by hand, too, and every roll then stands in the journal."""
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
    """Each language that it has catalogues of: nothing that is shown falls back to English."""
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
    whole = json.dumps(sample_pack(game))
    inner = [sample_pack(game)]
    while inner:  # everything that can be changed is changed
        match inner.pop():
            case dict() as table:
                inner += table.values()
                table.clear()
            case list() as row:
                inner += row
                row.clear()
    assert json.dumps(sample_pack(game)) == whole


def everything_that_is_shown_is_there(game: str) -> None:
    """Of a sample game: every view is whole, every step and every question names spots that there are."""
    looked_at(game)


def strangers_break_nothing(game: str) -> None:
    """Whatever a person answers, corrects or takes back: the game goes on, and the journal tells it again."""
    for seed in range(4):
        stranger(game, seed)


PLAY = "import rival, sys; print(rival.demo(sys.argv[1], seed=11).journal.dumps())"


def the_same_journal_everywhere(game: str, pythons: Sequence[str] = (sys.executable,)) -> None:
    """The same seed gives the same game in every process, whatever the order of its sets."""
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
    your_own_dice_give_the_same_table,
    its_languages_are_complete,
    a_sample_pack_belongs_to_who_asked_for_it,
    everything_that_is_shown_is_there,
    strangers_break_nothing,
    the_same_journal_everywhere,
)
