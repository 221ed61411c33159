"""Whether a payment needs a tax form, by the rule of its day (R230). The person who is paid is not recorded (R233)."""

from controller.reports.labels import local_date
from controller.table.rules import Rules


def form_of(rules: Rules, amount: int, wager: int, paid_at: int) -> str:
    """The form's name, or an empty text. The minimum and the multiple of the wager must both be met."""
    day = local_date(paid_at, rules.zone)
    rule = next((rule for rule in rules.tax if rule.since <= day), None)
    if rule is None or amount < rule.minimum or amount < rule.times * wager:
        return ""
    return rule.form
