"""Declarations of calls: each call is a method of ``Api`` with the decorator ``call``.

From it come the path of the server and its description, the check of permissions, the call by name in the browser, and
the client of the page (tools/openapi.py).

>>> class Clock:
...     @call("GET", "clocks/{id}", "watch")
...     def read_clock(self, id: str) -> int:
...         "Return the hour."
...         return 12
>>> [(one.name, one.access) for one in list_calls(Clock)]
[('read_clock', 'watch')]
>>> CallTable(Clock).find("GET", "/api/clocks/7")
(Call(name='read_clock', method='GET', path='clocks/{id}', access='watch'), {'id': '7'})
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from inspect import Parameter
from typing import Any, Literal, TypeAlias, TypeVar, get_type_hints

from rival.engine.capabilities import Permissions

Method: TypeAlias = Callable[..., Any]
MethodT = TypeVar("MethodT", bound=Method)
HttpMethod: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]

AccessLevel: TypeAlias = Literal["owner", "device", "rename", "play", "watch", "guest"]
"""The callers who may make a call.

``owner``: the person at the machine. ``device``: also a device with the key. ``rename``, ``play`` and ``watch``: also
a device with a link of the game ``{id}`` that allows this. ``guest``: also a device with a link of any game. No call is
for strangers.
"""

ThreadShare: TypeAlias = Literal["games", "samples", "constants", "box"]
"""The data that a call works on; it decides which share of the threads runs it (``server/scheduler.py``)."""

API_PATH = "/api/"


@dataclass(frozen=True, slots=True)
class Call:
    """The declaration of a call."""

    name: str
    method: HttpMethod
    path: str
    access: AccessLevel
    share: ThreadShare = field(default="games", repr=False)
    status: int = field(default=200, repr=False)
    media_type: str = field(default="application/json", repr=False)
    file_name: str = field(default="", repr=False)
    """The name under which a browser saves the response; empty if it shows it."""
    is_cached: bool = field(default=False, repr=False)
    """True if a browser may keep the response and ask whether it has changed."""

    def is_allowed(self, caller: Permissions, id: str = "") -> bool:
        """Return whether a caller may make this call about the game ``id``."""
        match self.access:
            case "owner":
                return caller.allows_everything and caller.is_at_machine
            case "device":
                return caller.allows_everything
            case "rename":
                return caller.access_to(id) == "name"
            case "play":
                return caller.can_play(id)
            case "watch":
                return caller.access_to(id) is not None
            case "guest":
                return caller.allows_everything or bool(caller.games)


def call(method: HttpMethod, path: str, access: AccessLevel, **more: Any) -> Callable[[MethodT], MethodT]:
    """Return a decorator that declares a method as a call; ``more`` sets other fields of ``Call``."""

    def declare(function: MethodT) -> MethodT:
        function.call = Call(function.__name__, method, path, access, **more)  # type: ignore[attr-defined]
        return function

    return declare


@cache
def list_calls(api: type) -> Sequence[Call]:
    """Return the calls of a class and its base classes, in declaration order."""
    names = dict.fromkeys(name for kind in reversed(api.__mro__) for name in vars(kind))
    return [declared for name in names if (declared := find_declaration(api, name)) is not None]


def find_declaration(api: type, name: str) -> Call | None:
    """Return the declaration of a call; a method that overrides a call keeps its declaration."""
    for kind in api.__mro__:
        declared = getattr(vars(kind).get(name), "call", None)
        if isinstance(declared, Call):
            return declared
    return None


@cache
def list_parameters(api: type, name: str) -> Mapping[str, tuple[Any, Parameter]]:
    """Return the type and the declaration of each parameter, from the method that implements the call."""
    method = getattr(api, name)
    hints = get_type_hints(method, include_extras=True)
    parameters = list(inspect.signature(method).parameters.values())[1:]
    return {parameter.name: (hints[parameter.name], parameter) for parameter in parameters}


def get_result_type(api: type, name: str) -> Any:
    """Return the annotated result of a call."""
    return get_type_hints(getattr(api, name), include_extras=True)["return"]


class CallTable:
    """The calls of a class, by HTTP method and path."""

    def __init__(self, api: type) -> None:
        self.calls = list_calls(api)
        self.by_shape: dict[tuple[str, int], list[tuple[Call, list[str]]]] = {}
        for declared in self.calls:
            parts = declared.path.split("/")
            self.by_shape.setdefault((declared.method, len(parts)), []).append((declared, parts))

    def find(self, method: str, path: str) -> tuple[Call, dict[str, str]] | None:
        """Return the call for a request and the parameters in its path; None if there is none."""
        given = path.removeprefix(API_PATH).split("/")
        method = "GET" if method == "HEAD" else method
        if not path.startswith(API_PATH) or not all(given):
            return None
        for declared, parts in self.by_shape.get((method, len(given)), ()):
            pairs = list(zip(parts, given, strict=True))
            if all(part == text or part.startswith("{") for part, text in pairs):
                return declared, {part[1:-1]: text for part, text in pairs if part.startswith("{")}
        return None
