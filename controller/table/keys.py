"""The dealer's keys, the keyswitch and the door of the box."""

from collections.abc import Callable

from controller.table import records, sensors, tiers
from controller.table import round as rounds
from controller.table.decision import Turn
from controller.table.events import Clear, Close, Event, KeyPressed, Lock, Moment, Open, SetTier, Settle, SwitchTurned
from controller.table.journal import without_fold
from controller.table.refusals import Refused
from controller.table.rules import Key
from controller.table.state import Phase, phase_of
from controller.table.values import replace

Handle = Callable[[Turn, Event], None]

without_fold(records.Door)


def key_pressed(turn: Turn, event: KeyPressed, handle: Handle) -> None:
    """A dealer's key asks for the same as a command, without a name."""
    key = event.key
    if key is Key.OPEN_CLOSE:
        closed = phase_of(turn.state) is Phase.CLOSED
        handle(turn, Open(event.at) if closed else Close(event.at))
    elif key is Key.WIN:
        _win(turn)
    elif key is Key.VOID:
        _ask_void(turn)
    elif key is Key.TIER:
        if phase_of(turn.state) is not Phase.BETTING:
            raise Refused(rounds.refusal(phase_of(turn.state), SetTier), reason=turn.book.reason)
        tiers.ask(turn)
    elif key is Key.DEAL:
        _dealt(turn, handle)
    else:
        command: Callable[[Moment], Event] = {Key.LOCK: Lock, Key.SETTLE: Settle, Key.CLEAR: Clear}[key]
        handle(turn, command(event.at))


def _win(turn: Turn) -> None:
    """WIN, then the touch of a locked seat within ten seconds; WIN again cancels."""
    if turn.book.locked is None:
        raise Refused("no_round")
    armed = turn.at.mono < turn.live.win_until
    turn.live = replace(turn.live, win_until=0 if armed else turn.at.mono + sensors.TOUCH_AFTER_WIN)
    turn.note("win_cancelled" if armed else "win_asked")


def _ask_void(turn: Turn) -> None:
    """The key only asks; a person with the right completes it."""
    if turn.book.locked is None:
        raise Refused("no_round")
    turn.live = replace(turn.live, void_asked=not turn.live.void_asked)
    turn.note("void_asked" if turn.live.void_asked else "void_not_asked")


def _dealt(turn: Turn, handle: Handle) -> None:
    """The hand's first card: no more bets, and no way back."""
    if phase_of(turn.state) is Phase.BETTING:
        handle(turn, Lock(turn.at))
    if turn.book.locked and not turn.live.dealt:
        turn.note("first_card")
        turn.live = replace(turn.live, dealt=True)


def switch_turned(turn: Turn, event: SwitchTurned) -> None:
    """The keyswitch opens functions on the page, it is no person; each opening of the box is a row (R152)."""
    if event.key is Key.DOOR:
        if turn.live.door != event.on:
            turn.live = replace(turn.live, door=event.on)
            turn.write(records.Door(open=event.on))
    elif turn.live.keyswitch != event.on:
        turn.live = replace(turn.live, keyswitch=event.on)
        turn.note("keyswitch_on" if event.on else "keyswitch_off")
