"""The companion in a browser: a page and the engine behind it, on this machine alone."""
