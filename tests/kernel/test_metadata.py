"""Metadata of transcript entries: the arguments of their text, or the question and its answer."""

import rival


def test_entries_have_the_arguments_of_their_text_as_metadata() -> None:
    session = rival.play_demo("rolling-heights", seed=7)
    roll = next(one for one in session.transcript if one.metadata.get("kind") == "die")
    assert roll.who == "chance"
    assert roll.metadata["key"] == "mayor-die"
    assert str(roll.metadata["answer"]) in roll.text
    assert roll.metadata["sides"] == 6
    cubes = next(one for one in session.transcript if "cubes" in one.metadata and one.kind == "do")
    assert cubes.metadata["plot"] in cubes.text
    assert all(set(one) == {"name", "n"} for one in cubes.metadata["cubes"])


def test_metadata_is_the_same_in_every_language() -> None:
    english = rival.play_demo("rolling-heights", seed=7)
    russian = rival.Session.load(english.journal.format_text(), lang="ru")
    assert [one.metadata for one in english.transcript] == [one.metadata for one in russian.transcript]
