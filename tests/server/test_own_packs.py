"""An owner's descriptions are saved for the next game; a question in between changes nothing."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from rival import Session, sample_pack
from rival.engine import Engine, NotThere
from rival.engine.packs import LONGEST, PacksInMemory
from rival.engine.states import State
from rival.home import PackFolder, own_pack
from rival.kernel import BadAnswer, BadPack, opponent, toml
from rival.server.app import make_app

VJ, MOMBASA, MAYOR = "pampero", "mombasa", "rolling-heights"


@pytest.fixture(params=["memory", "folder"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return Engine(own=PacksInMemory() if request.param == "memory" else PackFolder())


def tell_of_vjs_cards(engine: Engine) -> State:
    """Begin a game of Pampero and describe its cards."""
    state = engine.begin(VJ, seed=1)
    state = engine.answer(state.id, state.at, True)
    cards = {"slot1": ['other("lighthouses")'], "slot2": ["chain tokens"], "slot3": ["wind farms"]}
    return engine.answer(state.id, state.at, cards)


def test_the_next_game_begins_with_what_was_told_in_this_one(engine: Engine) -> None:
    first = tell_of_vjs_cards(engine)
    assert not first.own_pack
    assert engine.pack(VJ).there
    assert "lighthouses" in engine.pack_text(VJ)
    assert engine.begin(VJ, seed=2).own_pack
    assert not engine.begin(VJ, seed=2, own_pack=False).own_pack
    assert not engine.begin(VJ, seed=2, pack=sample_pack(VJ)).own_pack


def test_a_round_that_ends_is_learned_from_without_being_asked_for() -> None:
    packs = PacksInMemory()
    engine = Engine(own=packs)
    state = engine.begin(MOMBASA, seed=3)
    session = Session.new(MOMBASA, seed=3)
    sample = session.opponent.sample(3, session.options)
    while session.open is not None and session.table.round < 2:
        said = sample.answer(session.open, session.table)
        session.answer(said)
        state = engine.answer(state.id, state.at, said)
    assert packs.packs[MOMBASA]["learned"]
    assert packs.packs[MOMBASA]["deck"]


def test_nothing_is_learned_of_a_made_up_sample(engine: Engine) -> None:
    state = engine.begin(MOMBASA, seed=1, pack=sample_pack(MOMBASA))
    engine.answer(state.id, state.at, True)
    assert not engine.pack(MOMBASA).there
    with pytest.raises(NotThere, match="You have not described anything"):
        engine.pack_text(MOMBASA)


def test_what_cannot_be_learned_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(against: object, pack: object) -> None:
        raise OSError("no space left")

    engine = Engine(own=PackFolder())
    monkeypatch.setattr(PackFolder, "keep", staticmethod(full))
    state = tell_of_vjs_cards(engine)
    assert not engine.pack(VJ).there
    assert engine.state(state.id).at == state.at


def test_a_pack_goes_out_as_a_file_and_comes_in_again(engine: Engine) -> None:
    tell_of_vjs_cards(engine)
    text = engine.pack_text(VJ)
    engine.forget_pack(VJ)
    assert not engine.pack(VJ).there
    assert engine.take_pack(VJ, text).there
    assert but_origins(engine.pack_text(VJ)) == but_origins(text)
    other = engine.take_pack(VJ, text.replace("energy_cap = 10", "energy_cap = 11"))
    (differs,) = other.differs
    assert (differs.where, differs.mine, differs.theirs) == ("grid, energy_cap", "10", "11")
    assert but_origins(engine.pack_text(VJ)) == but_origins(text)


def but_origins(text: str) -> str:
    """Return a pack without the origins of its parts."""
    return text.partition("[told]")[0]


def test_what_two_packs_disagree_about_is_told_in_the_language_of_the_page(engine: Engine) -> None:
    tell_of_vjs_cards(engine)
    text = engine.pack_text(VJ)
    (differs,) = engine.take_pack(VJ, text.replace("energy below 10", "energy below 7"), "ru").differs
    assert differs.where == "карта «ветряные электростанции», секция 1, условие"
    assert (differs.mine, differs.theirs) == ("энергии меньше 10", "энергии меньше 7")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("cards = [", "This is not a valid TOML file"),
        ("#" * (LONGEST + 1), f"the maximum is {LONGEST}"),
        ("a = " + "[" * 5000 + "]" * 5000, "nested far too deep"),
        ('game = "mombasa"', "for a different game"),
        ("day = 1979-05-27", "only text, numbers of at most 18 digits"),
        ("nonsense = 1", "can’t be used"),
        (toml.dumps(sample_pack(VJ)), "made-up sample"),
    ],
)
def test_what_is_no_pack_is_refused_and_nothing_changes(engine: Engine, text: str, why: str) -> None:
    with pytest.raises(BadPack, match=why):
        engine.take_pack(VJ, text)
    assert not engine.pack(VJ).there


def test_packs_over_http() -> None:
    page = TestClient(make_app(), base_url="http://127.0.0.1")
    assert page.get("/api/packs/mombasa").json() == {"there": False, "notes": [], "differs": []}
    assert page.get("/api/packs/mombasa/file").status_code == 404
    assert page.get("/api/packs/nothing").status_code == 404
    text = toml.dumps({**sample_pack(MOMBASA), "sample": False})
    assert page.put("/api/packs/mombasa", json={"text": text}).json()["there"]
    assert own_pack(opponent(MOMBASA))["learned"]
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


def test_who_has_nothing_to_ask_says_so() -> None:
    engine = Engine()
    state = engine.begin(MAYOR, seed=1)
    assert not state.can_ask
    assert engine.inquiries(state.id) == []
    with pytest.raises(BadAnswer):
        engine.inquire(state.id, "max", 1)
