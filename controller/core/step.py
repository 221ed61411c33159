"""The one door to the core: `step(rules, state, event)` gives the next state and what the journal gets for it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from controller.core import (
    adjustments,
    authority,
    awards,
    claims,
    clock_trust,
    days,
    funds,
    management,
    parameters,
    reconcile,
    removal,
    senses,
    signs,
    tiers,
    transfers,
)
from controller.core import round as rounds
from controller.core.accounts import (
    HOUSE,
    PLAYERS,
    credit_account,
    meter_account,
)
from controller.core.entries import Entry, Transfer, continuity
from controller.core.events import (
    AddPerson,
    ChangeRoles,
    ChipSensed,
    Clear,
    ClearFault,
    Close,
    CoinsCounted,
    Command,
    ConfirmClaim,
    ConfirmClock,
    CopyAway,
    CopyBack,
    CorrectWin,
    DenyClaim,
    Event,
    ExcludeSpot,
    KeyPressed,
    LedgerDoubted,
    LedgerFailed,
    Linked,
    Lock,
    LockedOut,
    LoggedIn,
    Moment,
    Open,
    OpenClaim,
    OverrideSigns,
    PayClaim,
    PinChanged,
    PressedWhileAway,
    RefundCoins,
    RemovePerson,
    ReopenClaims,
    Restored,
    SetTier,
    Settle,
    SignsBack,
    SignsSilent,
    SpotStorming,
    SpotUnsure,
    Started,
    Stopped,
    SwitchTurned,
    Tick,
    Touched,
    Train,
    Unlinked,
    WithdrawClaim,
)
from controller.core.meter_events import (
    AcceptTerms,
    CorrectCount,
    CountChips,
    Dispose,
    Explain,
    HoldFunds,
    HoldPost,
    Keep,
    LowerMeter,
    Post,
    RaiseMeter,
    ReadSign,
    ReleaseFunds,
    ReleasePost,
    Retire,
    SetMeter,
    TakeOver,
    TransferIn,
    TransferOut,
)
from controller.core.refusals import Disputed, Refused
from controller.core.rules import Key, Rules, Sensor
from controller.core.state import (
    Book,
    Phase,
    State,
    phase_of,
)
from controller.core.turn import FaultError, Turn
from controller.core.values import replace
from controller.core.whys import why


@dataclass(frozen=True, slots=True)
class Outcome:
    """What followed from an event. Refused: the state is the very one that was given, and there are no entries, but for
    a dispute, which is a row."""

    state: State
    entries: tuple[Entry, ...] = ()
    refused: Refused | None = None


def step(rules: Rules, state: State, event: Event) -> Outcome:
    """Time passes up to the event, the event happens, and between rounds the day is looked after. A table whose
    ledger has failed decides nothing more (law: a failed write stops the table)."""
    if state.live.failed:
        return Outcome(state, refused=Refused("fault", why=state.live.failed))
    if isinstance(event, LedgerFailed):
        return Outcome(State(state.book, replace(state.live, failed=event.why)))
    turn = Turn(rules, state, event)
    try:
        clock_trust.watch(turn)
        senses.pass_time(turn)
        _handle(turn, event)
        senses.saw_bets(turn)
    except Disputed as refused:
        return _disputed(rules, state, event, refused)
    except Refused as refused:
        return Outcome(state, refused=refused)
    except FaultError as fault:
        return _faulted(rules, state, event, fault)
    after = Turn(rules, turn.state, Event(event.at))  # the day is nobody's wish
    try:
        days.attend(after)
        signs.attend(after, state, event)
        funds.attend(after, state, event)
    except FaultError as fault:
        failed = _faulted(rules, turn.state, after.event, fault)
        return Outcome(failed.state, (*turn.entries, *failed.entries))
    return Outcome(after.state, (*turn.entries, *after.entries))


def _disputed(rules: Rules, state: State, event: Event, refused: Disputed) -> Outcome:
    """E23: what the spot's sensor did before the lock stands in the rows of its rounds, and since then in this one."""
    turn = Turn(rules, state, event)
    spot = turn.spot(refused.spot)
    body = {"spot": refused.spot, "why": str(refused), "covered": spot.level, "presses": spot.presses}
    turn.write("dispute", body, number=refused.round)
    return Outcome(turn.state, turn.entries, refused)


def _faulted(rules: Rules, state: State, event: Event, fault: FaultError) -> Outcome:
    """The decision is not taken; the fault is."""
    turn = Turn(rules, state, event)
    if fault.code not in state.book.faults:
        turn.write("fault", {"code": fault.code, "text": str(fault)})
    return Outcome(turn.state, turn.entries)


def _handle(turn: Turn, event: Event) -> None:
    kind = type(event)
    if isinstance(event, Command):
        authority.check(turn, event)
    line = rounds.TABLE.get((phase_of(turn.state), kind))
    if line is not None:
        line.handle(turn, event)
    elif kind in ANYWHERE:
        ANYWHERE[kind](turn, event)
    else:
        raise Refused(rounds.refusal(phase_of(turn.state), kind), **_facts(turn))


def _facts(turn: Turn) -> dict[str, object]:
    """What the refusals of the table may speak of."""
    return {"reason": turn.book.reason}


def genesis(
    rules: Rules, at: Moment, *, epoch: int, config: str, version: str, by: Iterable[str]
) -> tuple[Book, Entry]:
    """The first row of a ledger: the opening amounts, house-funded and accepted by named people (R014)."""
    bases = {pot.id: pot.base for pot in rules.jackpots.values()}
    trust = [pot.id for pot in rules.jackpots.values() if pot.custodial]
    body = {
        "table": rules.table,
        "zone": str(rules.zone),
        "epoch": epoch,
        "config": config,
        "version": version,
        "jackpots": bases,
        "terms": {pot.id: vars(pot.terms) for pot in rules.jackpots.values()},
        **({"custodial": trust} if trust else {}),
        "play": parameters.play_digest(rules),
        "by": list(by),
    }
    seeds = tuple(Transfer(HOUSE, meter_account(pot), base, "seed") for pot, base in bases.items() if base)
    turn = Turn(rules, State(Book(rules.table, epoch), senses.fresh(rules)), Tick(at, synced=False))
    turn.write("init", body, seeds)
    return turn.book, turn.entries[0]


# -- events that may come in any phase -----------------------------------------------------------------------


def started(turn: Turn, event: Started) -> None:
    """After any interruption: the state as it was (R160), its sensors unknown, waiting for one confirmation."""
    recovered = turn.book.phase in (Phase.BETTING, Phase.LOCKED)
    silent = dict.fromkeys(event.drivers, why("not_read"))
    turn.live = replace(senses.fresh(turn.rules), recovered=recovered, unlinked=silent, damage=event.damage)
    body = {"boot": event.boot, "version": event.version, "config": event.config, "program": event.program}
    turn.write("start", {**body, "damage": event.damage} if event.damage else body)
    clock_trust.first_look(turn, event)
    parameters.compare(turn)


def stopped(turn: Turn, event: Stopped) -> None:
    turn.write("stop")


def train(turn: Turn, event: Train) -> None:
    """Only at the closed table. The epoch between the two is the training's: signs believe it, and then this again."""
    if event.on == turn.rules.training:
        raise Refused("training_already" if event.on else "no_training")
    if phase_of(turn.state) is not Phase.CLOSED or turn.live.trial:
        raise Refused("train_closed")
    turn.write("training", {"on": event.on, "epoch": turn.book.epoch + 2 if event.on else turn.book.epoch})


def restored(turn: Turn, event: Restored) -> None:
    """Two people accept a state that is older than what was shown already: it is an adjustment by hand (R170, E37)."""
    authority.enough(turn, authority.rule(turn, "adjustment" if event.older else "service"), event.by)
    turn.write("restored", {"epoch": event.epoch, "older": event.older})


def copy_away(turn: Turn, event: CopyAway) -> None:
    """A soft fault (E35): people are told, and the table plays."""
    if event.why != turn.live.copy:
        turn.write("copy_away", {"why": event.why})
        turn.live = replace(turn.live, copy=event.why)


def copy_back(turn: Turn, event: CopyBack) -> None:
    if turn.live.copy:
        turn.write("copy_back")
        turn.live = replace(turn.live, copy="")


def ledger_doubted(turn: Turn, event: LedgerDoubted) -> None:
    raise FaultError("ledger", why("unsound", finding=event.finding))


def key_pressed(turn: Turn, event: KeyPressed) -> None:
    """A dealer's key asks for the same as a command, without a name."""
    key = event.key
    if key is Key.OPEN_CLOSE:
        closed = phase_of(turn.state) is Phase.CLOSED
        _handle(turn, Open(event.at) if closed else Close(event.at))
    elif key is Key.WIN:
        _win(turn)
    elif key is Key.VOID:
        _ask_void(turn)
    elif key is Key.TIER:
        if phase_of(turn.state) is not Phase.BETTING:
            raise Refused(rounds.refusal(phase_of(turn.state), SetTier), **_facts(turn))
        tiers.ask(turn)
    elif key is Key.DEAL:
        _dealt(turn)
    else:
        command: Callable[[Moment], Event] = {Key.LOCK: Lock, Key.SETTLE: Settle, Key.CLEAR: Clear}[key]
        _handle(turn, command(event.at))


def _win(turn: Turn) -> None:
    """WIN, then the touch of a locked seat within ten seconds; WIN again cancels."""
    if turn.book.locked is None:
        raise Refused("no_round")
    armed = turn.at.mono < turn.live.win_until
    turn.live = replace(turn.live, win_until=0 if armed else turn.at.mono + senses.TOUCH_AFTER_WIN)
    turn.note("win_cancelled" if armed else "win_asked")


def _ask_void(turn: Turn) -> None:
    """The key only asks; a person with the right completes it."""
    if turn.book.locked is None:
        raise Refused("no_round")
    turn.live = replace(turn.live, void_asked=not turn.live.void_asked)
    turn.note("void_asked" if turn.live.void_asked else "void_not_asked")


def _dealt(turn: Turn) -> None:
    """The hand's first card: no more bets, and no way back."""
    if phase_of(turn.state) is Phase.BETTING:
        _handle(turn, Lock(turn.at))
    if turn.book.locked and not turn.live.dealt:
        turn.note("first_card")
        turn.live = replace(turn.live, dealt=True)


def switch_turned(turn: Turn, event: SwitchTurned) -> None:
    """The keyswitch opens functions on the page, it is no person; each opening of the box is a row (R152)."""
    if event.key is Key.DOOR:
        if turn.live.door != event.on:
            turn.live = replace(turn.live, door=event.on)
            turn.write("door", {"open": event.on})
    elif turn.live.keyswitch != event.on:
        turn.live = replace(turn.live, keyswitch=event.on)
        turn.note("keyswitch_on" if event.on else "keyswitch_off")


def exclude_spot(turn: Turn, event: ExcludeSpot) -> None:
    turn.known(event.spot)
    if out := turn.book.spot(event.spot).out:
        raise Refused("is_out", spot=event.spot, why=out)
    turn.write("spot_out", {"spot": event.spot, "why": turn.reason(event.reason)})


def refund_coins(turn: Turn, event: RefundCoins) -> None:
    turn.known(event.spot)
    credit = turn.book.spot(event.spot).credit
    if turn.rules.spots[event.spot].sensor is not Sensor.COIN or not credit:
        raise Refused("no_credit", spot=event.spot)
    back = Transfer(credit_account(event.spot), PLAYERS, credit, "refund")
    turn.write("refund", {"spot": event.spot, "amount": credit}, [back])


def clear_fault(turn: Turn, event: ClearFault) -> None:
    if event.code not in turn.book.faults:
        raise Refused("no_fault", code=event.code)
    if event.code == "continuity" and (breaches := continuity(turn.book)):
        raise Refused("fault_stays", code=event.code, why=breaches[0])
    turn.write("unfault", {"code": event.code, "reason": turn.reason(event.reason)})


ANYWHERE: dict[type[Event], Callable[..., None]] = {
    Started: started,
    Stopped: stopped,
    Train: train,
    Restored: restored,
    Tick: clock_trust.tick,
    Linked: senses.linked,
    Unlinked: senses.unlinked,
    LedgerDoubted: ledger_doubted,
    CopyAway: copy_away,
    CopyBack: copy_back,
    ChipSensed: senses.chip_sensed,
    Touched: senses.touched,
    CoinsCounted: senses.coins_counted,
    SpotUnsure: senses.unsure,
    SpotStorming: senses.storming,
    PressedWhileAway: senses.pressed_while_away,
    KeyPressed: key_pressed,
    SwitchTurned: switch_turned,
    SignsSilent: signs.silent,
    SignsBack: signs.back,
    OverrideSigns: signs.override,
    ExcludeSpot: exclude_spot,
    RefundCoins: refund_coins,
    OpenClaim: claims.open_claim,
    ConfirmClaim: claims.confirm,
    DenyClaim: claims.deny,
    WithdrawClaim: claims.withdraw,
    ReopenClaims: claims.reopen,
    PayClaim: awards.pay,
    CorrectWin: awards.correct_win,
    AddPerson: authority.add_person,
    ChangeRoles: authority.change_roles,
    RemovePerson: authority.remove_person,
    PinChanged: authority.pin_changed,
    LockedOut: authority.locked_out,
    LoggedIn: authority.logged_in,
    ConfirmClock: clock_trust.confirm,
    Post: days.post_now,
    HoldPost: days.hold,
    ReleasePost: days.release,
    CorrectCount: days.correct_count,
    TakeOver: days.take_over,
    HoldFunds: funds.hold,
    ReleaseFunds: funds.release,
    LowerMeter: adjustments.lower,
    RaiseMeter: adjustments.rise,
    SetMeter: management.set_meter,
    AcceptTerms: parameters.accept,
    TransferOut: transfers.transfer_out,
    TransferIn: transfers.transfer_in,
    Retire: removal.retire,
    Keep: removal.keep,
    Dispose: removal.dispose,
    ReadSign: reconcile.read_sign,
    CountChips: reconcile.count_chips,
    Explain: reconcile.explain,
    ClearFault: clear_fault,
}
