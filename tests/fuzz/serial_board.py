"""The serial line as the board hears it: the shipped board logic, into which anything may be said.

Promised: never an exception; what it hears changes no count (but the debounce of a greeting that agrees); lamps show
only patterns that there are; nothing is freed that was not told; buffers are bounded; and after any noise a good host
is answered, and shows its lamps, within `ENOUGH` exchanges.
"""

from collections.abc import Sequence
from typing import Any

from board_logic import LINE, PATTERNS, RING, Board
from fuzz.surface import Surface, hexed, number, script, steps

from drivers import wire
from drivers.board_link import BoardLink
from drivers.contract import Pattern

INPUTS, LAMPS = ["seat1", "seat2", "lock"], ["lamp1", "lamp2"]
ENOUGH = 6


class BoardHears(Surface):
    """What it hears changes no count, and a good host is heard again."""

    name = "serial-board"
    reaches = ("firmware-sim/board_logic.py",)
    words = ("raw", "payload", "want", "greet", "sense", "pass", "frame", "number", "boot", "ack", "codes", "debounce")

    def seeds(self) -> Sequence[bytes]:
        greet = {"greet": {"session": 5, "debounce": [20, 20, 5]}}
        want = {"want": {"number": 1, "ack": 0, "codes": [3, 5]}}
        return [
            script(greet, {"frame": 1}, want, {"sense": [0, 1]}, {"pass": 30}, {"frame": 1}, {"frame": 1}),
            script(greet, {"raw": "00ff00"}, want, {"pass": 5000}, {"want": {"number": 2, "ack": 1, "codes": [7, 99]}}),
            script(greet, *[{"sense": [n % 3, n % 2]} for n in range(9)], {"pass": 90}, {"frame": 1}, want),
            script({"payload": "01020000"}, {"payload": "02"}, {"want": {"number": -1, "boot": 1, "codes": []}}),
        ]

    def check(self, data: bytes) -> None:
        board, deaf = (Board("demo", INPUTS, LAMPS, [False] * 3, 77, 0, 1) for _ in range(2))
        tick = 0
        for step in steps(data):
            seq = board.seq
            tick += self._step(board, deaf, step, tick)
            deaf.debounce = list(board.debounce)
            board.settle(tick)
            deaf.settle(tick)
            assert (board.count, board.level) == (deaf.count, deaf.level), "a word from the line changed a count"
            assert all(code < len(PATTERNS) for code in board.lamps)
            assert len(board.lamps) == len(LAMPS)
            assert len(board.line) <= LINE
            assert len(board.ring) <= RING * len(INPUTS)
            assert board.seq >= seq
        self._heals(board, tick)

    def _step(self, board: Board, deaf: Board, step: dict[str, Any], tick: int) -> int:
        """Gives the milliseconds that pass."""
        match step:
            case {"raw": raw}:
                board.hear(hexed(raw), tick)
            case {"payload": payload} if hexed(payload):
                board.hear(wire.seal(hexed(payload)), tick)
            case {"greet": dict(facts)}:
                debounce = [number(ms, 65535) for ms in _list(facts.get("debounce"))[:32]]
                board.hear(wire.hello_host(number(facts.get("session")), debounce), tick)
            case {"want": dict(facts)}:
                codes = bytes(number(code, 255) for code in _list(facts.get("codes"))[:99])
                boot = number(facts.get("boot", board.boot))
                board.hear(wire.want(number(facts.get("number")), boot, number(facts.get("ack")), codes), tick)
            case {"sense": [i, level]}:
                for each in (board, deaf):
                    each.sense(number(i, 2), number(level, 1), tick)
            case {"pass": ms}:
                return number(ms, 1_000_000)
            case {"frame": _}:
                frame = board.frame(tick)
                if frame is not None:
                    wire.parse(wire.unseal(frame[:-1]))
        return 1

    def _heals(self, board: Board, tick: int) -> None:
        host = BoardLink("demo", tuple(INPUTS), tuple(LAMPS), (20, 20, 5))
        host.show(dict.fromkeys(LAMPS, Pattern.LIT))
        for _ in range(ENOUGH):
            tick += 200
            board.hear(host.frame(), tick)
            while (frame := board.frame(tick)) is not None:
                for batch in host.hear(frame, 10**15 + tick * 1_000_000):
                    host.done(batch.token)
        assert host.up, "a good host is not answered"
        assert [PATTERNS[board.pattern(i)][0] for i in range(2)] == ["lit", "lit"], "a good host's lamps are not shown"


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
