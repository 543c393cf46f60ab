"""The API's paths for managing games: names, archive, copies, files, links to share, live updates, records."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Protocol

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from rival.engine import make_missing_game_error
from rival.engine.api import Api, ImportedGames
from rival.engine.capabilities import Capabilities, Feature
from rival.engine.requests import Branch, Description
from rival.engine.responses import State, Summary
from rival.engine.statistics import FinishedGame, GameStatistics
from rival.kernel import BadOptionError, _
from rival.server.api_types import NOT_FOUND_RESPONSE, TOO_LARGE_RESPONSE, JsonBody, Lang
from rival.server.auth import Authenticator, Permissions, get_sender_address, is_from_this_machine, read_permissions
from rival.server.executor import CallExecutor, use_share
from rival.server.live import ChangeNotifier, EventStream, stream_changes
from rival.server.login import make_qr_image
from rival.server.pages import OFFLINE
from rival.storage import SqlGameRepository


def describe_file_response(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of a response that is a file of this media type."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}}


ZIP_RESPONSE = describe_file_response("application/zip")
CSV_RESPONSE = describe_file_response("text/csv")
EVENTS_RESPONSE = describe_file_response("text/event-stream")


# --- what a page sends and gets ----------------------------------------------------------------------------


class GuestPermissions(JsonBody):
    """Permissions of players who use a link, besides playing."""

    rename: bool


class NetworkSwitch(JsonBody):
    """A switch: other devices of the network can connect, or not."""

    open: bool


REQUEST_MODELS = {GuestPermissions.__name__, NetworkSwitch.__name__}


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


async def get_permissions(request: Request) -> Permissions:
    """Return the permissions of the device. Without authentication that is everything."""
    return read_permissions(request)


CallerPermissions = Annotated[Permissions, Depends(get_permissions)]


def add_management_routes(api: APIRouter, calls: Api) -> None:
    """Add the paths for names, archive, deletion, restoring and copies."""

    @api.get("/games")
    def list_games(lang: Lang, permissions: CallerPermissions) -> list[Summary]:
        return [summary for summary in calls.games(lang) if permissions.access_to(summary.id) is not None]

    @api.patch("/games/{id}", responses={**NOT_FOUND_RESPONSE, **TOO_LARGE_RESPONSE})
    def describe_game(id: str, body: Description, lang: Lang, permissions: CallerPermissions) -> Summary:
        if body.archived is not None and not permissions.allows_everything:
            raise BadOptionError(_("Only the owner can archive or unarchive a game."))
        return calls.describe(id, body, lang)

    @api.delete("/games/{id}", status_code=204, responses={**NOT_FOUND_RESPONSE})
    def delete_game(id: str) -> None:
        calls.remove(id)

    @api.get("/deleted")
    def list_deleted_games(lang: Lang) -> list[Summary]:
        return calls.deleted(lang)

    @api.delete("/deleted/{id}", status_code=204, responses={**NOT_FOUND_RESPONSE})
    def purge_game(id: str) -> None:
        calls.purge(id)

    @api.post("/games/{id}/restore", responses={**NOT_FOUND_RESPONSE})
    def restore_game(id: str, lang: Lang) -> Summary:
        return calls.restore(id, lang)

    @api.post("/games/{id}/duplicate", status_code=201, responses={**NOT_FOUND_RESPONSE})
    def duplicate_game(id: str, lang: Lang) -> State:
        return calls.duplicate(id, lang)

    @api.post("/games/{id}/branch", status_code=201, responses={**NOT_FOUND_RESPONSE})
    def branch_game(id: str, body: Branch, lang: Lang) -> State:
        return calls.branch(id, body, lang)


def add_file_routes(api: APIRouter, calls: Api, executor: CallExecutor) -> None:
    """Add the paths for the export and import of games and for the records of finished games."""

    @api.get("/export", response_class=Response, responses={**ZIP_RESPONSE, **NOT_FOUND_RESPONSE})
    def export_games(part: Annotated[int, Query(ge=1, le=10_000)] = 1) -> Response:
        """Export all games as a zip file. If there are more parts, the header “rival-next” contains the next number."""
        file, has_more = calls.exported(part)
        headers = {"content-disposition": f'attachment; filename="rival-games{"" if part == 1 else f"-{part}"}.zip"'}
        if has_more:
            headers["rival-next"] = str(part + 1)
        return Response(file, media_type="application/zip", headers=headers)

    @api.post(
        "/import",
        status_code=201,
        responses={**TOO_LARGE_RESPONSE},
        openapi_extra={
            "requestBody": {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
        },
    )
    async def import_games(request: Request, lang: Lang) -> ImportedGames:
        return await executor.run(None, partial(calls.take_in, await request.body(), lang))

    @api.get("/records")
    def get_records(lang: Lang, samples: bool = False) -> GameStatistics:
        return calls.records(samples, lang)

    @api.get("/records.csv", response_class=Response, responses=CSV_RESPONSE)
    def get_records_csv(lang: Lang, samples: bool = False) -> Response:
        headers = {"content-disposition": 'attachment; filename="rival-records.csv"'}
        return Response(calls.records_file("csv", samples, lang), media_type="text/csv", headers=headers)

    @api.get("/records.json")
    def get_records_json(lang: Lang, samples: bool = False) -> list[FinishedGame]:
        return calls.finished(samples, lang)


class NetworkAccess(Protocol):
    """The local network, to which Rival can be opened and closed while it runs."""

    async def open(self) -> None:
        """Admit other devices; raise BadOptionError without a network or a free port."""

    async def close(self) -> None:
        """Stop admitting other devices."""


def add_network_routes(api: APIRouter, authenticator: Authenticator, network: NetworkAccess | None) -> None:
    """Add the paths for the capabilities of a device and for opening Rival to the network."""

    @api.get("/here")
    @use_share("constants")
    def get_capabilities(request: Request, permissions: CallerPermissions) -> Capabilities:
        if not permissions.allows_everything:
            return Capabilities(False, permissions.games, None, None, None, "server", ())
        abilities: list[Feature] = ["open"] if network is not None and is_from_this_machine(request) else []
        abilities += ["carry"] if (OFFLINE / "index.html").exists() else []
        if not authenticator.address:
            return Capabilities(True, {}, None, None, None, "server", abilities)
        return Capabilities(
            True,
            {},
            authenticator.join_link,
            authenticator.key,
            make_qr_image(authenticator.join_link),
            "server",
            ["links", *abilities],
        )

    @api.put("/network")
    async def switch_network(request: Request, body: NetworkSwitch, permissions: CallerPermissions) -> Capabilities:
        """Open Rival to the network, or close it. Only the machine that runs Rival may do this."""
        if network is None or not is_from_this_machine(request):
            raise BadOptionError(_("Rival can be opened to the network or closed only on the computer where it runs."))
        await (network.open() if body.open else network.close())
        return get_capabilities(request, permissions)


def add_sharing_routes(
    api: APIRouter,
    repository: SqlGameRepository,
    notifier: ChangeNotifier,
    authenticator: Authenticator,
    executor: CallExecutor,
) -> None:
    """Add the paths for live updates and for links to share."""

    @api.get("/games/{id}/links", responses={**NOT_FOUND_RESPONSE})
    def get_links(id: str) -> Links:
        if not authenticator.address:
            raise BadOptionError(
                _("Other devices can't connect yet. Open Rival to the network first, or start it with --lan.")
            )
        *keys, rename = repository.get_link_keys(id)
        play, watch = (f"{authenticator.address}/game/{id}/{key}" for key in keys)
        return Links(Link(play, make_qr_image(play)), Link(watch, make_qr_image(watch)), rename)

    @api.post("/games/{id}/links", responses={**NOT_FOUND_RESPONSE})
    def renew_links(id: str) -> Links:
        """Replace the links of a game. The old links stop working."""
        repository.get_link_keys(id)
        repository.renew_links(id)
        return get_links(id)

    @api.put("/games/{id}/guests", responses={**NOT_FOUND_RESPONSE})
    def allow_guests(id: str, body: GuestPermissions) -> Links:
        repository.get_link_keys(id)
        repository.allow_guest_rename(id, body.rename)
        return get_links(id)

    @api.get("/games/{id}/events", response_class=Response, responses={**NOT_FOUND_RESPONSE, **EVENTS_RESPONSE})
    async def stream_events(id: str, request: Request) -> Response:
        """Stream server-sent events of a game.

        “moved” with {at, edition} comes first and whenever the game or its name has changed; “gone” when it is deleted.
        """
        if await executor.run(None, partial(repository.get_version, id), "streams") is None:
            raise make_missing_game_error(id)

        def read_stamp() -> tuple[int, int] | None:
            return (
                repository.get_version(id) if authenticator.get_permissions(request).access_to(id) is not None else None
            )

        return EventStream(
            notifier,
            get_sender_address(request),
            stream_changes(notifier, id, lambda: executor.run(None, read_stamp, "streams")),
        )
