"""Which tax form a payment needs and what its payer withholds, by the rule of its day (R230, R232). The person who is
paid is not recorded (R233)."""

from dataclasses import dataclass

from controller.reports.labels import local_date
from controller.table.money import BASIS_POINTS, CENT
from controller.table.rules import Rules


@dataclass(frozen=True, slots=True)
class Tax:
    """Of one payment. Amounts are micro-dollars, in whole cents."""

    form: str
    shared_form: str  # for a win that several people share
    net: int  # the win without its wager
    rate_bp: int  # of regular withholding; 0: none
    backup_bp: int  # where the winner gives no taxpayer number

    @property
    def withheld(self) -> int:
        return _part(self.net, self.rate_bp)

    @property
    def backup(self) -> int:
        """Withheld in all if the winner gives no taxpayer number."""
        return _part(self.net, max(self.rate_bp, self.backup_bp))


def tax_of(rules: Rules, amount: int, wager: int, paid_at: int, *, returned: bool) -> Tax | None:
    """None if the payment needs no form: the minimum and the multiple of the wager must both be met. `returned`: the
    winning wager is returned beside the amount, so that the amount is without it."""
    day = local_date(paid_at, rules.zone)
    rule = next((rule for rule in rules.tax if rule.since <= day), None)
    if rule is None or amount < rule.minimum or amount < rule.times * wager:
        return None
    net = amount if returned else amount - wager
    withholds = net > rule.withhold_above and net >= rule.times * wager
    return Tax(rule.form, rule.shared_form, net, rule.withhold_rate if withholds else 0, rule.backup_rate)


def _part(net: int, basis_points: int) -> int:
    """To the nearest cent."""
    whole = CENT * BASIS_POINTS
    return (net * basis_points + whole // 2) // whole * CENT
