"""Benchmarks. Each module is a program; docs/speed.md names them and their results."""
