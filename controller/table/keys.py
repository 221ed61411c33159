"""The dealer's keys, the keyswitch and the door of the box."""

from collections.abc import Callable

from controller.table import records, sensors, tiers
from controller.table import round as rounds
from controller.table.decision import Decision
from controller.table.events import Clear, Close, Event, KeyPressed, Lock, Moment, Open, SetTier, Settle, SwitchTurned
from controller.table.journal import without_fold
from controller.table.refusals import Refused
from controller.table.rules import Key
from controller.table.state import Phase, phase_of
from controller.table.values import replace

Handle = Callable[[Decision, Event], None]

without_fold(records.Door)


def key_pressed(decision: Decision, event: KeyPressed, handle: Handle) -> None:
    """A dealer's key does the same as its command, without a name."""
    key = event.key
    if key is Key.OPEN_CLOSE:
        closed = phase_of(decision.state) is Phase.CLOSED
        handle(decision, Open(event.at) if closed else Close(event.at))
    elif key is Key.WIN:
        _win(decision)
    elif key is Key.VOID:
        _ask_void(decision)
    elif key is Key.TIER:
        if phase_of(decision.state) is not Phase.BETTING:
            raise Refused(rounds.refusal(phase_of(decision.state), SetTier), reason=decision.book.reason)
        tiers.ask(decision)
    elif key is Key.DEAL:
        _dealt(decision, handle)
    else:
        command: Callable[[Moment], Event] = {Key.LOCK: Lock, Key.SETTLE: Settle, Key.CLEAR: Clear}[key]
        handle(decision, command(event.at))


def _win(decision: Decision) -> None:
    """The WIN key: a touch of a locked seat within ten seconds opens its claim. A second press of WIN cancels."""
    if decision.book.locked is None:
        raise Refused("no_round")
    armed = decision.at.mono < decision.live.win_until
    decision.live = replace(decision.live, win_until=0 if armed else decision.at.mono + sensors.TOUCH_AFTER_WIN)
    decision.note("win_cancelled" if armed else "win_asked")


def _ask_void(decision: Decision) -> None:
    """The key only requests a void; a person with the right role completes it."""
    if decision.book.locked is None:
        raise Refused("no_round")
    decision.live = replace(decision.live, void_asked=not decision.live.void_asked)
    decision.note("void_asked" if decision.live.void_asked else "void_not_asked")


def _dealt(decision: Decision, handle: Handle) -> None:
    """The hand's first card was dealt: betting ends, and the lock can no longer be taken back."""
    if phase_of(decision.state) is Phase.BETTING:
        handle(decision, Lock(decision.at))
    if decision.book.locked and not decision.live.dealt:
        decision.note("first_card")
        decision.live = replace(decision.live, dealt=True)


def switch_turned(decision: Decision, event: SwitchTurned) -> None:
    """The keyswitch enables functions of the page but identifies nobody. Each opening of the box is recorded as a row
    (R152)."""
    if event.key is Key.DOOR:
        if decision.live.door != event.on:
            decision.live = replace(decision.live, door=event.on)
            decision.write(records.Door(open=event.on))
    elif decision.live.keyswitch != event.on:
        decision.live = replace(decision.live, keyswitch=event.on)
        decision.note("keyswitch_on" if event.on else "keyswitch_off")
