"""Plays: what hands do at the table, and which lamps must follow, one command per line. README.md lists them."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from sim_table import BROWNOUT, PATTERN_NAMES, PRESS, SimTable

Act = Callable[[SimTable], Awaitable[None] | None]

REPEATS = 1000
MOST = 100_000  # commands of a play, including repeated ones


class PlayError(Exception):
    """What is wrong with a line, and what to write instead."""


class UnmetError(Exception):
    """An expectation was not met."""


@dataclass(frozen=True, slots=True)
class Command:
    where: str  # file:line
    text: str
    act: Act

    async def run(self, table: SimTable) -> None:
        try:
            waiting = self.act(table)
            if waiting is not None:
                await waiting
        except UnmetError as unmet:
            raise UnmetError(f"{self.where}: {unmet}") from None


def shown(word: str) -> str:
    """A word as it was written, shortened if it is too long to read."""
    return repr(word) if len(word) <= 40 else f"{word[:40]!r}..."


class _Words:
    """The words of one line, read one by one."""

    def __init__(self, words: Sequence[str], inputs: Sequence[str], lamps: Sequence[str]) -> None:
        self._words, self._inputs, self._lamps = list(words), inputs, lamps

    def __bool__(self) -> bool:
        return bool(self._words)

    def next(self, what: str) -> str:
        if not self._words:
            raise PlayError(f"{what} is missing")
        return self._words.pop(0)

    def accept(self, word: str) -> bool:
        if self._words[:1] != [word]:
            return False
        del self._words[0]
        return True

    def input(self) -> str:
        return _named("seat", self.next("the seat"), self._inputs)

    def some(self) -> list[str]:
        names = [self.input()]
        while self._words and self._words[0] != "for":
            names.append(self.input())
        return names

    def lamp(self) -> str:
        return _named("lamp", self.next("the lamp's number"), self._lamps)

    def one_of(self, what: str, choices: Iterable[str]) -> str:
        word = self.next(what)
        if word not in choices:
            raise PlayError(f"{shown(word)} is no {what}; write one of: {' '.join(choices)}")
        return word

    def number(self, what: str, most: int) -> int:
        word = self.next(what)
        if not re.fullmatch("[0-9]{1,9}", word) or not 1 <= int(word) <= most:
            raise PlayError(f"{shown(word)} is no {what}; write a whole number from 1 to {most}")
        return int(word)

    def duration(self) -> int:
        """A duration in milliseconds."""
        word = self.next("the time")
        parts = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(ms|s)", word)
        if not parts:
            raise PlayError(f"{shown(word)} is no time; write it like 40ms or 1.5s")
        return round(float(parts[1]) * (1000 if parts[2] == "s" else 1))


def _named(kind: str, word: str, known: Sequence[str]) -> str:
    name = kind + word if word.isdecimal() else word
    if name not in known:
        raise PlayError(f"there is no {kind} {shown(word)} here; write one of: {' '.join(known)}")
    return name


def _level(words: _Words, level: bool) -> Act:
    names = words.some()

    def act(table: SimTable) -> None:
        for name in names:
            table.set(name, level)

    return act


def _press(words: _Words) -> Act:
    names = words.some()
    ms = words.duration() if words.accept("for") else PRESS
    return lambda table: table.press(names, ms)


def _set(words: _Words) -> Act:
    name, level = words.input(), words.one_of("level", ("on", "off")) == "on"
    return lambda table: table.set(name, level)


def _drop(words: _Words) -> Act:
    name, coins = words.input(), words.number("number of coins", 100)
    return lambda table: table.drop(name, coins)


def _bounce(words: _Words) -> Act:
    name, ms = words.input(), words.duration()
    return lambda table: table.bounce(name, ms)


def _storm(words: _Words) -> Act:
    name, ms = words.input(), words.duration()
    return lambda table: table.storm(name, ms)


def _stick(words: _Words) -> Act:
    name = words.input()
    return lambda table: table.stick(name)


def _free(words: _Words) -> Act:
    name = words.input()
    return lambda table: table.free(name)


def _wait(words: _Words) -> Act:
    ms = words.duration()
    return lambda table: table.wait(ms)


def _expect(words: _Words) -> Act:
    words.one_of("thing to look at", ("lamp",))
    name, pattern = words.lamp(), words.one_of("pattern", PATTERN_NAMES)
    ms = words.duration() if words.accept("within") else 1000

    async def act(table: SimTable) -> None:
        if not await table.expect(name, pattern, ms / 1000):
            raise UnmetError(f"{name} shows {table.lamp(name)}, and not {pattern} within {ms / 1000:g}s")

    return act


def _cut(words: _Words) -> Act:
    ms = words.duration()
    return lambda table: table.cut(ms)


def _unplug(words: _Words) -> Act:
    ms = words.duration()

    async def act(table: SimTable) -> None:
        table.unplug()
        await table.wait(ms)
        table.plug()

    return act


def _brownout(words: _Words) -> Act:
    ms = words.duration() if words else BROWNOUT
    return lambda table: table.brownout(ms)


def _reset(_words: _Words) -> Act:
    return lambda table: table.reset()


COMMANDS: dict[str, tuple[str, Callable[[_Words], Act]]] = {
    "place": ("place 1 3", lambda words: _level(words, True)),
    "lift": ("lift 1 3", lambda words: _level(words, False)),
    "press": ("press 3, or press 1 3 for 500ms", _press),
    "key": ("key lock, or key lock for 2s", _press),
    "set": ("set door on", _set),
    "drop": ("drop 3 2", _drop),
    "bounce": ("bounce 3 40ms", _bounce),
    "storm": ("storm 3 1400ms", _storm),
    "stick": ("stick 3", _stick),
    "free": ("free 3", _free),
    "wait": ("wait 2s", _wait),
    "expect": ("expect lamp 3 locked within 1s", _expect),
    "cut": ("cut 2s", _cut),
    "unplug": ("unplug 2s", _unplug),
    "brownout": ("brownout, or brownout 200ms", _brownout),
    "reset": ("reset", _reset),
}


def parse_line(text: str, where: str, inputs: Sequence[str], lamps: Sequence[str]) -> Command:
    verb, *rest = text.split()
    if verb not in COMMANDS:
        raise PlayError(f"{where}: {shown(verb)} is no command; write one of: {' '.join(COMMANDS)}")
    example, parse = COMMANDS[verb]
    words = _Words(rest, inputs, lamps)
    try:
        act = parse(words)
        if words:
            raise PlayError(f"{shown(words.next(''))} is too much")
    except PlayError as error:
        hint = "" if ";" in str(error) else f"; write it like: {example}"
        raise PlayError(f"{where}: {error}{hint}") from None
    return Command(where, text, act)


def without_comment(line: str) -> str:
    return line.split("#")[0].strip()


def parse(text: str, file: str, inputs: Sequence[str], lamps: Sequence[str]) -> list[Command]:
    """All commands, with `repeat` expanded; raises PlayError with every mistake, one per line."""
    blocks: list[tuple[int, list[Command]]] = [(1, [])]
    errors: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        where, line = f"{file}:{number}", without_comment(line)
        try:
            if line.split()[:1] == ["repeat"]:
                times = _Words(line.split()[1:], inputs, lamps).number("number of repeats", REPEATS)
                blocks.append((times, []))
            elif line == "end" and len(blocks) > 1:
                times, body = blocks.pop()
                if len(blocks[-1][1]) + len(body) * times > MOST:
                    raise PlayError(f"that is more than {MOST} commands; repeat less often")
                blocks[-1][1].extend(body * times)
            elif line:
                blocks[-1][1].append(parse_line(line, where, inputs, lamps))
        except PlayError as error:
            errors.append(str(error) if str(error).startswith(where) else f"{where}: {error}")
    if len(blocks) > 1:
        errors.append(f"{file}: a repeat has no end; write a line 'end' after what it repeats")
    if errors:
        raise PlayError("\n".join(errors))
    return blocks[0][1]
