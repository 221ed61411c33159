"""argparse with the texts of the catalogue.

A command's help is `help.<command>`; an argument's is `arguments.<command>_<name>`, or `arguments.<name>` if it means
the same in several commands. The texts are looked up when help is printed, so a command that prints no help reads no
catalogue. argparse's own texts are the section `argparse`, whose English is argparse's wording. Names of commands,
options and places (`FILE`) are the same in every language.
"""

import argparse
from typing import Any

from controller.cli.speech import words
from words.catalogue import catalogue, language_of
from words.languages import SOURCE
from words.message import Message, message


def key(command: str) -> str:
    """The command's key in the catalogue: `round_void_seat`."""
    return command.replace(" ", "_").replace("-", "_")


def help_code(command: str) -> str:
    return f"help.{key(command)}"


class Formatter(argparse.HelpFormatter):
    """Translates codes and argparse's own headings into the reader's language."""

    def start_section(self, heading: str | None) -> None:
        super().start_section(gettext(heading or ""))

    def _get_help_string(self, action: argparse.Action) -> str:
        """A subcommand has a code as its help; an argument has what its parser gave it."""
        codes = (action.help or "", f"arguments.{action.dest}")
        found = next((code for code in codes if code in words()), codes[0])
        return words().text(found).replace("%", "%%")  # argparse fills in its own places


class Parser(argparse.ArgumentParser):
    """The parser of a command, or of a group of commands."""

    def __init__(self, command: str = "", example: str = "", **options: Any) -> None:
        super().__init__(add_help=False, formatter_class=Formatter, **options)
        self.command = command
        self._example = example
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS)

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        action = super().add_argument(*names, **options)
        action.help = f"arguments.{key(self.command)}_{action.dest}"
        return action

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """A word too many is an error of the command that it follows, with that command's usage."""
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(gettext("unrecognized arguments: %s") % " ".join(rest))
        return found, rest

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
    """Replaces argparse's own sentences with the catalogue's. argparse looks them up in its module."""
    vars(argparse).update(_=gettext, ngettext=ngettext)


def gettext(english: str) -> str:
    if language_of() == SOURCE:
        return english
    source, translated = catalogue(SOURCE).sections()["argparse"], words().sections()["argparse"]
    return next((translated[name] for name, text in source.items() if text == english), english)


def ngettext(one: str, several: str, number: int) -> str:
    return gettext(one if number == 1 else several)
