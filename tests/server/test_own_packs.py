"""An owner's descriptions are saved for the next game; a question in between changes nothing."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from rival import Session, make_sample_pack
from rival.engine import Engine, NotFoundError
from rival.engine.packs import MAX_PACK_LENGTH, InMemoryPackStore
from rival.engine.responses import State
from rival.home import PackFolder, load_own_pack
from rival.kernel import BadAnswerError, BadPackError, load_opponent, toml
from rival.server.app import make_app

VJ, MOMBASA, MAYOR = "pampero", "mombasa", "rolling-heights"


@pytest.fixture(params=["memory", "folder"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return Engine(pack_store=InMemoryPackStore() if request.param == "memory" else PackFolder())


def describe_vj_cards(engine: Engine) -> State:
    """Begin a game of Pampero and describe its cards."""
    state = engine.begin_game(VJ, seed=1)
    state = engine.answer(state.id, state.at, True)
    cards = {"slot1": ['other("lighthouses")'], "slot2": ["chain tokens"], "slot3": ["wind farms"]}
    return engine.answer(state.id, state.at, cards)


def test_the_next_game_begins_with_the_facts_of_this_one(engine: Engine) -> None:
    first = describe_vj_cards(engine)
    assert not first.own_pack
    assert engine.inspect_pack(VJ).there
    assert "lighthouses" in engine.export_pack(VJ)
    assert engine.begin_game(VJ, seed=2).own_pack
    assert not engine.begin_game(VJ, seed=2, own_pack=False).own_pack
    assert not engine.begin_game(VJ, seed=2, pack=make_sample_pack(VJ)).own_pack


def test_a_round_that_ends_is_learned_from_without_being_asked_for() -> None:
    packs = InMemoryPackStore()
    engine = Engine(pack_store=packs)
    state = engine.begin_game(MOMBASA, seed=3)
    session = Session.new(MOMBASA, seed=3)
    sample = session.opponent.make_sample_player(3, session.options)
    while session.open_ask is not None and session.table.round < 2:
        said = sample.answer(session.open_ask, session.table)
        session.answer(said)
        state = engine.answer(state.id, state.at, said)
    assert packs.packs[MOMBASA]["learned"]
    assert packs.packs[MOMBASA]["deck"]


def test_nothing_is_learned_of_a_made_up_sample(engine: Engine) -> None:
    state = engine.begin_game(MOMBASA, seed=1, pack=make_sample_pack(MOMBASA))
    engine.answer(state.id, state.at, True)
    assert not engine.inspect_pack(MOMBASA).there
    with pytest.raises(NotFoundError, match="You have not described anything"):
        engine.export_pack(MOMBASA)


def test_what_cannot_be_learned_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_to_save(against: object, pack: object) -> None:
        raise OSError("no space left")

    engine = Engine(pack_store=PackFolder())
    monkeypatch.setattr(PackFolder, "save_pack", staticmethod(fail_to_save))
    state = describe_vj_cards(engine)
    assert not engine.inspect_pack(VJ).there
    assert engine.load_state(state.id).at == state.at


def test_a_pack_goes_out_as_a_file_and_comes_in_again(engine: Engine) -> None:
    describe_vj_cards(engine)
    text = engine.export_pack(VJ)
    engine.delete_pack(VJ)
    assert not engine.inspect_pack(VJ).there
    assert engine.import_pack(VJ, text).there
    assert drop_origins(engine.export_pack(VJ)) == drop_origins(text)
    other = engine.import_pack(VJ, text.replace("energy_cap = 10", "energy_cap = 11"))
    (differs,) = other.differs
    assert (differs.where, differs.mine, differs.theirs) == ("grid, energy_cap", "10", "11")
    assert drop_origins(engine.export_pack(VJ)) == drop_origins(text)


def drop_origins(text: str) -> str:
    """Return a pack without the origins of its parts."""
    return text.partition("[told]")[0]


def test_what_two_packs_disagree_about_is_told_in_the_language_of_the_page(engine: Engine) -> None:
    describe_vj_cards(engine)
    text = engine.export_pack(VJ)
    (differs,) = engine.import_pack(VJ, text.replace("energy below 10", "energy below 7"), "ru").differs
    assert differs.where == "карта «ветряные электростанции», секция 1, условие"
    assert (differs.mine, differs.theirs) == ("энергии меньше 10", "энергии меньше 7")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("cards = [", "This is not a valid TOML file"),
        ("#" * (MAX_PACK_LENGTH + 1), f"the maximum is {MAX_PACK_LENGTH}"),
        ("a = " + "[" * 5000 + "]" * 5000, "nested far too deep"),
        ('game = "mombasa"', "for a different game"),
        ("day = 1979-05-27", "only text, numbers of at most 18 digits"),
        ("nonsense = 1", "can’t be used"),
        (toml.format_pack(make_sample_pack(VJ)), "made-up sample"),
    ],
)
def test_what_is_no_pack_is_refused_and_nothing_changes(engine: Engine, text: str, why: str) -> None:
    with pytest.raises(BadPackError, match=why):
        engine.import_pack(VJ, text)
    assert not engine.inspect_pack(VJ).there


def test_packs_over_http() -> None:
    page = TestClient(make_app(), base_url="http://127.0.0.1")
    assert page.get("/api/packs/mombasa").json() == {"there": False, "notes": [], "differs": []}
    assert page.get("/api/packs/mombasa/file").status_code == 404
    assert page.get("/api/packs/nothing").status_code == 404
    text = toml.format_pack({**make_sample_pack(MOMBASA), "sample": False})
    assert page.put("/api/packs/mombasa", json={"text": text}).json()["there"]
    assert load_own_pack(load_opponent(MOMBASA))["learned"]
    assert "deck" in page.get("/api/packs/mombasa/file").text
    begun = page.post("/api/games", json={"game": MOMBASA})
    assert begun.json()["own_pack"]
    again = page.put("/api/packs/mombasa", json={"text": text})
    assert (again.status_code, again.json()["differs"]) == (200, [])
    assert page.delete("/api/packs/mombasa").status_code == 204
    assert not page.get("/api/packs/mombasa").json()["there"]


def test_a_question_in_between_is_answered_and_leaves_no_trace() -> None:
    page = TestClient(make_app(), base_url="http://127.0.0.1")
    state = page.post("/api/games", json={"game": MOMBASA, "seed": 3}).json()
    assert state["can_ask"]
    address = f"/api/games/{state['id']}"
    offered = page.get(f"{address}/inquiries?lang=ru").json()
    assert [one["key"] for one in offered] == ["max"]
    reply = page.post(f"{address}/inquire", json={"name": "max", "value": {"type": "bananas", "total": 3}}).json()
    assert reply["cites"]
    assert page.get(f"{address}?lang=en").json()["at"] == state["at"]
    wrong = page.post(f"{address}/inquire", json={"name": "max", "value": {"type": "gold", "total": 3}})
    assert wrong.status_code == 422
    assert page.post("/api/games/nothing/inquire", json={"name": "max", "value": 1}).status_code == 404


def test_an_opponent_without_inquiries_says_so() -> None:
    engine = Engine()
    state = engine.begin_game(MAYOR, seed=1)
    assert not state.can_ask
    assert engine.list_inquiries(state.id) == []
    with pytest.raises(BadAnswerError):
        engine.answer_inquiry(state.id, "max", 1)
