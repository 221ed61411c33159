"""Checks a table's signs against its jackpots, profile and wiring: some sign shows each amount, and the amount fits."""

from controller.config.draft import Draft
from controller.config.drivers import exclusive
from controller.config.schema import DigitSign
from controller.config.source import Where
from controller.table.money import dollars
from words.message import message


def check_signs(d: Draft) -> None:
    ports: dict[object, Where] = {
        value: ("driver", n, key) for n, driver in d.drivers.items() for key, value in exclusive(driver)
    }
    for n, sign in d.digit_signs.items():
        _sign(d, n, sign)
        if sign.port in ports:
            line = d.src.line(ports[sign.port])
            d.src.fault(("sign", n, "port"), message("config.value_in_use", line=line))
        ports.setdefault(sign.port, ("sign", n, "port"))
    if d.mqtt is None and d.whole("mqtt"):
        _without_a_broker(d)


def _sign(d: Draft, n: int, sign: DigitSign) -> None:
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
    shown = {sign.jackpot for sign in d.digit_signs.values()}
    for n, jackpot in d.jackpots.items():
        if jackpot.id not in shown:
            networked = d.profile is None or d.profile.signs.networked
            code = "config.not_shown" if networked else "config.not_shown_here"
            d.src.fault(("jackpot", n, "id"), message(code, jackpot=jackpot.id))
    if shown and d.profile and not d.profile.disclosure.placard and not (d.signs and d.signs.placard):
        d.src.fault(("sign",), message("config.digits_without_placard", profile=d.profile.id))
