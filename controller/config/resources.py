"""Finds the data files that are shipped with the program: at the root of a checkout, inside the package in a wheel."""

from pathlib import Path

from controller.config.settings import ConfigError
from words.message import message


def shipped(folder: str) -> Path:
    """The shipped `config` or `systemd` folder."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "_shipped" / folder, package.parent / folder):
        if place.is_dir():
            return place
    raise ConfigError(message("config.not_installed", folder=folder))
