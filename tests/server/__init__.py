"""Tests of the web server and of the engine behind it."""
