"""The configuration of a table: TOML files in, frozen values out; refuses what it does not know, all errors at once.

`source` reads one file, `schema` says what a table's file may hold, `catalogue` what profiles, games and pay tables
may, `draft` is what was read, `checks` and `wires` hold it against the rules and itself, `load` makes what the program
runs on. Nothing else imports pydantic.
"""

from controller.config.draft import Ref
from controller.config.load import Config, ConfigError, check, load
from controller.config.schema import Driver, GpioDriver, Mqtt, ScriptedDriver, SerialDriver

__all__ = [
    "Config",
    "ConfigError",
    "Driver",
    "GpioDriver",
    "Mqtt",
    "Ref",
    "ScriptedDriver",
    "SerialDriver",
    "check",
    "load",
]
