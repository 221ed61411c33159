"""Checks the numeric signs of a table against its jackpots and profile: some sign shows each amount, and it fits."""

from controller.config.draft import Draft
from controller.table.money import dollars
from drivers.settings import NumericSignSettings
from words.message import message


def check_numeric_signs(d: Draft) -> None:
    for n, sign in d.numeric_signs.items():
        _sign(d, n, sign)
    if d.has_no_bus:
        _without_a_broker(d)


def _sign(d: Draft, n: int, sign: NumericSignSettings) -> None:
    if d.signs and sign.name in d.signs.expected:
        d.src.fault(("sign", n, "name"), message("config.sign_expected"))
    jackpot = next((jackpot for jackpot in d.jackpots.values() if jackpot.id == sign.jackpot), None)
    if jackpot is None:
        if d.whole("jackpot"):
            known = tuple(sorted(jackpot.id for jackpot in d.jackpots.values()))
            d.src.fault(("sign", n, "jackpot"), message("config.no_jackpot", name=sign.jackpot, known=known))
        return
    for key in ("limit", "unreasonable", "reset", "base"):
        amount = dollars(getattr(jackpot, key) or 0)
        if len(amount.replace(".", "")) > sign.digits:
            what = message("config.few_digits", amount=amount, key=key, jackpot=jackpot.id)
            d.src.fault(("sign", n, "digits"), what)
            return


def _without_a_broker(d: Draft) -> None:
    """Without a broker other signs must show each amount, and a placard must show the text."""
    if d.signs and d.signs.expected:
        d.src.fault(("signs", "expected"), message("config.signs_without_broker"))
    if not d.whole("sign", "jackpot"):
        return
    shown = {sign.jackpot for sign in d.numeric_signs.values()}
    for n, jackpot in d.jackpots.items():
        if jackpot.id not in shown:
            networked = d.profile is None or d.profile.signs.networked
            code = "config.not_shown" if networked else "config.not_shown_here"
            d.src.fault(("jackpot", n, "id"), message(code, jackpot=jackpot.id))
    if shown and d.profile and not d.profile.disclosure.placard and not (d.signs and d.signs.placard):
        d.src.fault(("sign",), message("config.numeric_sign_without_placard", profile=d.profile.id))
