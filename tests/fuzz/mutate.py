"""Changes to an input: of a script its JSON values, of any text its lines, words and bytes."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

LARGEST = 12_000  # bytes of an input
AS_IT_STANDS = "\0raw:"  # a JSON text that begins so is written without its quotes

NUMBERS = (
    0, 1, -1, 2, 7, 100, 127, 128, 255, 256, 999, 32767, 65535, 65536, 10**6, 2**31 - 1, 2**31, 2**32 - 1, 2**32,
    2**53 - 1, 2**53, 2**63 - 1, 2**63, 2**64, -(2**31), 10**15, 10**18, 10**30,
)  # fmt: skip
TEXTS = (
    "", " ", "\n", "\t", "\0", "\x7f", "\ufeff", "é", "ß", "İ", "٣", "½", "²", "\u2028", "\u202e", "\ud800", "💰",
    "a" * 41, "9" * 31, "1" * 5000, "-1", "+1", "0x10", "1e3", "01", "1_0", "NaN",
    "null", "true", "../..", "/", "%s", "{}", "'", '"', "\\",
    "0.00", "5.00", "-5.00", "999999999999.99", "00:00:60", "24:00", "2026-02-30", "2026-11-18", "9999-12-31",
    "0001-01-01", "1/galaxy", "login-", "x" * 300,
)  # fmt: skip
RAW = ("1e999", "-1e999", "1.5", "1e3", "-0", "-0.0", "Infinity", "NaN", "9" * 400, "9" * 5000, "[]", "{}", "[[[[]]]]")


def mutate(random: Random, data: bytes, other: bytes, words: Sequence[str]) -> bytes:
    """A few changes; `other` is another input to borrow from."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        script = data[:1] in (b"{", b"[") and random.random() < 0.8
        data = (_script if script else random.choice((_lines, _tokens, _tokens, _bytes)))(random, data, other, words)
    return data[:LARGEST]


# -- text --------------------------------------------------------------------------------------------------------


def _lines(random: Random, data: bytes, other: bytes, _words: Sequence[str]) -> bytes:
    lines, more = data.split(b"\n"), other.split(b"\n")
    at = random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[at : at + random.choice((1, 1, 1, 2, 5, 20))]
        case 1:
            lines.insert(at, random.choice(lines))
        case 2:
            lines.insert(at, random.choice(more))
        case 3:
            start = random.randrange(len(more))
            lines[at:at] = more[start : start + random.randint(1, 12)]
        case 4:
            place = random.randrange(len(lines))
            lines[at], lines[place] = lines[place], lines[at]
        case _:
            lines[at:at] = [lines[at]] * random.choice((2, 5, 40))
    return b"\n".join(lines)


def _tokens(random: Random, data: bytes, other: bytes, words: Sequence[str]) -> bytes:
    """A run of letters, digits or signs becomes another word."""
    at = random.randrange(len(data) + 1)
    start = end = at
    while start > 0 and data[start - 1 : start].isalnum():
        start -= 1
    while end < len(data) and data[end : end + 1].isalnum():
        end += 1
    if random.random() < 0.3:
        start = end = at
    return data[:start] + _word(random, other, words) + data[end:]


def _word(random: Random, other: bytes, words: Sequence[str]) -> bytes:
    match random.randrange(5):
        case 0:
            return str(random.choice(NUMBERS)).encode()
        case 1:
            return random.choice(TEXTS).encode(errors="surrogatepass")
        case 2:
            return random.choice(RAW).encode()
        case 3 if other:
            at = random.randrange(len(other))
            return other[at : at + random.choice((1, 4, 16, 64))]
        case _:
            return random.choice(words or TEXTS).encode(errors="surrogatepass")


def _bytes(random: Random, data: bytes, _other: bytes, _words: Sequence[str]) -> bytes:
    out = bytearray(data or b"\0")
    at = random.randrange(len(out))
    match random.randrange(6):
        case 0:
            out[at] ^= 1 << random.randrange(8)
        case 1:
            out[at] = random.choice((0, 9, 10, 13, 34, 35, 39, 46, 61, 91, 92, 93, 123, 125, 0x80, 0xBF, 0xFE, 0xFF))
        case 2:
            del out[at : at + random.choice((1, 2, 8, 100))]
        case 3:
            out[at:at] = random.randbytes(random.choice((1, 2, 4, 30)))
        case 4:
            out[at:at] = out[at : at + random.choice((1, 4, 50))] * random.choice((1, 3, 30))
        case _:
            deep = random.choice((3, 60, 300, 1200))
            out[at:at] = random.choice((b"[", b"{", b"a.", b'{"a":', b"[[")) * deep
    return bytes(out)


# -- scripts -----------------------------------------------------------------------------------------------------


def _script(random: Random, data: bytes, other: bytes, words: Sequence[str]) -> bytes:
    """Of one line, one value; of all lines, their order and number."""
    if random.random() < 0.25:
        return _lines(random, data, other, words)
    lines = data.splitlines() or [b"{}"]
    at = random.randrange(len(lines))
    try:
        value = json.loads(lines[at])
        lines[at] = _written(_changed(random, value, _borrowed(random, other), words))
    except (ValueError, RecursionError, UnicodeError):
        lines[at] = _tokens(random, lines[at], other, words)
    return b"\n".join(lines) + b"\n"


def _written(value: Any) -> bytes:
    text = json.dumps(value)
    for raw in {*RAW, *(text.split(json.dumps(AS_IT_STANDS)[1:-1])[1:2])}:
        text = text.replace(json.dumps(AS_IT_STANDS + raw), raw)
    return text.encode()


def _borrowed(random: Random, other: bytes) -> list[Any]:
    """Values of one line of another input."""
    try:
        return list(_all(json.loads(random.choice(other.splitlines() or [b"{}"]))))
    except (ValueError, RecursionError):
        return []


def _all(value: Any) -> list[Any]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(each for part in parts for each in _all(part))]


def _changed(random: Random, value: Any, borrowed: list[Any], words: Sequence[str]) -> Any:
    """Somewhere in it: the deeper the likelier."""
    fresh: Callable[[], Any] = lambda: _fresh(random, borrowed, words)  # noqa: E731
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        match random.randrange(12):
            case 0:
                return {k: v for k, v in value.items() if k != key}
            case 1:
                return {**value, random.choice(words or TEXTS): fresh()}
            case 2:
                return {(random.choice(words or TEXTS) if k == key else k): v for k, v in value.items()}
            case _:
                return {**value, key: _changed(random, value[key], borrowed, words)}
    if isinstance(value, list) and value and random.random() < 0.9:
        at = random.randrange(len(value))
        match random.randrange(8):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value[:at], fresh(), *value[at:]]
            case 2:
                return value * random.choice((2, 3, 40))
            case _:
                return [*value[:at], _changed(random, value[at], borrowed, words), *value[at + 1 :]]
    return _leaf(random, value, fresh)


def _leaf(random: Random, value: Any, fresh: Callable[[], Any]) -> Any:
    if isinstance(value, int) and random.random() < 0.6:
        return random.choice((value + 1, value - 1, value * 2, -value, value ^ (1 << random.randrange(32)), str(value)))
    if isinstance(value, str) and value and random.random() < 0.5:
        at = random.randrange(len(value))
        match random.randrange(4):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return value[:at] + random.choice(TEXTS) + value[at:]
            case 2:
                return value[:at] + random.choice("0123456789abcdef.-:/ ") + value[at + 1 :]
            case _:
                return value * random.choice((2, 10))
    return fresh()


def _fresh(random: Random, borrowed: list[Any], words: Sequence[str]) -> Any:
    match random.randrange(9):
        case 0:
            return random.choice((None, True, False, [], {}, "", 0))
        case 1:
            return random.choice(NUMBERS)
        case 2:
            return random.choice(TEXTS)
        case 3:
            return AS_IT_STANDS + random.choice(RAW)
        case 4:
            deep = random.choice((5, 200, 480, 900, 960, 990))
            return AS_IT_STANDS + "[" * deep + "]" * deep
        case 5 | 6 if borrowed:
            return random.choice(borrowed)
        case _:
            return random.choice(words or TEXTS)
