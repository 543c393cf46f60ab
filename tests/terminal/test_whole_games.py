"""Whole games typed at the terminal from set-up to the end, without a pack, like an owner's first game."""

from __future__ import annotations

import tomllib

import pytest

from rival.engine import Engine
from rival.home import PackFolder, get_pack_file, load_own_pack
from rival.kernel import Json, Question, Session, load_opponent
from rival.terminal.screen import Screen
from rival.terminal.terminal_game import TerminalGame


def make_line(question: Question, answer: Json) -> str:
    """Return the line that a person would type for an answer."""
    match question.kind:
        case "checklist":
            return ""
        case "form":
            fields = {field.key: field for field in question.fields}
            return " ".join(f"{name} {make_line(fields[name], value) or '-'}" for name, value in answer.items())
        case "pairs":
            return ", ".join(f"{name} {value}" for name, value in answer.items())
        case "several" | "order" | "phrases":
            return ", ".join(map(str, answer)) or "none"
        case "drawing":
            return " / ".join(answer)
        case _:
            return str(answer)


class TypingPlayer:
    """Types the answers of the sample table."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session = session
        self.sample = session.opponent.make_sample_player(seed, session.options)
        self.answered = -1

    def __call__(self, prompt: str) -> str:
        ask, question = self.session.open_ask, self.session.ask
        if ask is None or question is None:
            return "quit"
        assert self.session.position > self.answered, f"the last answer was refused: {question.text}"
        self.answered = self.session.position
        return make_line(question, self.sample.answer(ask, self.session.table))


def play(game: str, seed: int, lang: str, pack: Json = None) -> Session:
    engine = Engine(pack_store=PackFolder())
    id = engine.begin_game(game, seed=seed, lang=lang, pack=pack, own_pack=False).id
    session = engine.load_session(id)
    TerminalGame(engine, id, Screen(lang, plain=True), TypingPlayer(session, seed)).play()
    engine.save_learned_parts()
    assert Session.load(engine.export_journal(id)).result == session.result
    return session


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_mombasa_from_set_up_to_the_level(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    session = play("mombasa", 3, lang)
    shown = capsys.readouterr().out
    assert session.result is not None
    assert session.render(session.result.text) in shown


def test_described_facts_are_not_asked_again_in_the_next_game() -> None:
    first = play("mombasa", 3, "en")
    pack = load_own_pack(load_opponent("mombasa"))
    assert pack == tomllib.loads(get_pack_file("mombasa").read_text())
    assert set(pack["bases"]) >= set(first.table.bases)  # those that you changed since are known as they are printed
    second = play("mombasa", 3, "en", pack)
    asked = [key for _kind, key, _value in second.journal.active_entries]
    assert not {"deck", "bonus-names", "neighbours", "gates", "base"} & set(asked)
    assert second.table.posts == first.table.posts
    assert second.result == first.result


def test_a_pack_that_grows_does_not_change_old_games() -> None:
    first = play("mombasa", 3, "en")
    kept = first.journal.format_text()
    play("mombasa", 4, "en", load_own_pack(load_opponent("mombasa")))
    again = Session.load(kept)
    assert again.journal.header["pack"] is None
    assert again.result == first.result


def test_a_shared_pack_does_not_change_your_own() -> None:
    play("mombasa", 3, "en", load_opponent("mombasa").make_sample_pack())
    assert not get_pack_file("mombasa").exists()
