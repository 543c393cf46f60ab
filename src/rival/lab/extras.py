"""Imports of optional packages, with a clear message if one is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rival.kernel import BadOptionError, Text, _


def import_extra(module: str, extra: str) -> Any:
    """Import a module of an optional dependency; raise BadOptionError if it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        raise BadOptionError(describe_missing_package(module, extra)) from None


def describe_missing_package(module: str, extra: str) -> Text:
    """Return the message that names a missing package and how to install it."""
    return _(
        "The package “{module}” is missing. Install it with: pip install 'rival-solo[{extra}]'",
        module=module,
        extra=extra,
    )
