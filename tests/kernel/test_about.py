"""Metadata of transcript entries: the arguments of their text, or the question and its answer."""

import rival


def test_entries_tell_programs_what_their_words_speak_of() -> None:
    session = rival.demo("rolling-heights", seed=7)
    roll = next(one for one in session.transcript if one.about.get("kind") == "die")
    assert roll.who == "chance"
    assert roll.about["key"] == "mayor-die"
    assert str(roll.about["answer"]) in roll.text
    assert roll.about["sides"] == 6
    cubes = next(one for one in session.transcript if "cubes" in one.about and one.kind == "do")
    assert cubes.about["plot"] in cubes.text
    assert all(set(one) == {"name", "n"} for one in cubes.about["cubes"])


def test_what_entries_are_about_is_the_same_in_every_language() -> None:
    english = rival.demo("rolling-heights", seed=7)
    russian = rival.Session.load(english.journal.dumps(), lang="ru")
    assert [one.about for one in english.transcript] == [one.about for one in russian.transcript]
