"""Clients that answer, correct and undo at random over HTTP and record the acknowledged changes."""

from __future__ import annotations

import random
import threading
import time
from itertools import count
from types import SimpleNamespace
from typing import Any

import httpx2

from rival.testing import make_random_answer

UNIQUE_NUMBERS = count(1)


def to_question(value: Any) -> Any:
    """Convert a question from JSON to an object with attributes."""
    if isinstance(value, dict):
        return SimpleNamespace(**{name: to_question(one) for name, one in value.items()})
    return [to_question(one) for one in value] if isinstance(value, list) else value


class RandomClient(threading.Thread):
    """A client of one game; ``acknowledged`` contains (at, call, body) of every accepted change."""

    def __init__(self, ports: list[int], id: str, seed: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.addresses = [f"http://127.0.0.1:{port}/api/games/{id}" for port in ports]
        self.dice = random.Random(seed)
        self.over = over
        self.acknowledged: list[tuple[int, str, dict[str, Any]]] = []
        self.sent: set[tuple[int, str, str]] = set()
        self.problems: list[str] = []
        self.state: dict[str, Any] = {}

    def run(self) -> None:
        with httpx2.Client(timeout=20) as self.client:
            while not self.over.is_set():
                try:
                    if not self.state or self.dice.random() < 0.02:  # a disconnection: what was known is gone
                        self.state = self.client.get(self.address).json()
                    self.send_change()
                except httpx2.TransportError:  # the server was killed: ask the next one how the game stands
                    self.state = {}
                    time.sleep(0.003)
                except Exception as problem:  # no test may lose this in a thread
                    self.problems.append(repr(problem))
                    return

    @property
    def address(self) -> str:
        return self.dice.choice(self.addresses)

    def send_change(self) -> None:
        at = self.state["at"]
        what, body = self.choose_change()
        self.sent.add((at, what, repr(body)))
        told = self.client.post(f"{self.address}/{what}", json={"at": at, **body})
        if told.status_code == 200:
            self.acknowledged.append((at, what, body))
            self.state = told.json().get("state") or told.json()
        elif told.status_code == 409:
            self.state = told.json()
        elif told.status_code != 422:  # an answer of the right shape that does not fit is no mistake here
            self.problems.append(f"{what}: {told.status_code} {told.text}")

    def choose_change(self) -> tuple[str, dict[str, Any]]:
        luck = self.dice.random()
        if luck < 0.15 and self.state["can_undo"]:
            return "undo", {}
        if luck < 0.25 and self.state["can_redo"]:
            return "redo", {}
        if luck < 0.5 or self.state["question"] is None:
            return "correct", {"path": "mayor.vp", "value": next(UNIQUE_NUMBERS)}
        return "answer", {"value": make_random_answer(to_question(self.state["question"]), self.dice)}


def run_clients(devices: list[RandomClient], changes: int) -> None:
    """Run all clients at the same time until this many changes were acknowledged."""
    for one in devices:
        one.start()
    wait_for_changes(devices, changes)
    stop_clients(devices)


def wait_for_changes(devices: list[RandomClient], many: int) -> None:
    """Wait until ``many`` more changes were acknowledged, or for 90 seconds."""
    enough = sum(len(one.acknowledged) for one in devices) + many
    until = time.monotonic() + 90
    while sum(len(one.acknowledged) for one in devices) < enough and time.monotonic() < until:
        if any(one.problems for one in devices):
            return
        time.sleep(0.001)


def stop_clients(devices: list[RandomClient]) -> None:
    for one in devices:
        one.over.set()
    for one in devices:
        one.join(60)
        assert not one.is_alive()
        assert one.problems == [], one.problems


def check_log(log: list[Any], devices: list[RandomClient]) -> None:
    """Check that the log contains every acknowledged change once, at its position, and nothing that was not sent."""
    taken = sorted((at, what, repr(body)) for one in devices for at, what, body in one.acknowledged)
    places = [at for at, _what, _body in taken]
    assert len(places) == len(set(places)), "two devices were told that the same place is theirs"
    for one in devices:
        for at, what, body in one.acknowledged:
            entry = log[at]
            if what in ("undo", "redo"):
                assert isinstance(entry, int), (at, what, entry)
            else:
                assert entry[0] == what
                assert getattr(entry[2], "value", entry[2]) == body["value"], (at, what, body, entry)
    sent = {(at, what) for one in devices for at, what, _body in one.sent}
    for at, entry in enumerate(log):
        kinds = ("undo", "redo") if isinstance(entry, int) else (entry[0],)
        assert any((at, kind) in sent for kind in kinds), (at, entry)
