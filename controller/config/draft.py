"""A table's file after reading and before the checks."""

from dataclasses import dataclass, field

from buses.settings import BUSES, BusSettings
from controller.config.profiles import Profile
from controller.config.schema import (
    Backup,
    Debounce,
    Display,
    Jackpot,
    Keys,
    Partner,
    Signs,
    Spot,
    State,
    Table,
    Wager,
)
from controller.config.settings import Ref
from controller.config.source import Source
from controller.games.game import Game
from controller.games.paytable import Paytable
from drivers.settings import DriverSettings, NumericSignSettings


def ref(text: str) -> Ref:
    return Ref(*text.split(":", 1))


@dataclass
class Draft:
    """The error-free sections of a table's file, by their position, and the files that they name."""

    src: Source
    table: Table | None
    state: State | None
    backup: Backup | None
    buses: dict[str, BusSettings]  # by name of the section; may be empty
    signs: Signs | None
    display: Display | None
    debounce: Debounce | None
    keys: Keys | None
    drivers: dict[int, DriverSettings]
    numeric_signs: dict[int, NumericSignSettings]
    partners: dict[int, Partner]
    jackpots: dict[int, Jackpot]
    wagers: dict[int, Wager]
    spots: dict[int, Spot]
    profile: Profile | None = None
    game: Game | None = None
    paytables: dict[str, tuple[Source, Paytable]] = field(default_factory=dict)  # by printed name

    @property
    def has_no_bus(self) -> bool:
        """Whether the file has no bus, not even one with errors."""
        return not self.buses and self.whole(*BUSES.classes)

    def whole(self, *sections: str) -> bool:
        """Whether these sections have no errors, so that nothing is missing from them."""
        return not self.src.broken.intersection(sections)
