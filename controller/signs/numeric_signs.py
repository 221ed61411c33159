"""The numeric signs of a running table: each is sent its jackpot's amount, and its echo goes to the witness. Nothing
waits for them.

A sign with an echo counts like one that acknowledges through the broker. A sign without an echo counts while its serial
line accepts frames, and only for a jackpot that no other sign acknowledges: a lost line then closes betting (R181).
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from controller.present.views import View, value
from controller.signs.acknowledgements import Ack, Place, Witness
from drivers.contract import NumericSign
from drivers.settings import NumericSignSettings

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Sign:
    jackpot: str
    driver: NumericSign
    echo: bool
    view: View  # what it was last sent


def counted(signs: Iterable[NumericSignSettings], networked: Collection[str]) -> list[str]:
    """The numeric signs that the table waits for; `networked` are the signs that answer through the broker."""
    signs = tuple(signs)
    answered = {sign.jackpot for sign in signs if sign.echo}
    return [sign.name for sign in signs if sign.echo or not (networked or sign.jackpot in answered)]


class NumericSigns:
    """`meter` returns what the signs of a jackpot must show."""

    def __init__(
        self,
        signs: Iterable[NumericSignSettings],
        drivers: Mapping[str, NumericSign],
        meter: Callable[[str], View],
        witness: Witness,
        counted: Collection[str],
    ) -> None:
        self._meter, self._witness, self._counted = meter, witness, counted
        self._signs = {
            sign.name: _Sign(sign.jackpot, drivers[sign.name], sign.echo, meter(sign.jackpot)) for sign in signs
        }

    def start(self) -> None:
        """Must be called on the running loop."""
        self.changed()
        for name, sign in self._signs.items():
            sign.driver.start(partial(self._seen, name, sign))

    def changed(self) -> None:
        """Sends each sign the newest amount. Runs on the loop's thread; neither waits nor raises."""
        for sign in self._signs.values():
            try:
                sign.view = self._meter(sign.jackpot)
                sign.driver.show(value(sign.view))
            except Exception:
                # Play continues; the sign shows dashes.
                log.exception("the amount of %s cannot be shown", sign.jackpot)
                sign.driver.show("")

    def health(self) -> dict[str, dict[str, Any]]:
        return {name: {"jackpot": sign.jackpot, **sign.driver.health()} for name, sign in self._signs.items()}

    async def close(self) -> None:
        for sign in self._signs.values():
            await sign.driver.close()

    def _seen(self, name: str, sign: _Sign, glass: str, right: bool) -> None:
        if name not in self._counted:
            return
        if not right:
            self._witness.misreads(name, sign.jackpot, glass)
        elif sign.echo and glass:
            place = Place(sign.view["epoch"], sign.view["seq"], 0)
            self._witness.shows(name, Ack(sign.jackpot, place, sign.view["cents"], ""))
        else:
            self._witness.stands(name, sign.jackpot)
