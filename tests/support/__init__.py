"""Helpers that several test folders, the benchmarks and the tools share."""
