"""Tests of the commands and of playing at the terminal."""
