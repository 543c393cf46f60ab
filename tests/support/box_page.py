"""Fill a box on the page at phone size and count the taps, for the tests and ``bench/taps.py``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from rival.games.pampero.box_cards import collect_card_answers
from rival.games.pampero.card_paths import describe_path, get_part
from rival.games.pampero.icon_grammar import describe_icon
from rival.games.pampero.pack import parse_sample_pack
from rival.games.rolling_heights.sample import load_full_pack
from rival.kernel import Json, load_opponent


class BoxDriver:
    """Fills parts of a box on the page and counts the taps."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.taps = 0

    def open_part(self, game: str, part: str) -> None:
        self.taps = 0
        self.page.goto(f"{self.address}#/box/{game}/{quote(part)}")
        self.page.get_by_role("button", name="Undo").wait_for()

    def tap(self, place: Locator) -> None:
        self.taps += 1
        place.tap()

    def tap_at(self, place: Locator, x: float, y: float) -> None:
        self.taps += 1
        place.tap(position={"x": x, "y": y})

    def hold(self, place: Locator) -> None:
        """Press and hold an element like a finger."""
        self.taps += 1
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch = self.page.context.new_cdp_session(self.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        self.page.locator(".floating").wait_for()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()
        self.page.wait_for_timeout(150)  # a finger takes longer to come back

    def save_part(self) -> int:
        """Save the part; return the number of taps."""
        button = self.page.get_by_role("button", name="Save", exact=False)
        expect(button).to_be_enabled()
        here = self.page.url
        self.tap(button)
        expect(self.page).not_to_have_url(here)
        return self.taps

    # --- the editors -------------------------------------------------------------------------------------

    def draw_board(self, rows: Sequence[str]) -> int:
        """Draw a district: a brush with its number, then its squares, and the rest as land."""
        kinds = {"p": "Park", "v": "Civic", "r": "Residential", "c": "Commercial", "i": "Industrial", "~": "Water"}
        squares = {
            f"{'abcdefghijkl'[x]}{y + 1}": sign for y, row in enumerate(rows) for x, sign in enumerate(row.split())
        }
        for paint in sorted({sign for sign in squares.values() if sign != "-"}):
            self.tap(self.page.get_by_role("radio", name=kinds[paint[0]]))
            if paint[1:]:
                self.tap(self.page.get_by_role("button", name=f"{kinds[paint[0]].lower()} {paint[1:]}", exact=True))
            for name in (name for name, sign in squares.items() if sign == paint):
                self.tap(self.page.get_by_role("button", name=f"{name}: "))
        rest = self.page.get_by_role("button", name=re.compile("^The rest is plain land"))
        if rest.count():
            self.tap(rest)
        return self.save_part()

    def draw_base(self, columns: Sequence[Sequence[int]]) -> int:
        for x, column in enumerate(columns, start=1):
            for y, coins in enumerate(column, start=1):
                more = "Add a column" if y == 1 else f"Column {x}: add a space"
                self.tap(self.page.get_by_role("button", name=more, exact=True))
                for _coin in range(coins):
                    self.tap(self.page.get_by_role("button", name=f"Column {x}, space {y}:"))
        return self.save_part()

    def draw_map(self, land: Mapping[str, Any], names: Mapping[str, str]) -> int:
        """Draw a map: the dots, then the borders as connected walks, then the gates of each base."""
        page = self.page
        sheet = page.locator("svg[role=group]")
        box = sheet.bounding_box()
        assert box is not None
        scale = box["width"] / 1000
        for region in names:
            x, y = land["places"][region]
            self.tap_at(sheet, x * scale, y * scale)
        self.tap(page.locator(".segments label", has_text="Borders"))
        for trail in find_walks(land["borders"]):
            for region in trail:
                self.tap(page.locator(f'[data-place="{names[region]}"] .dot'))
            self.tap(page.locator(f'[data-place="{names[trail[-1]]}"] .dot'))  # lifts the pen
        for one, near in land["borders"].items():
            for other, price in near.items():
                if price > 1:
                    pair = sorted([names[one], names[other]])
                    self.tap(page.get_by_role("button", name=f"Border {pair[0]}, {pair[1]}: 1", exact=True))
        self.tap(page.locator(".segments label", has_text="Bases"))
        for base, gates in land["gates"].items():
            self.tap(page.get_by_role("radio", name=base))
            for region, price in gates.items():
                self.tap(page.locator(f'[data-place="{names[region]}"] .dot'))
                if price > 1:
                    gate = f"Entry from base {base} to {names[region]}: 1"
                    self.tap(page.get_by_role("button", name=gate, exact=True))
        self.tap(page.get_by_role("switch"))
        return self.save_part()

    def fill_card_form(self, places: Mapping[str, Json]) -> int:
        """Fill a VJ card place by place, as the page asks; ``places`` has the labels of each place."""
        page = self.page
        palette = page.locator(".palette")
        heading = page.locator("main h2")
        done: set[str] = set()
        while len(done) < len(places):
            now = heading.inner_text().lower()
            told = places[now]
            if isinstance(told, int):
                self.tap(palette.get_by_role("button", name=str(told), exact=True))
            else:
                ended = self.fill_place(palette, told, done, places)
                if not ended:
                    self.tap(page.get_by_role("button", name="Next place"))
            done.add(now)
            if len(done) < len(places):
                expect(heading).not_to_have_text(now, ignore_case=True, timeout=15_000)
        return self.save_part()

    def fill_place(self, palette: Locator, told: Any, done: set[str], places: Mapping[str, Json]) -> bool:
        """Fill one place of a card; return whether the page continues automatically."""
        page = self.page
        if told == []:
            self.tap(page.get_by_role("button", name="Nothing is printed there"))
            return True
        same = next((one for one in done if len(told) > 1 and places[one] == told), None)
        if same is not None and (button := page.get_by_role("button", name=f"Same as {same}")).count():
            self.tap(button)
            return False
        for words in told:
            front, behind, rear = words.partition(", behind it ")
            if behind:
                self.tap(page.get_by_role("button", name="Add a symbol behind it"))
            for one in (front, rear) if behind else (front,):
                self.pick_symbol(palette, one)
        return bool(told) and (told[-1] == "you choose" or len(told) == 1)

    def fill_board(self, fields: Sequence[Mapping[str, Any]], told: Mapping[str, Json]) -> int:
        """Fill a board, tile or token; tap a place on the drawing if it is not the next one."""
        heading = self.page.locator("main h2")
        for field in fields:
            if field["key"] in told:
                if heading.inner_text().lower() != field["text"].lower():
                    self.tap(self.page.locator(f"[data-place={field['key']}]").first)
                expect(heading).to_have_text(field["text"], ignore_case=True)
                self.fill_field(field, told[field["key"]])
        return self.save_part()

    def fill_field(self, field: Mapping[str, Any], told: Any) -> None:
        page, palette = self.page, self.page.locator(".palette")
        labels = {one["id"]: one["label"] for one in field["options"]}
        match field["kind"]:
            case "number" if told < 12:
                self.tap(palette.get_by_role("button", name=str(told), exact=True))
            case "number":
                page.get_by_label("another number").fill(str(told))
                page.keyboard.press("Enter")
                self.taps += 3
            case "choice":
                self.tap(palette.get_by_role("button", name=labels[told], exact=True))
            case "words":
                page.get_by_label(field["text"], exact=True).fill(told)
                self.tap(page.get_by_role("button", name="Add"))
            case _phrases:
                if (unknown := page.get_by_role("button", name="Mark as unknown", exact=True)).count():
                    self.tap(unknown)
                for one in told:
                    self.pick_symbol(palette, labels[one]) if one in labels else self.enter_text(one)
                if told:
                    self.tap(page.get_by_role("button", name="Next place"))
                else:
                    self.tap(page.get_by_role("button", name="Nothing is printed there"))

    def enter_text(self, words: str) -> None:
        field = self.page.locator("main input.field")
        if not field.is_visible():
            self.tap(self.page.locator("summary", has_text="own words"))
        field.fill(words)
        self.tap(self.page.get_by_role("button", name="Add"))

    def pick_symbol(self, palette: Locator, words: str) -> None:
        sign = palette.get_by_role("button", name=words, exact=True)
        if not sign.count():
            self.tap(palette.get_by_role("button", name=re.compile(r"^Show all \d")))
        self.tap(sign)


def find_walks(borders: Mapping[str, Mapping[str, int]]) -> list[list[str]]:
    """Return a few walks that cross every border once."""
    left: dict[str, set[str]] = {}
    for one, near in borders.items():
        for other in near:
            left.setdefault(one, set()).add(other)
            left.setdefault(other, set()).add(one)
    found = []
    while any(left.values()):
        odd = [place for place, near in left.items() if len(near) % 2]
        walk = [sorted(odd or [place for place, near in left.items() if near])[0]]
        while left[walk[-1]]:
            now = walk[-1]
            then = max(sorted(left[now]), key=lambda place: len(left[place]))
            left[now].discard(then)
            left[then].discard(now)
            walk.append(then)
        found.append(walk)
    return found


# --- what is drawn -----------------------------------------------------------------------------------------------


def load_sample_pack(game: str) -> dict[str, Any]:
    pack: dict[str, Any] = load_full_pack() if game == "rolling-heights" else load_opponent(game).make_sample_pack()
    return pack


def make_sample_map() -> tuple[dict[str, Any], dict[str, str]]:
    """Return the sample map of 40 regions, spread over a phone screen, and the numbers of its dots."""
    land = load_sample_pack("mombasa")["map"]
    words = {"saint-louis": "Saint-Louis", "cairo": "Cairo", "cape-town": "Cape Town", "mombasa": "Mombasa"}
    places = {region: [x * 0.94 + 20, y * 1.6 + 40] for region, (x, y) in land["places"].items()}
    gates = {words[company]: near for company, near in land["gates"].items()}
    return {**land, "places": places, "gates": gates}, {region: str(n) for n, region in enumerate(sorted(places), 1)}


def make_sample_card(n: int = 2) -> dict[str, Json]:
    """Return a card of the sample as labels by place, as the page shows them."""
    card = parse_sample_pack().cards[n]
    found: dict[str, Json] = {}
    for path in collect_card_answers(card):
        value: Any = get_part(card, path)
        if path.endswith("order"):
            shown: Json = [" › ".join(value)]
        elif isinstance(value, int):
            shown = value
        else:
            shown = [str(describe_icon(icon)) for icon in (value if isinstance(value, tuple) else (value,))]
        found[str(describe_path(path)).lower()] = shown
    return found
