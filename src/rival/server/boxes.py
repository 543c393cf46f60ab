"""The API's paths of the owner's box: parts described outside any game, and packs shared with other owners."""

from __future__ import annotations

from fastapi import APIRouter

from rival.engine.boxes import BoxState, OfferedPack, PartDraft, SharedPack
from rival.engine.calls import Calls
from rival.engine.sent import PackReceived, PackSaid, PackTaken, PartAnswer, PartChecked, PartNamed, PartsNamed
from rival.server.bodies import MISSING, TOO_LARGE, Lang

SENDING = {**MISSING, **TOO_LARGE}


def routes(api: APIRouter, calls: Calls) -> None:
    """Add the paths of the box."""

    @api.get("/box/{game}", responses={**MISSING})
    def box(game: str, lang: Lang) -> BoxState:
        return calls.box(game, lang)

    @api.post("/box/{game}/part", responses=SENDING)
    def box_part(game: str, said: PartAnswer, lang: Lang) -> PartDraft:
        return calls.box_part(game, said, lang)

    @api.post("/box/{game}/tell", responses=SENDING)
    def tell_part(game: str, said: PartAnswer, lang: Lang) -> BoxState:
        return calls.tell_part(game, said, lang)

    @api.post("/box/{game}/check", responses=SENDING)
    def check_part(game: str, said: PartChecked, lang: Lang) -> BoxState:
        return calls.check_part(game, said, lang)

    @api.post("/box/{game}/forget", responses=SENDING)
    def forget_part(game: str, said: PartNamed, lang: Lang) -> BoxState:
        return calls.forget_part(game, said, lang)

    @api.post("/box/{game}/describe", responses=SENDING)
    def describe_pack(game: str, said: PackSaid, lang: Lang) -> BoxState:
        return calls.describe_pack(game, said, lang)

    @api.post("/box/{game}/undo", responses={**MISSING})
    def undo_box(game: str, lang: Lang) -> BoxState:
        return calls.undo_box(game, lang)

    @api.post("/box/{game}/share", responses=SENDING)
    def share_parts(game: str, said: PartsNamed, lang: Lang) -> SharedPack:
        return calls.share_parts(game, said, lang)

    @api.post("/offers", responses={**TOO_LARGE})
    def offered_pack(said: PackReceived, lang: Lang) -> OfferedPack:
        return calls.offered_pack(said, lang)

    @api.post("/offers/take", responses={**TOO_LARGE})
    def take_parts(said: PackTaken, lang: Lang) -> BoxState:
        return calls.take_parts(said, lang)
