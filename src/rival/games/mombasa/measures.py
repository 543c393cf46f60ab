"""The values that the lab measures on the board at the end of each round."""

from __future__ import annotations

from rival.games.mombasa.bases import visible_coins
from rival.games.mombasa.table import PROBABLE_DECK, Board
from rival.kernel import _

MEASURED = {
    "turns": _("its turns"),
    "cards": _("cards it took"),
    "blocked": _("bonus spaces it blocked"),
    "posts": _("posts it placed"),
    "sent_home": _("posts it sent home"),
    "lost": _("share value lost: coins that those posts cover"),
    "share_value": _("coins in sight on the bases, all companies"),
}


def measures(board: Board) -> dict[str, int]:
    """Return the running totals of the virtual player and the value of all shares together."""
    done = board.done
    return {
        "turns": done.turns,
        "cards": max(len(board.cards) - len(PROBABLE_DECK), 0),
        "blocked": done.blocked,
        "posts": done.posts,
        "sent_home": done.sent_home,
        "lost": done.coins,
        "share_value": sum(visible_coins(base) for base in {**board.outdated, **board.bases}.values()),
    }
