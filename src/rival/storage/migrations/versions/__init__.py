"""Schema migrations, one module each."""
