"""What people decided on a hand instead of the table, as messages (decision 23)."""

from controller.table import duties
from controller.table.duties import Deed
from words.message import Message, message


def by_hand(deeds: tuple[Deed, ...]) -> tuple[Message, ...]:
    return tuple(map(told, duties.handmade(deeds)))


def told(deed: Deed) -> Message:
    facts = {"deed": message(f"duties.{deed.step}"), "when": message(f"moments.{deed.when}")}
    return message("duties.told", **facts, names=deed.by) if deed.by else message("duties.told_without_name", **facts)
