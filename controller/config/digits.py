"""The signs of a table against its jackpots, its profile and its wires: every amount is shown somewhere, and fits."""

from controller.config.draft import Draft
from controller.config.drivers import exclusive
from controller.config.schema import DigitSign
from controller.config.source import Where, words
from controller.table.money import dollars


def check_signs(d: Draft) -> None:
    ports: dict[object, Where] = {
        value: ("driver", n, key) for n, driver in d.drivers.items() for key, value in exclusive(driver)
    }
    for n, sign in d.digit_signs.items():
        _sign(d, n, sign)
        if sign.port in ports:
            line = d.src.line(ports[sign.port])
            d.src.fault(("sign", n, "port"), f"write another port: this one is in use at line {line}")
        ports.setdefault(sign.port, ("sign", n, "port"))
    if d.mqtt is None and d.whole("mqtt"):
        _without_a_broker(d)


def _sign(d: Draft, n: int, sign: DigitSign) -> None:
    if d.signs and sign.name in d.signs.expected:
        d.src.fault(
            ("sign", n, "name"), "write another name: this one is in [signs] expected, and answers through the broker"
        )
    jackpot = next((jackpot for jackpot in d.jackpots.values() if jackpot.id == sign.jackpot), None)
    if jackpot is None:
        if d.whole("jackpot"):
            names = words(jackpot.id for jackpot in d.jackpots.values())
            d.src.fault(("sign", n, "jackpot"), f'there is no jackpot "{sign.jackpot}"; write one of {names}')
        return
    for key in ("limit", "unreasonable", "reset", "base"):
        amount = dollars(getattr(jackpot, key) or 0)
        if len(amount.replace(".", "")) > sign.digits:
            d.src.fault(
                ("sign", n, "digits"),
                f'"{amount}", the {key} of {jackpot.id}, does not fit; write more digits or a lower {key} (R058)',
            )
            return


def _without_a_broker(d: Draft) -> None:
    """What only the broker's signs could do must then be done in another way."""
    if d.signs and d.signs.expected:
        d.src.fault(("signs", "expected"), "these signs answer through a broker; write a table [mqtt]")
    if not d.whole("sign", "jackpot"):
        return
    shown = {sign.jackpot for sign in d.digit_signs.values()}
    for n, jackpot in d.jackpots.items():
        if jackpot.id not in shown:
            networked = d.profile is None or d.profile.signs.networked
            or_mqtt = "or a table [mqtt]" if networked else 'or a table [mqtt] with host = "127.0.0.1"'
            what = f'no sign shows it; write a [[sign]] with jackpot = "{jackpot.id}", {or_mqtt} (R120)'
            d.src.fault(("jackpot", n, "id"), what)
    if shown and d.profile and not d.profile.disclosure.placard and not (d.signs and d.signs.placard):
        d.src.fault(
            ("sign",),
            f"digits cannot carry the words of profile {d.profile.id}; write placard = true in [signs] once they hang "
            "at the table, or a table [mqtt] for a sign that shows them (R129)",
        )
