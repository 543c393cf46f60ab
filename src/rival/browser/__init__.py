"""Run Rival without a server: the engine runs in the browser, which also stores the games.

The page's worker (web/src/offline) runs this package through Pyodide. Python holds a copy of the stored data; a call
puts its changes into an outbox, and the worker stores them in one transaction before the page gets the reply.
"""
