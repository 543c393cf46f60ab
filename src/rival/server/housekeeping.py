"""The API's paths for managing games: names, archive, copies, files, links to share, live updates, records."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Protocol

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from rival.engine import no_game
from rival.engine.calls import Calls, TakenIn
from rival.engine.places import Ability, Here
from rival.engine.records import FinishedGame, Records
from rival.engine.sent import Branch, Description
from rival.engine.states import State, Summary
from rival.kernel import BadOption, _
from rival.server.beside import Beside, in_share
from rival.server.bodies import MISSING, TOO_LARGE, Body, Lang
from rival.server.door import ALL, Door, Rights, address_of, from_this_machine
from rival.server.joining import code_for_page
from rival.server.live import Bell, EventStream, events
from rival.server.pages import OFFLINE
from rival.storage import SqlShelf


def file_of(kind: str) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of a response that is a file of this media type."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


ZIP = file_of("application/zip")
CSV = file_of("text/csv")
EVENTS = file_of("text/event-stream")


# --- what a page sends and gets ----------------------------------------------------------------------------


class Guests(Body):
    """Permissions of players who use a link, besides playing."""

    rename: bool


class Opened(Body):
    """A switch: other devices of the network can connect, or not."""

    open: bool


SENT = {Guests.__name__, Opened.__name__}


@dataclass(frozen=True, slots=True)
class Link:
    """An address to pass on, and its QR code as an image."""

    link: str
    code: str


@dataclass(frozen=True, slots=True)
class Links:
    """The two links of a game: to play, and to watch only. ``rename``: players with the link may rename the game."""

    play: Link
    watch: Link
    rename: bool


# --- the calls ---------------------------------------------------------------------------------------------


async def rights_of(request: Request) -> Rights:
    """Return the permissions of the device. Without authentication that is everything."""
    found: Rights = getattr(request.state, "rights", ALL)
    return found


May = Annotated[Rights, Depends(rights_of)]


def about_games(api: APIRouter, calls: Calls) -> None:
    """Add the paths for names, archive, deletion, restoring and copies."""

    @api.get("/games")
    def games(lang: Lang, rights: May) -> list[Summary]:
        return [one for one in calls.games(lang) if rights.of(one.id) is not None]

    @api.patch("/games/{id}", responses={**MISSING, **TOO_LARGE})
    def describe(id: str, new: Description, lang: Lang, rights: May) -> Summary:
        if new.archived is not None and not rights.everything:
            raise BadOption(_("Only the owner can archive or unarchive a game."))
        return calls.describe(id, new, lang)

    @api.delete("/games/{id}", status_code=204, responses={**MISSING})
    def delete(id: str) -> None:
        calls.remove(id)

    @api.get("/deleted")
    def deleted(lang: Lang) -> list[Summary]:
        return calls.deleted(lang)

    @api.delete("/deleted/{id}", status_code=204, responses={**MISSING})
    def purge(id: str) -> None:
        calls.purge(id)

    @api.post("/games/{id}/restore", responses={**MISSING})
    def restore(id: str, lang: Lang) -> Summary:
        return calls.restore(id, lang)

    @api.post("/games/{id}/duplicate", status_code=201, responses={**MISSING})
    def duplicate(id: str, lang: Lang) -> State:
        return calls.duplicate(id, lang)

    @api.post("/games/{id}/branch", status_code=201, responses={**MISSING})
    def branch(id: str, where: Branch, lang: Lang) -> State:
        return calls.branch(id, where, lang)


def files_and_records(api: APIRouter, calls: Calls, beside: Beside) -> None:
    """Add the paths for the export and import of games and for the records of finished games."""

    @api.get("/export", response_class=Response, responses={**ZIP, **MISSING})
    def export(part: Annotated[int, Query(ge=1, le=10_000)] = 1) -> Response:
        """Export all games as a zip file. If there are more parts, the header “rival-next” contains the next number."""
        file, more = calls.exported(part)
        named = {"content-disposition": f'attachment; filename="rival-games{"" if part == 1 else f"-{part}"}.zip"'}
        if more:
            named["rival-next"] = str(part + 1)
        return Response(file, media_type="application/zip", headers=named)

    @api.post(
        "/import",
        status_code=201,
        responses={**TOO_LARGE},
        openapi_extra={
            "requestBody": {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
        },
    )
    async def take_in(request: Request, lang: Lang) -> TakenIn:
        return await beside.run(None, partial(calls.take_in, await request.body(), lang))

    @api.get("/records")
    def records(lang: Lang, samples: bool = False) -> Records:
        return calls.records(samples, lang)

    @api.get("/records.csv", response_class=Response, responses=CSV)
    def records_csv(lang: Lang, samples: bool = False) -> Response:
        named = {"content-disposition": 'attachment; filename="rival-records.csv"'}
        return Response(calls.records_file("csv", samples, lang), media_type="text/csv", headers=named)

    @api.get("/records.json")
    def records_json(lang: Lang, samples: bool = False) -> list[FinishedGame]:
        return calls.finished(samples, lang)


class Network(Protocol):
    """The local network, to which Rival can be opened and closed while it runs."""

    async def open(self) -> None:
        """Admit other devices; raise BadOption without a network or a free port."""

    async def close(self) -> None:
        """Stop admitting other devices."""


def opened(api: APIRouter, door: Door, network: Network | None) -> None:
    """Add the paths for the capabilities of a device and for opening Rival to the network."""

    @api.get("/here")
    @in_share("constants")
    def here(request: Request, rights: May) -> Here:
        if not rights.everything:
            return Here(False, rights.games, None, None, None, "server", ())
        can: list[Ability] = ["open"] if network is not None and from_this_machine(request) else []
        can += ["carry"] if (OFFLINE / "index.html").exists() else []
        if not door.address:
            return Here(True, {}, None, None, None, "server", can)
        return Here(True, {}, door.link, door.key, code_for_page(door.link), "server", ["links", *can])

    @api.put("/network")
    async def switch(request: Request, wanted: Opened, rights: May) -> Here:
        """Open Rival to the network, or close it. Only the machine that runs Rival may do this."""
        if network is None or not from_this_machine(request):
            raise BadOption(_("Rival can be opened to the network or closed only on the computer where it runs."))
        await (network.open() if wanted.open else network.close())
        return here(request, rights)


def shared(api: APIRouter, shelf: SqlShelf, bell: Bell, door: Door, beside: Beside) -> None:
    """Add the paths for live updates and for links to share."""

    @api.get("/games/{id}/links", responses={**MISSING})
    def links(id: str) -> Links:
        if not door.address:
            raise BadOption(
                _("Other devices can't connect yet. Open Rival to the network first, or start it with --lan.")
            )
        *keys, rename = shelf.keys(id)
        play, watch = (f"{door.address}/game/{id}/{key}" for key in keys)
        return Links(Link(play, code_for_page(play)), Link(watch, code_for_page(watch)), rename)

    @api.post("/games/{id}/links", responses={**MISSING})
    def renew_links(id: str) -> Links:
        """Replace the links of a game. The old links stop working."""
        shelf.keys(id)
        shelf.renew_links(id)
        return links(id)

    @api.put("/games/{id}/guests", responses={**MISSING})
    def allow_guests(id: str, guests: Guests) -> Links:
        shelf.keys(id)
        shelf.let_guests_name(id, guests.rename)
        return links(id)

    @api.get("/games/{id}/events", response_class=Response, responses={**MISSING, **EVENTS})
    async def listen(id: str, request: Request) -> Response:
        """Stream server-sent events of a game.

        “moved” with {at, edition} comes first and whenever the game or its name has changed; “gone” when it is deleted.
        """
        if await beside.run(None, partial(shelf.stamp, id), "streams") is None:
            raise no_game(id)

        def look() -> tuple[int, int] | None:
            return shelf.stamp(id) if door.rights(request).of(id) is not None else None

        return EventStream(bell, address_of(request), events(bell, id, lambda: beside.run(None, look, "streams")))
