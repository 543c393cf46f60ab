"""The virtual player of Mombasa."""

from __future__ import annotations

from pathlib import Path

from rival.games.mombasa import upkeep
from rival.games.mombasa.levels import LEVEL_WORDS
from rival.games.mombasa.measures import MEASURED, measures
from rival.games.mombasa.pack import check_pack, learned, pack_notes
from rival.games.mombasa.rules import game
from rival.games.mombasa.sample import POLICIES, SampleTable, complete_pack, pack
from rival.games.mombasa.table import COMPANIES, new_board
from rival.kernel import Opponent, Setting, _

SETTINGS = (
    Setting(
        "priority_one",
        _("Posts into regions of the company you are furthest ahead with"),
        (
            ("once", _("one post, then as many regions as possible")),
            ("repeat", _("one after the other, as long as it goes")),
        ),
        ("MO-A15",),
    ),
    Setting(
        "target_reach",
        _("Such a region out of reach of the first post"),
        (
            ("adjacent", _("is no target now")),
            ("path", _("is reached by the cheapest way through other regions")),
        ),
        ("MO-A18",),
    ),
    Setting(
        "furthest_tie",
        _("You are equally far ahead with several companies"),
        (("all", _("posts of all of them are targets")), ("one", _("one of them, at random"))),
        ("MO-A16", "MO-A17"),
    ),
    Setting(
        "max_at_zero",
        _("MAX where it has no active card of the type"),
        (("one_card", _("you need at least one card of the type")), ("free", _("you need nothing"))),
        ("MO-A30",),
    ),
    Setting(
        "coins",
        _("Fewest coins in sight when posts leave a base"),
        (("post_by_post", _("after each post")), ("together", _("after the whole expansion"))),
        ("MO-A33",),
    ),
    Setting(
        "shuffle",
        _("Who shuffles its deck"),
        (("program", _("the program")), ("you", _("you, with the real cards: you tell which came up"))),
        ("MO-10",),
    ),
    Setting(
        "dice_reading",
        _("Dice for its choices"),
        (("d12_d8", _("d12 for the display, d8 for the bonus spaces")), ("d6", _("two rolls of a d6"))),
        ("MO-A28",),
    ),
)

opponent = Opponent(
    id="mombasa",
    name=_("the virtual player"),
    game=_("Mombasa"),
    bgg=172386,
    folder=Path(__file__).parent,
    rules_version=2,
    changes={2: ("MO-07", "MO-10", "MO-18", "MO-24", "MO-39", "MO-A24", "MO-A29", "MO-A31", "MO-A33")},
    settings=SETTINGS,
    new_table=new_board,
    script=game,
    tracked=upkeep.tracked,
    problems=upkeep.problems,
    repair=upkeep.repair,
    views=upkeep.views,
    drawn_by_the_page=True,
    sample=SampleTable,
    sample_pack=pack,
    check_pack=check_pack,
    complete_pack=complete_pack,
    policies=POLICIES,
    inquiries=upkeep.INQUIRIES,
    learned=learned,
    pack_notes=pack_notes,
    measures=measures,
    measured=MEASURED,
    followed=tuple(f"tracks.{company}" for company in COMPANIES),
    curves=("cards", "blocked", "lost"),
    levels=LEVEL_WORDS,
)
