"""The shipped example tables, as the core gets them."""

from functools import cache

from controller.config.load import load
from controller.config.resources import shipped
from controller.table.rules import Rules

TABLES = {  # the profile's name, or what else is special about it -> its file
    "nh-brook": "table.toml",
    "nh-mega-major-minor": "examples/nh-mega-major-minor.toml",
    "wa-house": "examples/wa-house.toml",
    "wa-progressive": "examples/wa-progressive.toml",
    "generic-gli": "examples/generic-gli.toml",
    "two-jackpots": "examples/two-jackpots.toml",
    "coin": "examples/coin.toml",
}


@cache
def shipped_rules(name: str) -> Rules:
    return load(shipped("config") / TABLES[name]).rules
