"""The sample table of Pampero: the account of its pieces, and the small game of the player's side."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rival.engine.simulation import derive_game_seed, simulate_game
from rival.games.pampero import opponent as vj
from rival.games.pampero.sample import SampleTable, load_full_pack
from rival.games.pampero.vj import PRICE_TO_VJ
from rival.kernel import BadPackError, Session


def start_sample_game(seed: int, policy: str = "sensible") -> tuple[Session, SampleTable]:
    session = Session.new(vj, seed=seed, pack=vj.make_sample_pack())
    return session, SampleTable(seed, session.options, policy=policy)


def test_a_lost_piece_is_noticed() -> None:
    session, sample = start_sample_game(1)
    while session.open_ask is not None and session.table.turn < 9:
        session.answer(sample.answer(session.open_ask, session.table))
    assert list(sample.find_lost_pieces(session.table)) == []
    sample.stock["A1"].append(sample.human.contracts[0])
    sample.deck.pop()
    sample.human.batteries += 1
    sample.human.pieces_left["bulldozer"] -= 1
    next(iter((sample.world.grid or {}).values())).towers += 1
    told = " ".join(sample.find_lost_pieces(session.table))
    for lost in ("36 contracts", "12 scoring cards", "12 batteries", "your bulldozers", "7 towers of VJ"):
        assert lost in told, lost


def test_vjs_actions_are_measured() -> None:
    """His actions by kind, never more than his turns; a majority is his or yours."""
    for n in range(5):
        played = simulate_game(vj, derive_game_seed(4, n), {}, "sensible")
        for row in played.rounds:
            # a lasting tile may build him a second farm in the same turn (PA-77)
            assert row["actions"] == row["farms"] + row["towers"] + row["contracts"] + row["sales"] <= 2 * row["round"]
            assert 0 <= row["majorities"] <= 3
        assert played.game["score"] == played.game["opponents"]
        assert [row["round"] for row in played.rounds] == list(range(1, 23))


def test_pa_31_building_without_a_bulldozer_pays_vj() -> None:
    session, sample = start_sample_game(2, "random")
    while session.open_ask is not None and session.open_ask.key != "your-turn":
        session.answer(sample.answer(session.open_ask, session.table))
    table, yours = session.table, sample.human
    assert session.open_ask is not None
    elsewhere = next(name for name, mine in yours.pieces.items() if not mine.on_farm_sites and name.startswith("B"))
    yours.money, his = 50, table.vj.money
    assert sample.play_move("farm", session.open_ask, table) is None
    answer = sample.play_move(elsewhere, session.open_ask, table)
    assert answer is not None
    assert "used" not in answer  # the pieces tell
    session.answer(answer)
    assert yours.money == 50 - PRICE_TO_VJ["B"]
    assert table.vj.money >= his + PRICE_TO_VJ["B"]


def test_an_owners_pack_is_used_as_far_as_it_tells_things_in_full() -> None:
    contracts = [
        {"id": f"m{n}", "energy": 1, "batteries": 0, "symbols": ["remote"], "gains": ["$1"], "income": ["remote"]}
        for n in range(24)
    ]
    mine = vj.parse_pack(
        {
            "schema": 1,
            "game": "pampero",
            "edition": "mine",
            "contract": contracts,
            "specialist": [{"id": "unread"}],
            "lab": {"turns": [2, 4, 6], "money": 7},
        }
    )
    whole = vj.complete_pack(mine)
    assert vj.parse_pack(whole) == whole
    assert whole["contract"] == contracts
    assert whole["specialist"] == load_full_pack()["specialist"]
    assert whole["lab"] == {**load_full_pack()["lab"], "turns": [2, 4, 6], "money": 7}
    for policy in vj.policies:
        assert simulate_game(vj, 3, {}, policy, mine).game["rounds"] == 6


def test_cards_of_an_owner_are_played_with_once_three_are_told_in_full() -> None:
    ours: Any = copy.deepcopy(load_full_pack())
    few = {"schema": 1, "game": "pampero", "card": ours["card"][:2]}
    assert vj.complete_pack(few)["card"] == ours["card"]
    enough = {"schema": 1, "game": "pampero", "card": [*ours["card"][:3], {"id": "half", "majority": "wind farms"}]}
    assert vj.complete_pack(enough)["card"] == ours["card"][:3]
    simulate_game(vj, 3, {}, "sensible", enough)


def test_lab_numbers_that_can_not_be_used_are_refused() -> None:
    with pytest.raises(BadPackError, match=r"the list has 2 entries; it needs 3\."):
        vj.parse_pack({"schema": 1, "game": "pampero", "lab": {"turns": [1, 2]}})
    with pytest.raises(BadPackError, match="“lamp” is not allowed"):
        vj.parse_pack({"schema": 1, "game": "pampero", "lab": {"lamp": 1}})
