"""The options of a game: rulings, shuffling and dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rival.kernel import _, define_setting


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game. The first value of each option is the default."""

    priority_one: Literal["once", "repeat"] = define_setting(
        _("Posts in regions of the company on whose track you are furthest ahead"),
        _("one post, then as many regions as possible"),
        _("one after another while such a region can be entered"),
        cites=("MO-A15",),
    )
    target_reach: Literal["adjacent", "path"] = define_setting(
        _("A target region that the first post can’t reach"),
        _("is not a target now"),
        _("is reached by the cheapest way through other regions"),
        cites=("MO-A18",),
    )
    furthest_tie: Literal["all", "one"] = define_setting(
        _("If you are equally far ahead on several tracks"),
        _("the posts of all these companies are targets"),
        _("one of these companies, at random"),
        cites=("MO-A16", "MO-A17"),
    )
    max_at_zero: Literal["one_card", "free"] = define_setting(
        _("MAX space for a type of which the virtual player has no active card"),
        _("you need at least one card of the type"),
        _("you need nothing"),
        cites=("MO-A30",),
    )
    coins: Literal["post_by_post", "together"] = define_setting(
        _("When posts leave a base, visible coins are kept low"),
        _("after each post"),
        _("after the whole expansion"),
        cites=("MO-A33",),
    )
    first_player: Literal["until_changed", "one_round"] = define_setting(
        _("How long the virtual player stays first player"),
        _("until you take the first-player space"),
        _("for one round, then you are first player again"),
        cites=("MO-A34",),
    )
    shuffle: Literal["program", "you"] = define_setting(
        _("Who shuffles the virtual player’s deck?"),
        _("Rival"),
        _("you, with the real cards; you then enter which ones came up"),
        cites=("MO-10",),
    )
    dice_reading: Literal["d12_d8", "d6"] = define_setting(
        _("Dice for the virtual player’s choices"),
        _("d12 for the display, d8 for the bonus spaces"),
        _("two rolls of a d6"),
        cites=("MO-A28",),
    )
