"""Whole games against a small model of bases and map: posts leave and return at random between two reports."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from rival.games.mombasa.table import COMPANIES
from tests.mombasa.game_driver import MombasaTable

COLUMN_COINS = [[0, 1, 2], [1, 0, 2], [0, 1, 2], [1, 2], [0, 2], [2, 2]]
"""Short columns, so that their end spaces are soon empty."""
REGIONS = [f"R{n}" for n in range(12)]
OPEN_MAP = {"borders": {}, "gates": {company: dict.fromkeys(REGIONS, 1) for company in COMPANIES}}
BY_NAME = {str(words): company for company, words in COMPANIES.items()}
PLACED = re.compile(r"Put a post of (?P<company>.+) into (?P<region>R\d+), from column (?P<column>\d+) of its base")
RETURNED = re.compile(
    r"Take the post of (?P<company>.+) out of (?P<region>R\d+) and put it back on its base: "
    r"column (?P<column>\d+), space (?P<row>\d+)"
)
ASIDE = re.compile(r"Take the post of (?P<company>.+) out of (?P<region>R\d+) and set it aside")


class TableModel:
    """The real posts: for each base its columns from the top, and the map."""

    def __init__(self) -> None:
        self.bases = {company: [[True] * len(column) for column in COLUMN_COINS] for company in COMPANIES}
        self.aside = dict.fromkeys(COMPANIES, 0)
        self.posts: dict[str, str] = {}

    def remove_post(self, company: str, column: int) -> None:
        posts = self.bases[company][column]
        posts[posts.index(True)] = False

    def find_free_columns(self, company: str) -> list[int]:
        """Return the columns to which a post may return: those with an empty space above the end space."""
        return [n for n, column in enumerate(self.bases[company]) if not all(column[:-1])]

    def find_lowest_empty_row(self, company: str, column: int) -> int:
        return max(row for row, post in enumerate(self.bases[company][column][:-1]) if not post)

    def return_displaced_post(self, company: str, column: int) -> None:
        self.bases[company][column][self.find_lowest_empty_row(company, column)] = True

    def count_visible_coins(self, company: str) -> int:
        return sum(
            coins
            for column, posts in zip(COLUMN_COINS, self.bases[company], strict=True)
            for coins, post in zip(column, posts, strict=True)
            if not post
        )

    # --- moves of the player

    def expand_at_random(self, dice: random.Random) -> set[str]:
        """Place some posts from any columns; displaced ones return to any. Return the companies whose bases changed."""
        changed: set[str] = set()
        for _post in range(dice.randint(0, 9)):
            company, region = dice.choice(list(COMPANIES)), dice.choice(REGIONS)
            columns = [n for n, column in enumerate(self.bases[company]) if any(column)]
            if not columns or self.posts.get(region) == company:
                continue
            self.remove_post(company, dice.choice(columns))
            changed |= {company} | self.displace_post(region, dice)
            self.posts[region] = company
        return changed

    def displace_post(self, region: str, dice: random.Random) -> set[str]:
        displaced = self.posts.pop(region, "")
        if not displaced:
            return set()
        columns = self.find_free_columns(displaced)
        if columns:
            self.return_displaced_post(displaced, dice.choice(columns))
        else:
            self.aside[displaced] += 1
        return {displaced}

    # --- instructions for the virtual player

    def execute_instruction(self, text: str) -> None:
        """Carry out an instruction; it must be possible and leave the fewest visible coins."""
        if match := PLACED.match(text):
            company, column = BY_NAME[match["company"]], int(match["column"]) - 1
            min_coins = min(
                self.count_visible_coins(company) + COLUMN_COINS[n][posts.index(True)]
                for n, posts in enumerate(self.bases[company])
                if True in posts
            )
            self.remove_post(company, column)
            assert self.count_visible_coins(company) == min_coins, text
            assert match["region"] not in self.posts, text
            self.posts[match["region"]] = company
        elif match := RETURNED.match(text):
            company, column = BY_NAME[match["company"]], int(match["column"]) - 1
            max_coins = max(
                COLUMN_COINS[n][self.find_lowest_empty_row(company, n)] for n in self.find_free_columns(company)
            )
            before = self.count_visible_coins(company)
            assert self.find_lowest_empty_row(company, column) == int(match["row"]) - 1, text
            self.return_displaced_post(company, column)
            assert self.posts.pop(match["region"]) == company, text
            assert before - self.count_visible_coins(company) == max_coins, text
        elif match := ASIDE.match(text):
            assert not self.find_free_columns(BY_NAME[match["company"]]), text
            self.aside[BY_NAME[match["company"]]] += 1
            assert self.posts.pop(match["region"]) == BY_NAME[match["company"]], text


class ModelDrivenGame:
    """A game whose questions are answered from the model."""

    def __init__(self, seed: int, options: dict[str, Any]) -> None:
        bases = dict.fromkeys(COMPANIES, COLUMN_COINS)
        self.table = MombasaTable(land=OPEN_MAP, deck=["expansion-1"] * 10, bases=bases, **options)
        self.dice = random.Random(seed)
        self.model = TableModel()
        self.done = 0

    def play(self) -> None:
        while self.table.key != "final":
            self.table.say(self.answer())
            for entry in self.table.session.transcript[self.done :]:
                self.model.execute_instruction(entry.text)
                self.done += 1
            self.compare()

    def answer(self) -> Any:
        question = self.table.session.open_ask
        assert question is not None
        if question.who == "chance":
            return self.dice.choice(self.table.options)
        match question.key:
            case "your-turn":
                return {"then": "pass"}
            case "draw":
                return ["expansion-1"] * question.answer_type.minimum  # type: ignore[attr-defined]
            case "report":
                return self.report()
            case "columns":
                base = self.model.bases[question.metadata["company"]]
                counts: dict[str, Any] = {f"column{n}": sum(column) for n, column in enumerate(base, start=1)}
                counts["open"] = [n for n, column in enumerate(base, start=1) if not column[-1]]
                return counts | {"aside": self.model.aside[question.metadata["company"]]}
        return True

    def report(self) -> dict[str, Any]:
        before = dict(self.table.board.posts)
        changed = self.model.expand_at_random(self.dice)
        after = self.model.posts
        moved = {region: after[region] for region in REGIONS if region in after and after[region] != before.get(region)}
        implied = {company for region in moved for company in (before.get(region), moved[region])}
        tracks = {company: self.dice.randint(0, 3) for company in COMPANIES}
        return {**tracks, "posts": moved, "bases": sorted(changed - implied)}

    def compare(self) -> None:
        """Check that all known bases are equal to the model."""
        assert self.table.board.posts == self.model.posts or self.table.board.expansion
        for company, base in self.table.board.bases.items():
            if self.table.key != "report" and not self.table.board.expansion:
                assert [list(column.posts) for column in base] == self.model.bases[company], company
                assert self.table.board.aside[company] == self.model.aside[company]


@pytest.mark.parametrize("seed", range(12))
def test_mo_a23_bases_match_the_model_after_any_moves_between_reports(seed: int) -> None:
    ModelDrivenGame(seed, {"priority_one": "repeat" if seed % 2 else "once"}).play()
