"""Whole games typed at the terminal from set-up to the end, without a pack, like an owner's first game."""

from __future__ import annotations

import tomllib

import pytest

from rival.engine import Engine
from rival.home import PackFolder, own_pack, pack_file
from rival.kernel import Json, Question, Session, opponent
from rival.terminal.companion import Companion
from rival.terminal.screen import Screen


def typed(question: Question, answer: Json) -> str:
    """Return the line that a person would type for an answer."""
    match question.kind:
        case "checklist":
            return ""
        case "form":
            fields = {field.key: field for field in question.fields}
            return " ".join(f"{name} {typed(fields[name], value) or '-'}" for name, value in answer.items())
        case "pairs":
            return ", ".join(f"{name} {value}" for name, value in answer.items())
        case "several" | "order" | "phrases":
            return ", ".join(map(str, answer)) or "none"
        case "drawing":
            return " / ".join(answer)
        case _:
            return str(answer)


class Player:
    """Types the answers of the sample table."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session = session
        self.sample = session.opponent.sample(seed, session.options)
        self.answered = -1

    def __call__(self, prompt: str) -> str:
        ask, question = self.session.open, self.session.ask
        if ask is None or question is None:
            return "quit"
        assert self.session.at > self.answered, f"the last answer was refused: {question.text}"
        self.answered = self.session.at
        return typed(question, self.sample.answer(ask, self.session.table))


def play(game: str, seed: int, lang: str, pack: Json = None) -> Session:
    engine = Engine(own=PackFolder())
    id = engine.begin(game, seed=seed, lang=lang, pack=pack, own_pack=False).id
    session = engine.session(id)
    Companion(engine, id, Screen(lang, plain=True), Player(session, seed)).play()
    engine.learn()
    assert Session.load(engine.journal(id)).result == session.result
    return session


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_mombasa_from_set_up_to_the_level(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    session = play("mombasa", 3, lang)
    shown = capsys.readouterr().out
    assert session.result is not None
    assert session.words(session.result.text) in shown


def test_what_was_told_in_a_game_is_not_asked_in_the_next() -> None:
    first = play("mombasa", 3, "en")
    pack = own_pack(opponent("mombasa"))
    assert pack == tomllib.loads(pack_file("mombasa").read_text())
    assert set(pack["bases"]) >= set(first.table.bases)  # those that you changed since are known as they are printed
    second = play("mombasa", 3, "en", pack)
    asked = [key for _kind, key, _value in second.journal.line]
    assert not {"deck", "bonus-names", "neighbours", "gates", "base"} & set(asked)
    assert second.table.posts == first.table.posts
    assert second.result == first.result


def test_a_pack_that_learns_later_leaves_old_games_alone() -> None:
    first = play("mombasa", 3, "en")
    kept = first.journal.dumps()
    play("mombasa", 4, "en", own_pack(opponent("mombasa")))
    again = Session.load(kept)
    assert again.journal.header["pack"] is None
    assert again.result == first.result


def test_a_pack_of_somebody_else_teaches_nothing() -> None:
    play("mombasa", 3, "en", opponent("mombasa").sample_pack())
    assert not pack_file("mombasa").exists()
