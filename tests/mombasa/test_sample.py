"""The sample table of Mombasa: every piece is accounted for, and the player's side follows its own small rules."""

from __future__ import annotations

from typing import Any

import pytest

from rival.engine.simulation import derive_game_seed, simulate_game
from rival.games.mombasa import opponent as ivp
from rival.games.mombasa.bases import count_visible_coins
from rival.games.mombasa.sample import SampleTable, complete_pack, load_full_pack
from rival.games.mombasa.table import ACTIVE_CARD_COUNT, COMPANIES
from rival.kernel import BadPackError, Session, TextList


def start_game(seed: int, policy: str = "sensible") -> tuple[Session, SampleTable]:
    session = Session.new(ivp, seed=seed, pack=ivp.make_sample_pack())
    return session, SampleTable(seed, session.options, policy)


def test_a_lost_piece_is_noticed() -> None:
    session, sample = start_game(1)
    while session.open_ask is not None and not (session.open_ask.key == "your-turn" and session.table.round == 3):
        session.answer(sample.answer(session.open_ask, session.table))
    assert list(sample.find_lost_pieces(session.table)) == []
    sample.pieces.stack.pop()
    sample.pieces.aside["cairo"] += 1
    sample.pieces.moved_companies.add("cairo")
    sample.human.deck.pop()
    sample.human.markers -= 1
    told = " ".join(sample.find_lost_pieces(session.table))
    for lost in ("44 cards", "cairo", "you have", "3 markers"):
        assert lost in told, lost


def test_measures_of_the_virtual_player_never_decrease() -> None:
    """Cards taken, spaces blocked, posts sent home and coins covered never decrease from round to round."""
    for n in range(10):
        played = simulate_game(ivp, derive_game_seed(4, n), {}, "sensible")
        for name in ("cards", "blocked", "posts", "sent_home", "lost", "turns"):
            values = [row[name] for row in played.rounds]
            assert values == sorted(values), name
        last = played.rounds[-1]
        assert last["cards"] + last["blocked"] <= last["turns"]
        assert last["blocked"] <= 3 * 7
        assert last["sent_home"] <= last["posts"]


def test_a_max_space_requires_the_total_of_the_virtual_player() -> None:
    session, sample = start_game(3)
    while session.open_ask is not None and session.open_ask.key != "your-turn":
        session.answer(sample.answer(session.open_ask, session.table))
    board, yours = session.table, sample.human
    yours.active = ["coffee-3", "cotton-2"]
    yours.update_totals()
    board.thresholds = {"coffee": 3, "cotton": 3}
    assert yours.list_max_spaces(board) == ["coffee"]
    board.thresholds = {"coffee": 4}
    assert yours.list_max_spaces(board) == ["cotton"]


def test_missing_parts_of_an_owners_pack_come_from_the_sample() -> None:
    coins = [[1, 1, 1, 1, 2], [1, 1, 1, 1, 2], [1, 1, 1, 1, 2]]
    table = {"markers": 1, "cards": {"A": ["share"] * 44}}
    whole = complete_pack(
        ivp.parse_pack({"game": "mombasa", "edition": "mine", "bases": {"cairo": coins}, "table": table})
    )
    sample = SampleTable(1, ivp.resolve_options(None), pack=whole)
    assert [list(column.coins) for column in sample.pieces.bases["cairo"]] == coins
    assert set(sample.pieces.display.values()) == {"share"}
    assert sample.human.markers_a_round == 1
    assert sample.pieces.atlas.regions == {*load_full_pack()["map"]["places"]}
    for n in range(3):
        simulate_game(
            ivp, derive_game_seed(1, n), {}, "random", {"game": "mombasa", "bases": {"cairo": coins}, "table": table}
        )


def test_a_complete_map_of_an_owner_is_used_and_an_incomplete_one_is_not() -> None:
    land = {
        "whole": True,
        "gates": {company: {f"{company}-1": 1, f"{company}-2": 2} for company in COMPANIES},
        "borders": {f"{company}-1": {f"{company}-2": 1, "Middle": 2} for company in COMPANIES},
    }
    assert complete_pack({"game": "mombasa", "map": land})["map"] == land
    part = {**land, "whole": False}
    assert complete_pack({"game": "mombasa", "map": part})["map"] == load_full_pack()["map"]
    played = simulate_game(ivp, 5, {}, "sensible", ivp.parse_pack({"game": "mombasa", "map": land}))
    assert played.game["posts"] <= 9 * 7


def test_the_score_shown_is_the_final_score() -> None:
    session, sample = start_game(2)
    session.play_to_end(sample)
    shares = sum(
        sample.human.count_shares(one) * count_visible_coins(base) for one, base in sample.pieces.bases.items()
    )
    assert shares <= sample.human.score


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({"markers": 0}, "markers must be a whole number from 1"),
        ({"expansion": "many"}, "expansion must be a whole number"),
        ({"cards": {"A": ["castle"]}}, "A must be a list of cards"),
        ({"prices": {"share": 3}}, "a price for each of"),
        ({"worth": {"bonus": [1, 2]}}, "a list of 7 numbers"),
        ({"open": "castle"}, "no card “castle”"),
        ({"lamp": 1}, "“lamp” is not a valid key there"),
    ],
)
def test_a_pack_that_the_lab_can_not_use_is_refused(table: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPackError, match=told):
        ivp.parse_pack({"game": "mombasa", "table": table})


@pytest.mark.parametrize("seed", range(4))
def test_mo_39_the_sources_of_the_score_add_up(seed: int) -> None:
    session, sample = start_game(seed)
    while session.open_ask is not None:
        session.answer(sample.answer(session.open_ask, session.table))
    result = session.result
    assert result is not None
    assert sum(source.scores["you"] for source in result.sources) == result.scores["you"]
    assert all(source.scores["you"] for source in result.sources), "nothing is listed that gave no points"


def test_mo_a8_the_sample_draws_the_rest_of_a_short_deck_and_from_the_discard_pile() -> None:
    """The sample player draws the last cards of the deck first, and the others from the shuffled discard pile."""
    deck_sizes = set()
    for seed in range(8):
        session = Session.new(ivp, seed=seed, options={"shuffle": "you"}, pack=ivp.make_sample_pack())
        sample = SampleTable(seed, session.options)
        while session.open_ask is not None:
            ask, board = session.open_ask, session.table
            answer = sample.answer(ask, board)
            if ask.key == "draw":
                deck_sizes.add(min(len(board.deck), ACTIVE_CARD_COUNT))
                assert isinstance(ask.answer_type, TextList)
                assert len(answer) == ask.answer_type.minimum, (seed, board.round, board.deck)
            session.answer_by_id(answer)
        assert session.result is not None
    assert deck_sizes >= {1, 2, 3, ACTIVE_CARD_COUNT}, "short decks of each size, and decks with enough cards"
