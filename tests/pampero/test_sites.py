"""Construction sites: a farm's, a tower's, or either's (PA-28, PA-52, PA-G6, PA-G19)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rival.games.pampero.construction_sites import FreeSites, calculate_free_sites, count_usable_sites
from rival.games.pampero.table import PieceCounts
from rival.kernel import BadAnswerError, Session
from tests.pampero.game_driver import (
    NEVER_MET,
    SITE_NUMBERS,
    Game,
    make_cards,
    make_contract_section,
    make_farm_section,
    make_pack,
    make_sector,
    make_tower_section,
)


def make_limited_sites_game(farms: int, towers: int, either: int, section: dict[str, Any] | None = None) -> Game:
    """Return a game where VJ builds in B1 only, with these numbers of sites."""
    other = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]
    section = section or make_farm_section(row=["sector B1"])
    known = make_pack(
        make_cards(section, make_farm_section(NEVER_MET), make_contract_section(NEVER_MET), second=other, third=other)
    )
    known["sector"] = [
        make_sector(name, *(SITE_NUMBERS[name] if name != "B1" else (farms, towers, either))) for name in SITE_NUMBERS
    ]
    return Game(known["card"], ready_pack=known)


def test_pa_g6_a_site_for_either_takes_a_farm_and_a_tower() -> None:
    game = make_limited_sites_game(0, 0, 1)
    assert (count_usable_sites(game.table, "farm", "B1"), count_usable_sites(game.table, "tower", "B1")) == (1, 1)
    assert game.finish_turn().count_vj_pieces("farms") == {"B1": 1}
    assert (count_usable_sites(game.table, "farm", "B1"), count_usable_sites(game.table, "tower", "B1")) == (0, 0)
    assert "a free dual-purpose site" in game.get_instructions("PA-G19")


def test_pa_g6_a_bulldozer_on_a_site_for_either_keeps_both_off_it() -> None:
    game = make_limited_sites_game(0, 0, 1).set_your_pieces("B1", on_either_sites=1)
    assert (count_usable_sites(game.table, "farm", "B1"), count_usable_sites(game.table, "tower", "B1")) == (0, 0)
    built = (
        make_limited_sites_game(0, 0, 1, make_tower_section(order=["B1"]))
        .set_your_pieces("B1", on_either_sites=1)
        .finish_turn()
        .deny_conditions()
    )
    assert built.count_vj_pieces("towers").get("B1") is None


def test_pa_g6_a_sector_that_he_fills_himself_is_not_chosen() -> None:
    other = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]
    section = make_farm_section(row=["sector B1", "sector B2"])
    game = Game(
        make_cards(section, make_farm_section(NEVER_MET), make_contract_section(NEVER_MET), second=other, third=other),
        topics=("grid",),
    )
    assert (count_usable_sites(game.table, "farm", "B1"), game.table.sectors["B1"].yours) == (None, None)
    game.table.sectors["B1"].vjs.farms = SITE_NUMBERS["B1"][0]
    assert count_usable_sites(game.table, "farm", "B1") == 0
    assert game.finish_turn().count_vj_pieces("farms")["B2"] == 1


def test_pa_g6_what_you_begin_with_fits_on_the_sites() -> None:
    known = {**make_pack(), "sector": [make_sector(name, 4, 2, 1) for name in SITE_NUMBERS]}
    session = Session.new("pampero", pack=known, seed=1)
    for said in (True, {f"slot{n}": [one["majority"]] for n, one in enumerate(known["card"], 1)}, ["pieces"]):
        session.answer(said)
    start = {"money": 0, "farm": "A1-either", "tower": "A2"}
    with pytest.raises(BadAnswerError, match="the sites of sector A1"):
        session.answer({**start, "bulldozer": "A1-either"})
    session.answer({**start, "bulldozer": "A2-either"})
    assert session.table.sectors["A2"].yours.on_either_sites == 1


def test_pa_52_a_bulldozer_on_a_farm_site_leaves_the_towers_alone() -> None:
    game = make_limited_sites_game(1, 1, 0).set_your_pieces("B1", on_farm_sites=1)
    assert (count_usable_sites(game.table, "farm", "B1"), count_usable_sites(game.table, "tower", "B1")) == (0, 1)


def test_pa_g19_a_site_of_its_own_kind_is_assumed_and_can_be_corrected() -> None:
    game = make_limited_sites_game(1, 1, 1).finish_turn()
    assert game.table.sectors["B1"].vjs.farms_on_either == 0
    objection = next(path for path in game.session.collect_editable_values() if path.endswith(".site"))
    game.session.correct(objection, "either")
    assert game.table.sectors["B1"].vjs.farms_on_either == 1
    assert (count_usable_sites(game.table, "farm", "B1"), count_usable_sites(game.table, "tower", "B1")) == (1, 1)


@pytest.mark.parametrize("phrase", ["farm-B1", "farm-B1-either"])
def test_pa_28_a_sectors_count_is_right_whatever_you_built(phrase: str) -> None:
    game = make_limited_sites_game(1, 1, 1)
    report = {"built": [phrase]}
    game.session.correct("vj.money", game.table.vj.money)
    game.say({**report, "skip": "yes"})
    left = (count_usable_sites(game.table, "farm", "B1"), count_usable_sites(game.table, "tower", "B1"))
    assert left == ((1, 1) if phrase.endswith("either") else (1, 2))


def test_pa_g6_what_does_not_fit_is_refused() -> None:
    game = make_limited_sites_game(1, 1, 1)
    with pytest.raises(BadAnswerError, match=r"sector B1.* dual-purpose: 1\. Pieces: wind farms 2, towers 2"):
        game.finish_turn(built=["farm-B1", "farm-B1", "tower-B1", "tower-B1"])
    with pytest.raises(BadAnswerError, match="don’t fit on the sites of sector B1"):
        game.session.correct("sectors.B1.yours.on_either_sites", 2)
    game.session.correct("sectors.B1.yours.on_either_sites", 1)
    assert count_usable_sites(game.table, "tower", "B1") == 1


COUNTS = st.integers(0, 3)


@given(st.tuples(COUNTS, COUNTS, COUNTS), COUNTS, COUNTS, COUNTS, COUNTS, COUNTS)
def test_pa_g6_free_sites_match_an_assignment_of_pieces_to_sites(
    sites: tuple[int, int, int], farms: int, towers: int, on_farm: int, on_tower: int, on_either: int
) -> None:
    """Own sites are filled first; so pieces that fit at all fit, and another farm fits exactly if a site is free."""
    mine = PieceCounts(
        farms=farms, towers=towers, on_farm_sites=on_farm, on_tower_sites=on_tower, on_either_sites=on_either
    )
    here = calculate_free_sites(sites, mine)
    need = max(farms + on_farm - sites[0], 0) + max(towers + on_tower - sites[1], 0) + on_either
    assert (here.either >= 0) == (need <= sites[2])
    assert here == FreeSites(max(sites[0] - farms - on_farm, 0), max(sites[1] - towers - on_tower, 0), sites[2] - need)


def start_without_sites(section: dict[str, Any]) -> Game:
    """Return a game where your pieces are counted but the sites of the sectors are unknown."""
    sections = [section, make_contract_section(NEVER_MET), make_tower_section(NEVER_MET)]
    three = make_cards(*sections, second=sections, third=sections)
    return Game(three, topics=("pieces", "grid"), without=("sector",))


def test_pa_52_pa_g6_nobody_is_asked_for_sites_and_a_full_sector_is_corrected_at_the_move() -> None:
    game = start_without_sites(make_farm_section(row=["sector B1", "sector B2", "you choose"])).finish_turn()
    assert game.count_vj_pieces("farms")["B1"] == 1
    [question] = game.session.list_open_assumptions()
    assert question.text == "Sector B1 has no free site for a wind farm"
    game.session.correct(question.key, "no")
    assert game.table.full_sectors == {"farm B1"}
    assert game.count_vj_pieces("farms") == {"B2": 1}


def test_pa_52_a_sector_that_was_full_is_not_chosen_again_until_a_bulldozer_leaves_it() -> None:
    game = start_without_sites(make_farm_section(row=["sector B1", "you choose"]))
    game.table.full_sectors.add("farm B1")
    assert game.finish_turn().key == "farm-sector"
    game = start_without_sites(make_farm_section(row=["sector B1", "you choose"]))
    game.table.full_sectors.add("farm B1")
    game.table.sectors["B1"].yours = PieceCounts(on_tower_sites=1)
    assert game.finish_turn(removed=["B1-tower"]).count_vj_pieces("farms")["B1"] == 1


def test_pa_g6_an_old_pack_with_two_numbers_is_read_and_the_third_offered_beside_the_start() -> None:
    old = {**make_pack(), "sample": False, "sector": []}
    old["sector"] = [
        {key: n for key, n in make_sector(name, *SITE_NUMBERS[name]).items() if "either" not in key}
        for name in SITE_NUMBERS
    ]
    old["card"] = old["card"][:3]
    session = Session.new("pampero", seed=1, pack=old)
    session.answer(True)
    session.answer({f"slot{n}": [one["majority"]] for n, one in enumerate(old["card"], 1)})
    session.answer(["pieces"])
    session.answer({"money": 0, "farm": "A1", "tower": "A1", "bulldozer": "A1-farm", "B1e": 2})
    assert session.open_ask is not None
    assert session.open_ask.key == "your-turn"
    assert (count_usable_sites(session.table, "farm", "B1"), count_usable_sites(session.table, "tower", "A1")) == (6, 1)
