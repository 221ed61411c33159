"""The configuration of a table: TOML files in, frozen values out; refuses what it does not know, all errors at once.

`source` reads one file, `schema` says what a table's file may hold, `profiles`, `games` and `paytables` what theirs
may, `profile_file` reads one profile and holds it against itself, `catalogue` finds files by name, `draft` is what was
read, `checks`, `meters`, `prizes`, `tiers`, `wires`, `digits` and `pages` hold it against the rules and itself, `load`
makes what the program runs on. Nothing else imports pydantic.
"""

from controller.config.catalogue import ConfigError, find_game, find_paytable, game_names, paytable_names
from controller.config.draft import Ref
from controller.config.load import Config, check, load
from controller.config.schema import DigitSign, Driver, GpioDriver, Mqtt, ScriptedDriver, SerialDriver

__all__ = [
    "Config",
    "ConfigError",
    "DigitSign",
    "Driver",
    "GpioDriver",
    "Mqtt",
    "Ref",
    "ScriptedDriver",
    "SerialDriver",
    "check",
    "find_game",
    "find_paytable",
    "game_names",
    "load",
    "paytable_names",
]
