"""`litbet completion`: words for the Tab key, generated from the parser."""

import argparse
import shlex
from typing import Any

from controller.cli.shared import command

BASH = """_litbet() {
  local word path=litbet words
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      %(paths)s) path="$path $word" ;;
    esac
  done
  case "$path" in
%(cases)s
  esac
  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _litbet litbet
"""
ZSH = "autoload -U +X compinit bashcompinit && compinit && bashcompinit\n"


def add(groups: Any) -> None:
    made = command(groups, "completion", show, "completion bash > ~/.litbet-completion")
    made.add_argument("shell", choices=["bash", "zsh", "fish"])


def show(args: argparse.Namespace) -> int:
    from controller.__main__ import parser

    print(script(args.shell, parser()), end="")
    return 0


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    words = _words("litbet", parser)
    if shell == "fish":
        return "".join(_fish(path, found) for path, found in words.items())
    cases = "\n".join(
        f"    {shlex.quote(path)}) words={shlex.quote(' '.join(found))} ;;" for path, found in words.items()
    )
    paths = "|".join(shlex.quote(path) for path in words if path != "litbet")
    return (ZSH if shell == "zsh" else "") + BASH % {"paths": paths, "cases": cases}


def _words(path: str, parser: argparse.ArgumentParser) -> dict[str, list[str]]:
    """What may follow each command: its subcommands, choices and options."""
    found: dict[str, list[str]] = {path: []}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                found[path].append(name)
                found |= _words(f"{path} {name}", below)
        elif action.help is not argparse.SUPPRESS:
            found[path] += [option for option in action.option_strings if option.startswith("--")]
            found[path] += [str(choice) for choice in action.choices or ()] if not action.option_strings else []
    return found


def _fish(path: str, words: list[str]) -> str:
    """Offered if these are the line's commands so far."""
    line = "string match -qr -- " + shlex.quote(f"^{path}( +-.*)? *[^ ]*$") + " (commandline -cp)"
    return f"complete -c litbet -f -n {shlex.quote(line)} -a {shlex.quote(' '.join(words))}\n"
