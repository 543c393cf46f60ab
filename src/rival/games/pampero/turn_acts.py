"""The acts of VJ's turn: its cause, its title and places, the lines of his reading, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from rival.games.pampero.card_paths import describe_section, get_part
from rival.games.pampero.cards import BuildFarm, BuildTower, ForeignSale, FulfilContract
from rival.games.pampero.icon_grammar import describe_icon
from rival.games.pampero.symbols import CustomIcon
from rival.games.pampero.table import Table
from rival.games.pampero.vj import SLOTS, find_slot_to_read
from rival.kernel import Cause, Decision, Highlight, JoinedText, Name, Say, ScoreSource, Script, Text, _, n_


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """VJ's action for this turn: the section that triggers it, the kind of action, and its target."""

    slot: int
    section: str
    action: type
    target: Any
    amount: int = 0
    reason: Text | None = None
    """Why this target was chosen, as a sentence; None if the player has just chosen it."""


# --- cause, title and places --------------------------------------------------------------------------------


def choose_first_slot(table: Table) -> int:
    """Return the slot of the card that VJ reads first this turn (PA-40 to PA-42)."""
    slots = [(n, table.slots[n]) for n in SLOTS]
    return find_slot_to_read({n: slot.vjs - slot.yours for n, slot in slots if slot.face_up})


def describe_cause(table: Table, slot_number: int, section: str = "") -> Cause:
    """Return the cause of VJ's act: the card, its section, and the gap on the majority scale.

    If the card chosen by the gap has failed, the cause mentions this failure instead of the gap.
    """
    slot, first = table.slots[slot_number], choose_first_slot(table)
    return make_cause(slot_number, section, slot.yours - slot.vjs, first if first != slot_number else None)


@lru_cache(maxsize=1024)
def make_cause(slot_number: int, section: str, gap: int, failed: int | None) -> Cause:
    """Return the cause of VJ's act from the card in this slot.

    ``gap`` is the player's lead; ``failed`` is the slot of the card that was read first.
    """
    if failed is not None:
        gap_text = _("card {n} fails", n=failed)
    elif gap > 0:
        gap_text = _("you lead by {n}", n=gap)
    elif gap:
        gap_text = _("VJ leads by {n}", n=-gap)
    else:
        gap_text = _("a tie, which counts for VJ")
    if not section:
        return Cause(_("Card {n} ({gap})", n=slot_number, gap=gap_text))
    return Cause(_("Card {n}, {part} ({gap})", n=slot_number, part=describe_section(section), gap=gap_text))


ACTION_TITLES: dict[type, Text] = {
    BuildFarm: _("VJ builds a wind farm"),
    BuildTower: _("VJ builds a tower"),
    FulfilContract: _("VJ fulfils a contract"),
    ForeignSale: _("VJ makes a foreign-market sale"),
    CustomIcon: _("VJ does what his card says"),
}


def describe_action(plan: TurnPlan) -> Text:
    """Return the title of VJ's act: his action and its sector."""
    if plan.action is BuildFarm:
        return _("VJ builds a wind farm in {sector}", sector=Name(plan.target))
    if plan.action is BuildTower:
        return _("VJ builds a tower in {sector}", sector=Name(plan.target))
    if plan.action is FulfilContract:
        return _("VJ fulfils a contract in {sector}", sector=Name(plan.target.sector))
    if plan.action is ForeignSale:
        return _("VJ sells on the foreign market in {sector}", sector=Name(plan.target.sector))
    return ACTION_TITLES[plan.action]


def show_target(plan: TurnPlan) -> partial[Highlight] | None:
    """Return a function that highlights the sector of VJ's action; None if the action has no sector."""
    if plan.action is CustomIcon:
        return None
    sector = plan.target if isinstance(plan.target, str) else plan.target.sector
    return partial(Highlight, "sectors", highlighted_ids=[sector])


# --- the lines of VJ's reading ------------------------------------------------------------------------------


def tell(decision: Decision, line: Say) -> Script[None]:
    """Show a line of VJ's reading and the reasons collected so far.

    If VJ reads again after a correction, show the line only if it is new.
    """
    said: list[Text] = decision.answers.setdefault(SAID, [])
    earlier: set[str] = decision.answers.setdefault(SAID_BEFORE, set())
    if not earlier or str(line.text) not in earlier:
        said.append(line.text)
        yield from decision.reasons
        yield line
    decision.reasons.clear()


SAID, SAID_BEFORE = "lines of the reading", "lines of an earlier reading"


def start_reading(decision: Decision) -> None:
    """Store the lines already shown in this turn, so that reading the cards again does not repeat them."""
    decision.answers[SAID_BEFORE] = {str(text) for text in decision.answers.get(SAID, ())}


def describe_tried_section(table: Table, slot_number: int, section: str) -> Text:
    """Return the label of a section, including its action if known."""
    action: Any = get_part(table.get_card(slot_number), f"{section}, action")
    if isinstance(action, CustomIcon):
        return _("{part} ({action})", part=describe_section_of_type(slot_number, section), action=describe_icon(action))
    action_type: Any = None if action is None else type(action)
    return describe_section_of_type(slot_number, section, action_type)


@lru_cache(maxsize=256)
def describe_section_of_type(slot_number: int, section: str, action_type: Any = None) -> Text:
    """Return the label of a section, including its type of action if known."""
    part = _("Card {n}, {part}", n=slot_number, part=describe_section(section))
    return part if action_type is None else _("{part} ({action})", part=part, action=describe_icon(action_type()))


def describe_choice(decision: Decision, text: str, name: Text) -> Text | None:
    """Return the sentence that explains which icon on the cards selected a candidate.

    ``text`` has the placeholders ``name`` and ``why``. If no comparison left a single candidate, return the last
    reason.
    """
    line = decision.last_line
    if line is None or len(line.text.survivors) > 1:
        return decision.reasons[-1].text if decision.reasons else None
    criterion, value = line.text.criterion, line.text.value
    why = criterion.text.args.get("icon", criterion.text)
    if criterion.shows_value and value is not None:
        why = _("{what} ({value})", what=why, value=value)
    return _(text, name=name, why=why)


# --- the result ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Possessions:
    """The numbers of VJ's possessions that an action can change."""

    farms: int
    towers: int
    contracts: int
    sales: int
    chain: int
    cards: int
    money: int
    energy: int
    batteries: int
    parked: int
    links: int
    tiles: int
    markers: tuple[tuple[str, int], ...]


def count_possessions(table: Table) -> Possessions:
    """Return the current numbers of VJ's possessions."""
    vj, pieces = table.vj, [sector.vjs for sector in table.sectors.values()]
    return Possessions(
        farms=sum(counts.farms for counts in pieces),
        towers=sum(counts.towers for counts in pieces),
        contracts=len(vj.contracts),
        sales=len(vj.sales),
        chain=vj.chain,
        cards=len(vj.specialists),
        money=vj.money,
        energy=vj.energy,
        batteries=vj.batteries,
        parked=vj.parked,
        links=vj.links,
        tiles=len(vj.tiles),
        markers=tuple(vj.markers.items()),
    )


def describe_result(before: Possessions, after: Possessions) -> Text:
    """Return the result of VJ's action: the changes in his possessions, and the new totals."""
    counted = (
        (before.farms, after.farms, n_("{n} wind farm", "{n} wind farms", after.farms)),
        (before.towers, after.towers, n_("{n} tower", "{n} towers", after.towers)),
        (before.contracts, after.contracts, n_("{n} contract", "{n} contracts", after.contracts)),
        (before.sales, after.sales, n_("{n} foreign-market sale", "{n} foreign-market sales", after.sales)),
        (before.chain, after.chain, n_("{n} chain token", "{n} chain tokens", after.chain)),
        (before.cards, after.cards, n_("{n} specialist card", "{n} specialist cards", after.cards)),
        (before.tiles, after.tiles, n_("{n} bonus tile", "{n} bonus tiles", after.tiles)),
        (before.links, after.links, n_("{n} link token", "{n} link tokens", after.links)),
        (before.parked, after.parked, n_("{n} parked bulldozer", "{n} parked bulldozers", after.parked)),
    )
    totals = [text for was, now, text in counted if was != now]
    changes = []
    if after.money != before.money:
        changes.append(describe_money_gain(after.money - before.money, after.money))
    if after.energy != before.energy:
        changes.append(
            _("{change} energy: {total}", change=format_change(after.energy - before.energy), total=after.energy)
        )
    if after.batteries != before.batteries:
        change = after.batteries - before.batteries
        text = n_("{change} battery: {total}", "{change} batteries: {total}", abs(change), total=after.batteries)
        text.args["change"] = format_change(change)
        changes.append(text)
    changes += [
        _("{market} marker {before} → {after}", market=Text(market), before=was + 1, after=now + 1)
        for (market, was), (_market, now) in zip(before.markers, after.markers, strict=True)
        if was != now
    ]
    if totals:
        return JoinedText([_("VJ has {what}", what=JoinedText(totals)), *changes], "; ")
    return JoinedText(changes, "; ") if changes else _("VJ has what he had before")


def format_change(amount: int) -> Text:
    """Return a difference with its sign."""
    return Name(f"+{amount}" if amount >= 0 else f"−{-amount}")


def describe_money_gain(amount: int, total: int) -> Text:
    """Return how VJ's money changes, and his new total."""
    if amount < 0:
        return _("−${amount}: ${total}", amount=-amount, total=total)
    return _("+${amount}: ${total}", amount=amount, total=total)


def list_money_sources(table: Table) -> list[ScoreSource]:
    """Return the sources of VJ's money; the amounts add up to his total (PA-20)."""
    parts = [(SOURCE_LABELS.get(source, OTHER_SOURCE), amount) for source, amount in table.earned.items()]
    rest = table.vj.money - sum(table.earned.values())
    if rest:
        parts.append((_("starting money and corrections"), rest))
    return [ScoreSource(label, {"vj": amount}) for label, amount in parts]


OTHER_SOURCE = _("other actions")
SOURCE_LABELS: dict[str, Text] = {
    "farm": _("turns with a wind farm"),
    "tower": _("turns with a tower"),
    "contract": _("turns with a contract"),
    "sale": _("foreign-market sales"),
    "income": _("income"),
    "fees": _("your fees for his bulldozers and towers"),
    "scoring 1": _("scoring 1"),
    "scoring 2": _("scoring 2"),
    "final scoring": _("final scoring"),
}
"""The names of the sources of VJ's money, as the result of the game lists them."""


def record_earnings(table: Table, source: str, amount: int) -> None:
    """Add an amount to VJ's earnings from a source, for the result of the game."""
    if amount:
        table.earned[source] = table.earned.get(source, 0) + amount
