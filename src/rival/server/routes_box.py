"""The API's paths of the owner's box: parts described outside any game, and packs shared with other owners."""

from __future__ import annotations

from fastapi import APIRouter

from rival.engine.api import Api
from rival.engine.boxes import BoxState, OfferedPack, PartDraft, SharedPack
from rival.engine.requests import (
    PackDescription,
    PackImport,
    PartAnswer,
    PartCheck,
    PartReference,
    PartSelection,
    ReceivedPack,
)
from rival.server.api_types import NOT_FOUND_RESPONSE, TOO_LARGE_RESPONSE, Lang
from rival.server.executor import use_share

BODY_RESPONSES = {**NOT_FOUND_RESPONSE, **TOO_LARGE_RESPONSE}


def add_box_routes(api: APIRouter, calls: Api) -> None:
    """Add the paths of the box."""

    @api.get("/box/{game}", responses={**NOT_FOUND_RESPONSE})
    @use_share("box")
    def get_box(game: str, lang: Lang) -> BoxState:
        return calls.box(game, lang)

    @api.post("/box/{game}/part", responses=BODY_RESPONSES)
    @use_share("box")
    def draft_part(game: str, body: PartAnswer, lang: Lang) -> PartDraft:
        return calls.box_part(game, body, lang)

    @api.post("/box/{game}/tell", responses=BODY_RESPONSES)
    @use_share("box")
    def describe_part(game: str, body: PartAnswer, lang: Lang) -> BoxState:
        return calls.tell_part(game, body, lang)

    @api.post("/box/{game}/check", responses=BODY_RESPONSES)
    @use_share("box")
    def check_part(game: str, body: PartCheck, lang: Lang) -> BoxState:
        return calls.check_part(game, body, lang)

    @api.post("/box/{game}/forget", responses=BODY_RESPONSES)
    @use_share("box")
    def forget_part(game: str, body: PartReference, lang: Lang) -> BoxState:
        return calls.forget_part(game, body, lang)

    @api.post("/box/{game}/describe", responses=BODY_RESPONSES)
    @use_share("box")
    def describe_pack(game: str, body: PackDescription, lang: Lang) -> BoxState:
        return calls.describe_pack(game, body, lang)

    @api.post("/box/{game}/undo", responses={**NOT_FOUND_RESPONSE})
    @use_share("box")
    def undo_box(game: str, lang: Lang) -> BoxState:
        return calls.undo_box(game, lang)

    @api.post("/box/{game}/share", responses=BODY_RESPONSES)
    @use_share("box")
    def share_parts(game: str, body: PartSelection, lang: Lang) -> SharedPack:
        return calls.share_parts(game, body, lang)

    @api.post("/offers", responses={**TOO_LARGE_RESPONSE})
    @use_share("box")
    def preview_pack(body: ReceivedPack, lang: Lang) -> OfferedPack:
        return calls.offered_pack(body, lang)

    @api.post("/offers/take", responses={**TOO_LARGE_RESPONSE})
    @use_share("box")
    def import_parts(body: PackImport, lang: Lang) -> BoxState:
        return calls.take_parts(body, lang)
