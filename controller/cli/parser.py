"""argparse with the texts of the catalogue.

A command's help is `help.<command>`, an argument's `arguments.<command>_<name>`, or `arguments.<name>` where several
commands mean the same by it. They are looked up when help is printed: a command that prints none reads no catalogue.
argparse's own texts are the section `argparse`, where the English is theirs word for word. Names are the same in every
language: of commands, options and places (`FILE`).
"""

import argparse
from typing import Any

from controller.cli.speech import words
from words.catalogue import catalogue, language_of
from words.languages import SOURCE
from words.message import Message, message


def key(command: str) -> str:
    """Of a command in the catalogue: `round_void_seat`."""
    return command.replace(" ", "_").replace("-", "_")


def help_code(command: str) -> str:
    return f"help.{key(command)}"


class Formatter(argparse.HelpFormatter):
    """Says codes and argparse's own headings in the reader's language."""

    def start_section(self, heading: str | None) -> None:
        super().start_section(gettext(heading or ""))

    def _get_help_string(self, action: argparse.Action) -> str:
        """A command among others has its code as its help, an argument what its parser has written there."""
        codes = (action.help or "", f"arguments.{action.dest}")
        found = next((code for code in codes if code in words()), codes[0])
        return words().text(found).replace("%", "%%")  # argparse fills in places of its own


class Parser(argparse.ArgumentParser):
    """Of one command, or of a group of them."""

    def __init__(self, command: str = "", example: str = "", **options: Any) -> None:
        super().__init__(add_help=False, formatter_class=Formatter, **options)
        self.command = command
        self._example = example
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS)

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        action = super().add_argument(*names, **options)
        action.help = f"arguments.{key(self.command)}_{action.dest}"
        return action

    def format_help(self) -> str:
        text = words().text(help_code(self.command))
        self.description = f"{text[:1].upper()}{text[1:].removesuffix('.')}."
        self.epilog = words().say(self._foot())
        return super().format_help()

    def _foot(self) -> Message:
        if self._example:
            return message("usage.example", command=f"litbet {self._example}")
        return message("usage.exit_status")


def speak() -> None:
    """From now on argparse's own sentences, too, are those of the catalogue. It looks them up in its module."""
    vars(argparse).update(_=gettext, ngettext=ngettext)


def gettext(english: str) -> str:
    if language_of() == SOURCE:
        return english
    source, translated = catalogue(SOURCE).sections()["argparse"], words().sections()["argparse"]
    return next((translated[name] for name, text in source.items() if text == english), english)


def ngettext(one: str, several: str, number: int) -> str:
    return gettext(one if number == 1 else several)
