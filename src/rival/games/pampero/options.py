"""The options of a game: one for each ruling that the player can choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rival.kernel import _, define_setting


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game; the first value of each is the default."""

    surplus_energy: Literal["ignore", "contract"] = define_setting(
        _("VJ’s energy above 10"),
        _("the rest is lost"),
        _("he first tries to fulfil a contract"),
        cites=("PA-G1", "PA-27"),
    )
    skip_turn: Literal["must", "may"] = define_setting(
        _("VJ’s skipped turn"),
        _("must be used, on his last turn at the latest"),
        _("may stay unused"),
        cites=("PA-G2", "PA-27a"),
    )
    farm_sector: Literal["usable", "all"] = define_setting(
        _("Sectors compared for a wind farm"),
        _("only those with a site for VJ"),
        _("all sectors; you choose if the first one has no site"),
        cites=("PA-G5",),
    )
    second_tower: Literal["any_fewest", "card_order"] = define_setting(
        _("A second tower in a sector"),
        _("where he has the fewest towers; among equals, you choose"),
        _("by the card’s order of zones"),
        cites=("PA-G7", "PA-69"),
    )
    available_contract: Literal["payable", "any"] = define_setting(
        _("An available contract"),
        _("is a contract that VJ can pay for"),
        _("may be too expensive; then VJ can’t carry out the section"),
        cites=("PA-G8",),
    )
    vj_income: Literal["yes", "no"] = define_setting(
        _("Does VJ take income when you do?"),
        _("yes"),
        _("no"),
        cites=("PA-G10",),
    )
    income_full: Literal["next_marker", "lost"] = define_setting(
        _("Income step of a marker on its last space"),
        _("goes to the next marker"),
        _("is lost"),
        cites=("PA-G12",),
    )
    final_slots: Literal["a_then_b", "you_place"] = define_setting(
        _("Cards of the final scoring"),
        _("tile A in slot 2, tile B in slot 3"),
        _("as you place them"),
        cites=("PA-G17",),
    )
    not_enough_energy: Literal["none_payable", "some_unpayable"] = define_setting(
        _("Meaning of “not enough energy”"),
        _("he can’t pay for any contract"),
        _("there is a contract he can’t pay for"),
        cites=("PA-G18", "PA-54"),
    )
    farm_choice: Literal["candidates", "anywhere"] = define_setting(
        _("If sectors still tie for a wind farm"),
        _("you choose among the tied sectors"),
        _("you choose any sector"),
        cites=("PA-G19",),
    )
    contract_condition: Literal["filter", "gate"] = define_setting(
        _("A condition for a certain kind of contract"),
        _("only that kind may be fulfilled"),
        _("only decides whether VJ carries out the section"),
        cites=("PA-G20",),
    )
    contract_tie: Literal["condition_then_zone", "first_zone"] = define_setting(
        _("How the next card breaks a tie between contracts"),
        _("beginning with its top condition, then the same zone"),
        _("beginning with its first zone"),
        cites=("PA-G21",),
    )
    link_token: Literal["you_choose", "built_sector"] = define_setting(
        _("Which link token VJ takes"),
        _("you choose"),
        _("one from the sector he built in, if there is one"),
        cites=("PA-G29",),
    )
    specialist_tie: Literal["your_marker", "vj_marker"] = define_setting(
        _("Two specialist cards fit the next scoring tile"),
        _("your income marker decides, then VJ’s"),
        _("VJ’s marker decides at once"),
        cites=("PA-G30",),
    )
    second_specialist: Literal["after_face_up", "always"] = define_setting(
        _("A second specialist card at the end of an income track"),
        _("only if the first card was face up"),
        _("always"),
        cites=("PA-G32",),
    )
    vj_start_money: Literal["base", "none"] = define_setting(
        _("VJ’s starting money"),
        _("as in the base game"),
        _("none"),
        cites=("PA-G34",),
    )
    scoring_moment: Literal["after_vj", "at_once"] = define_setting(
        _("When a scoring takes place"),
        _("after VJ’s turn"),
        _("right after your turn"),
        cites=("PA-G35",),
    )
    second_farm: Literal["same_sector", "chosen_again"] = define_setting(
        _("The second wind farm from a bonus tile"),
        _("goes to the same sector, if a site is free there"),
        _("the card chooses again"),
        cites=("PA-G45", "PA-77"),
    )
    empty_column: Literal["letter", "skip"] = define_setting(
        _("An empty column of the bonus board"),
        _("can be taken as the rightmost one"),
        _("is skipped"),
        cites=("PA-G47", "PA-76"),
    )
    money_tie: Literal["base", "vj"] = define_setting(
        _("Equal money at the end"),
        _("the base game’s tie-break"),
        _("VJ wins"),
        cites=("PA-G37",),
    )
    vj_fee: Literal["per_action", "per_use"] = define_setting(
        _("VJ’s fee if you use his pieces twice in one action"),
        _("once"),
        _("for each use"),
        cites=("PA-G41",),
    )
