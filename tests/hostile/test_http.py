"""Requests that no browser sends, over a real connection: they are cut off, get one response, and delay nobody."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection

import pytest

from rival.engine import Engine
from rival.server.app import make_app
from rival.server.auth import Authenticator
from rival.server.limits import (
    MAX_FIELDS,
    MAX_OVERHEAD_BYTES,
    READ_BYTES,
    LimitedProtocol,
    ServerConfig,
    drop_quoted_cookies,
)
from rival.storage import Database, SqlGameRepository
from tests.support.server_process import run_configured_server

HOST = b"host: 127.0.0.1\r\n"
CHUNKED = b"POST /api/games HTTP/1.1\r\n" + HOST + b"transfer-encoding: chunked\r\n\r\n"
GET = b"GET /api/opponents HTTP/1.1\r\n" + HOST + b"\r\n"
KEY = "ABCD-EFGH-JKMN"


@pytest.fixture(scope="module")
def server_address() -> Iterator[tuple[str, int]]:
    """Yield the address of a server without authentication."""
    with run_configured_server(ServerConfig(make_app(Engine()))) as found:
        yield found


@pytest.fixture(scope="module")
def locked_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Yield the address of a server that requires the key."""
    shelf = SqlGameRepository(Database(f"sqlite:///{tmp_path_factory.mktemp('locked') / 'rival.db'}"))
    door = Authenticator(shelf, KEY, "http://127.0.0.1:8181", trusts_this_machine=False)
    with run_configured_server(ServerConfig(make_app(Engine(shelf), authenticator=door))) as found:
        yield found


def read_responses(address: tuple[str, int], *sent: bytes, timeout: float = 10) -> bytes:
    """Return all bytes that the server sends until it closes the connection; raise TimeoutError if it does not."""
    got = b""
    with socket.create_connection(address, timeout) as device:
        with suppress(ConnectionError):
            for part in sent:
                device.sendall(part)
        with suppress(ConnectionError):
            while chunk := device.recv(65536):
                got += chunk
    return got


def read_statuses(answers: bytes) -> list[bytes]:
    """Return the status codes of responses."""
    return [response[:3] for response in answers.split(b"HTTP/1.1 ")[1:]]


# --- sizes -------------------------------------------------------------------------------------------------

ENDLESS = {
    "a path": b"GET /" + b"x" * 300_000,
    "a value": b"GET / HTTP/1.1\r\n" + HOST + b"x: " + b"y" * 300_000,
    "a name": b"GET / HTTP/1.1\r\n" + HOST + b"x" * 300_000,
    "fields": b"GET / HTTP/1.1\r\n" + HOST + b"x: y\r\n" * (MAX_FIELDS + 1) + b"\r\n",
    "trailer fields": CHUNKED + b"1\r\nx\r\n0\r\n" + b"x: y\r\n" * (MAX_FIELDS + 1),
    "a trailer value": CHUNKED + b"1\r\nx\r\n0\r\nx: " + b"y" * 300_000,
    "a trailer name": CHUNKED + b"1\r\nx\r\n0\r\n" + b"x" * 300_000,
    "chunks of one byte": CHUNKED + b"1\r\nx\r\n" * 50_000,
    "an extension of a chunk": CHUNKED + b"1;" + b"x" * 300_000,
}


@pytest.mark.parametrize("what", ENDLESS)
def test_a_request_that_is_too_long_besides_its_body_is_cut_off(server_address: tuple[str, int], what: str) -> None:
    begun = time.monotonic()
    assert read_statuses(read_responses(server_address, ENDLESS[what])) in (
        [b"400"],
        [],
    )  # a reset may overtake the answer
    assert time.monotonic() - begun < 5


def test_a_head_may_be_long_and_have_many_fields(server_address: tuple[str, int]) -> None:
    fields = b"".join(b"x-%d: %s\r\n" % (number, b"y" * 250) for number in range(MAX_FIELDS - 2))
    assert len(fields) < MAX_OVERHEAD_BYTES
    sent = b"GET /api/opponents HTTP/1.1\r\n" + HOST + fields + b"connection: close\r\n\r\n"
    assert read_statuses(read_responses(server_address, sent)) == [b"200"]


def test_a_body_in_chunks_of_a_usual_size_is_read(server_address: tuple[str, int]) -> None:
    chunk = b"400\r\n" + b"x" * 0x400 + b"\r\n"
    sent = CHUNKED.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n") + chunk * 500 + b"0\r\n\r\n"
    assert read_statuses(read_responses(server_address, sent)) == [b"422"]


# --- cookies and trailers ----------------------------------------------------------------------------------


def test_a_quoted_cookie_of_backslashes_costs_no_time(server_address: tuple[str, int]) -> None:
    """Python before 3.11.10 unquotes such a value in quadratic time: 7 seconds for one request."""
    cookie = b'cookie: a="' + b"\\" * 60_000 + b'"\r\n'
    begun = time.monotonic()
    sent = b"GET /api/opponents HTTP/1.1\r\n" + HOST + cookie + b"connection: close\r\n\r\n"
    assert read_statuses(read_responses(server_address, sent)) == [b"200"]
    assert time.monotonic() - begun < 2


def test_only_quoted_cookies_are_dropped() -> None:
    assert drop_quoted_cookies(b'rival-join=key; a="b\\"; rival-game-x=y') == b"rival-join=key; rival-game-x=y"


def test_a_trailer_field_is_not_a_header_field(locked_address: tuple[str, int]) -> None:
    """A key in the trailer opens nothing, however the bytes arrive."""
    body = b"1\r\nx\r\n0\r\ncookie: rival-join=" + KEY.encode() + b"\r\n\r\n"
    head = CHUNKED.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n")
    assert read_statuses(read_responses(locked_address, head + body)) == [b"401"]


# --- answers before the body -------------------------------------------------------------------------------


def test_m1_the_body_of_a_refused_request_is_not_parsed(
    locked_address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    events = 0
    on_body = LimitedProtocol.on_body

    def count(self: LimitedProtocol, body: bytes) -> None:
        nonlocal events
        events += 1
        on_body(self, body)

    monkeypatch.setattr(LimitedProtocol, "on_body", count)
    assert read_statuses(read_responses(locked_address, CHUNKED, *[b"1\r\nx\r\n" * 1000] * 200)) == [b"401"]
    assert events <= 2 * READ_BYTES / len(b"1\r\nx\r\n")


@pytest.mark.parametrize("framing", [b"transfer-encoding: chunked", b"content-length: 100000000"])
def test_m1_a_connection_that_was_refused_is_closed_soon(locked_address: tuple[str, int], framing: bytes) -> None:
    with socket.create_connection(locked_address, 10) as device:
        device.sendall(b"POST /api/games HTTP/1.1\r\n" + HOST + framing + b"\r\n\r\n1\r\nx\r\n")
        begun = time.monotonic()
        with pytest.raises(OSError):  # noqa: PT012  (it goes on sending until it is cut off)
            while time.monotonic() - begun < 8:
                device.sendall(b"1\r\nx\r\n")
                time.sleep(0.05)
        assert time.monotonic() - begun < 5


@pytest.mark.parametrize("size", [70_000, 1_000_000, 5_000_000])
def test_a_device_that_is_still_sending_gets_the_refusal(
    server_address: tuple[str, int], locked_address: tuple[str, int], size: int
) -> None:
    for where, status in ((locked_address, 401), (server_address, 413 if size > 4_500_000 else 422)):
        device = HTTPConnection(*where, timeout=10)
        device.request("POST", "/api/games", b"x" * size, {"content-type": "application/json"})
        answer = device.getresponse()
        assert (answer.status, b"message" in answer.read()) == (status, True)


def test_a_refused_request_with_a_short_body_keeps_its_connection(locked_address: tuple[str, int]) -> None:
    device = HTTPConnection(*locked_address, timeout=10)
    for _again in range(3):
        device.request("POST", "/api/games", b"x" * 30_000, {"content-type": "application/json"})
        answer = device.getresponse()
        assert (answer.status, b"message" in answer.read()) == (401, True)


# --- several requests at once ------------------------------------------------------------------------------


def test_pipelined_requests_are_answered_in_order_and_few_are_parsed_ahead(
    server_address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead: list[int] = []
    on_headers_complete = LimitedProtocol.on_headers_complete

    def count(self: LimitedProtocol) -> None:
        on_headers_complete(self)
        ahead.append(len(self.pipeline))

    monkeypatch.setattr(LimitedProtocol, "on_headers_complete", count)
    last = GET.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n").replace(b"opponents", b"nothing")
    assert read_statuses(read_responses(server_address, GET * 300 + last, timeout=30)) == [b"200"] * 300 + [b"404"]
    assert max(ahead) <= READ_BYTES / len(GET) + 1


def test_half_a_request_after_a_complete_one_times_out() -> None:
    with run_configured_server(ServerConfig(make_app(Engine()), header_timeout=0.4)) as place:
        assert read_statuses(read_responses(place, GET + GET[:20], timeout=5)) == [b"200", b"408"]


# --- what proxies and servers understand differently -------------------------------------------------------

SECOND = b"GET /smuggled HTTP/1.1\r\n" + HOST + b"\r\n"
POST = b"POST /api/games HTTP/1.1\r\n" + HOST
AMBIGUOUS = {
    "length and chunks": POST + b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n" + SECOND,
    "chunks and length": POST + b"transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n" + SECOND,
    "two lengths": POST + b"content-length: 0\r\ncontent-length: 5\r\n\r\n" + SECOND,
    "a list of lengths": POST + b"content-length: 0, 0\r\n\r\n" + SECOND,
    "a negative length": POST + b"content-length: -1\r\n\r\n" + SECOND,
    "a length with a sign": POST + b"content-length: +0\r\n\r\n" + SECOND,
    "a length in hex": POST + b"content-length: 0x0\r\n\r\n" + SECOND,
    "a huge length": POST + b"content-length: 99999999999999999999999\r\n\r\n" + SECOND,
    "another coding": POST + b"transfer-encoding: xchunked\r\n\r\n" + SECOND,
    "chunked before another coding": POST + b"transfer-encoding: chunked, identity\r\n\r\n" + SECOND,
    "a space before the colon": POST + b"content-length : 0\r\n\r\n" + SECOND,
    "a folded value": POST + b"x: y\r\n content-length: 0\r\n\r\n" + SECOND,
    "a value with NUL": POST + b"x: a\0b\r\n\r\n" + SECOND,
    "a name with a space": POST + b"x y: z\r\n\r\n" + SECOND,
    "no name": POST + b": z\r\n\r\n" + SECOND,
    "a carriage return alone": POST + b"x: y\rcontent-length: 0\r\n\r\n" + SECOND,
    "a chunk size that is none": CHUNKED + b"x\r\n\r\n" + SECOND,
    "a negative chunk": CHUNKED + b"-1\r\nx\r\n" + SECOND,
    "a huge chunk": CHUNKED + b"fffffffffffffffff\r\nx\r\n" + SECOND,
    "a chunk longer than told": CHUNKED + b"1\r\nxx\r\n0\r\n\r\n" + SECOND,
    "no version": b"GET /\r\n\r\n" + SECOND,
    "another version": b"GET / HTTP/3.7\r\n" + HOST + b"\r\n" + SECOND,
    "no method": b" / HTTP/1.1\r\n" + HOST + b"\r\n" + SECOND,
    "an unknown method": b"HACK / HTTP/1.1\r\n" + HOST + b"\r\n" + SECOND,
    "a tunnel": b"CONNECT 127.0.0.1:80 HTTP/1.1\r\n" + HOST + b"\r\n" + SECOND,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100 + SECOND,
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SECOND,
}


@pytest.mark.parametrize("what", AMBIGUOUS)
def test_an_ambiguous_request_ends_its_connection_and_carries_no_second_one(
    server_address: tuple[str, int], what: str
) -> None:
    found = read_statuses(read_responses(server_address, AMBIGUOUS[what]))
    assert len(found) <= 1, found
    assert b"200" not in found


@pytest.mark.parametrize("framing", [b"", b"content-length: 2\r\n"])
def test_an_offer_to_upgrade_is_answered_as_usual_and_ends_the_connection(
    server_address: tuple[str, int], framing: bytes
) -> None:
    upgrade = b"connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n"
    sent = b"GET /api/opponents HTTP/1.1\r\n" + HOST + upgrade + framing + b"\r\n"
    assert read_statuses(read_responses(server_address, sent + SECOND)) == [b"200"]


def test_the_server_still_answers(server_address: tuple[str, int], locked_address: tuple[str, int]) -> None:
    for where, status in ((server_address, 200), (locked_address, 401)):
        device = HTTPConnection(*where, timeout=10)
        device.request("GET", "/api/opponents")
        assert device.getresponse().status == status
