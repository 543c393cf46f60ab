"""The web server for the page and its HTTP API."""
