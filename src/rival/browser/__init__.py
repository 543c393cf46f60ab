"""Rival without a server: the engine beside the page in the browser, its games in the browser's own storage.

The page's worker (web/src/offline) runs this through Pyodide. Python knows what is kept as a mirror; whatever a call
changes is put into an outbox, and the worker keeps all of it in one transaction before anybody hears of it.
"""
