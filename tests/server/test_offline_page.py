"""The page that needs no server, as the server delivers it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from rival.engine import Engine
from rival.server import pages
from rival.server.app import make_app


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr(pages, "OFFLINE", tmp_path)
    return TestClient(make_app(Engine()), base_url="http://127.0.0.1:8181")


def test_the_offline_page_may_run_its_own_python_only(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Rival</title>")
    (tmp_path / "assets" / "python.wasm").write_bytes(b"\0asm")
    page = client.get("/offline")
    assert page.url.path == "/offline/"
    policy = page.headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "default-src 'none'" in policy
    assert page.headers["cache-control"] == "no-cache"
    python = client.get("/offline/assets/python.wasm")
    assert python.headers["content-type"] == "application/wasm"
    assert "immutable" in python.headers["cache-control"]
    assert "wasm" not in client.get("/").headers["content-security-policy"]


def test_a_missing_offline_page_says_how_to_build_it(client: TestClient) -> None:
    missing = client.get("/offline/")
    assert missing.status_code == 503
    assert "make site" in missing.text
    assert missing.headers["refresh"] == "5", "it comes by itself, after a first start"
