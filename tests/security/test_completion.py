"""Names and words with orders to the shell, at the Tab key of whoever typed `litbet completion bash` once: nothing is
carried out, whatever is on the line, in the folder, or in the folder of the table's files."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from support.processes.litbet import litbet

from controller.__main__ import parser
from controller.cli.completion import script

ORDERS = [
    "$(touch hit)",
    "`touch hit`",
    "; touch hit;",
    "'; touch hit; '",
    '"; touch hit; "',
    "a[$(touch hit)]",
    "*",
    "-x",
]


def completed(folder: Path, words: list[str]) -> list[str]:
    """What bash offers for the last of these words, in this folder."""
    line = " ".join(map(shlex.quote, words))
    ask = f"source litbet.bash; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _litbet; "
    ask += "printf '%s\\n' \"${COMPREPLY[@]}\""
    done = subprocess.run(["bash", "-c", ask], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "litbet.bash").write_text(script("bash", parser()))
    for name in (*ORDERS, "confirm", "--by"):
        (tmp_path / name.replace("/", "_")).touch()
    return tmp_path


@pytest.mark.parametrize("order", ORDERS)
def test_a_name_on_the_line_is_never_carried_out(folder: Path, order: str) -> None:
    for words in (
        ["litbet", "user", "add", order],
        ["litbet", "win", order, "--b"],
        ["litbet", "--dir", order, "win", ""],
    ):
        assert not set(completed(folder, words)) & set(ORDERS)
    assert completed(folder, ["litbet", "win", "confirm", "--by", order, "--b"]) == ["--by"]
    assert not (folder / "hit").exists()


@pytest.mark.parametrize("setting", ["IFS=e", "set -f", "shopt -s nullglob failglob", "declare -i path words"])
def test_no_setting_of_the_shell_carries_a_word_out(folder: Path, setting: str) -> None:
    ask = f"{setting}; source litbet.bash; COMP_WORDS=(litbet 'a[$(touch hit)]' ''); COMP_CWORD=2; _litbet"
    subprocess.run(["bash", "-c", ask], cwd=folder, capture_output=True, text=True, check=False)
    assert not (folder / "hit").exists()


def test_a_hostile_folder_puts_nothing_into_the_script(tmp_path: Path) -> None:
    """It is made of the program's own words alone: not of a table's file, profiles or games, here or named by
    environment."""
    made = {shell: litbet("completion", shell).stdout for shell in ("bash", "zsh", "fish")}
    for name in ("table.toml", "profiles/$(touch hit).toml", "games/`touch hit`.toml", "$(touch hit)"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('table = "$(touch hit)"\n')
    for shell, script_ in made.items():
        hostile = litbet("completion", shell, cwd=tmp_path, env={**os.environ, "COLUMNS": "$(touch hit)"})
        assert hostile.stdout == script_
    assert not (tmp_path / "hit").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_word_that_is_offered_is_plain(shell: str) -> None:
    """`compgen -W` and fish's `-a` expand their words, so none may have a sign that a shell reads."""
    offered = re.findall(
        r"words='([^\n]*)' ;;" if shell != "fish" else r" -a '?([^\n]*?)'?$", script(shell, parser()), re.M
    )
    assert len(offered) > 50
    assert all(re.fullmatch(r"[a-z0-9 -]*", words) for words in offered)
