"""The only entrance to the core: `step(rules, state, event)` returns the next state and the entries for the journal."""

from collections.abc import Callable
from dataclasses import dataclass

from controller.table import (
    adjustments,
    approvals,
    authority,
    claims,
    clock_trust,
    coins,
    day_counts,
    faults,
    funds,
    keys,
    meter_setting,
    payments,
    people,
    posting,
    reconcile,
    records,
    removal,
    runs,
    second_copy,
    sensors,
    sign_silence,
    spots,
    terms,
    transfers,
)
from controller.table import round as rounds
from controller.table.decision import Decision, FaultError
from controller.table.events import (
    AddPerson,
    ChangeRoles,
    ChipSensed,
    ClearFault,
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
    HeadContradicted,
    KeyPressed,
    LedgerDoubted,
    LedgerFailed,
    Linked,
    LockedOut,
    LoggedIn,
    OpenClaim,
    OverrideSigns,
    PayClaim,
    PinChanged,
    PressedWhileAway,
    RefundCoins,
    RemovePerson,
    ReopenClaims,
    Restored,
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
    WrongPins,
)
from controller.table.journal import Entry, without_fold
from controller.table.meter_events import (
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
    TransferAsk,
    TransferIn,
    TransferOut,
)
from controller.table.refusals import Disputed, Refused
from controller.table.rules import Rules
from controller.table.state import State, phase_of
from controller.table.values import replace
from words.message import message


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an event. If it was refused, the state is the same object and there are no entries; only a dispute
    is recorded as a row. `defect` is an error of the rules themselves, for the log."""

    state: State
    entries: tuple[Entry, ...] = ()
    refused: Refused | None = None
    defect: Exception | None = None


def step(rules: Rules, state: State, event: Event) -> Outcome:
    """Time passes up to the event, the event is handled, and between rounds the gaming day is checked. A table whose
    ledger has failed decides nothing more (law: a failed write stops the table)."""
    if state.live.failed:
        return Outcome(state, refused=Refused("fault", why=state.live.failed))
    if isinstance(event, LedgerFailed):
        return Outcome(State(state.book, replace(state.live, failed=event.why)))
    decision = Decision(rules, state, event)
    try:
        clock_trust.watch(decision)
        sensors.pass_time(decision)
        _handle(decision, event)
        sensors.saw_bets(decision)
    except Disputed as refused:
        return _disputed(rules, state, event, refused)
    except Refused as refused:
        return Outcome(state, refused=refused)
    except FaultError as fault:
        return _faulted(rules, state, event, fault)
    except Exception as error:
        return _defective(rules, state, event, error)
    after = Decision(rules, decision.state, Event(event.at))  # no person gave this part of the decision
    try:
        posting.attend(after)
        sign_silence.attend(after, state, event)
        funds.attend(after, state, event)
    except FaultError as fault:
        failed = _faulted(rules, decision.state, after.event, fault)
    except Exception as error:
        failed = _defective(rules, decision.state, after.event, error)
    else:
        return Outcome(after.state, (*decision.entries, *after.entries))
    return Outcome(failed.state, (*decision.entries, *failed.entries), defect=failed.defect)


def _defective(rules: Rules, state: State, event: Event, error: Exception) -> Outcome:
    """An error that no handler expects never ends the table. A command is refused and changes nothing. Anything else
    has happened whether it was handled or not, so from here on the table may be wrong, and stops."""
    names = {"event": type(event).__name__, "error": type(error).__name__}
    if isinstance(event, Command):
        return Outcome(state, refused=Refused("defect", **names), defect=error)
    stopped = _faulted(rules, state, event, FaultError("defect", message("reasons.defect", **names)))
    return Outcome(stopped.state, stopped.entries, defect=error)


def _disputed(rules: Rules, state: State, event: Event, refused: Disputed) -> Outcome:
    """E23: the rows of earlier rounds show what the spot's sensor did before the lock; what it did since goes into this
    row."""
    decision = Decision(rules, state, event)
    spot = decision.spot(refused.spot)
    record = records.Dispute(spot=refused.spot, covered=spot.level, presses=spot.presses)
    decision.write(record, number=refused.round)
    return Outcome(decision.state, decision.entries, refused)


def _faulted(rules: Rules, state: State, event: Event, fault: FaultError) -> Outcome:
    """The decision is dropped and the fault is recorded."""
    decision = Decision(rules, state, event)
    if fault.code not in state.book.faults:
        decision.write(records.Fault(code=fault.code, reason=fault.reason))
    return Outcome(decision.state, decision.entries)


def _handle(decision: Decision, event: Event) -> None:
    kind = type(event)
    if isinstance(event, Command):
        authority.check(decision, event)
    line = rounds.TABLE.get((phase_of(decision.state), kind))
    if line is not None:
        line.handle(decision, event)
    elif kind in ANYWHERE:
        ANYWHERE[kind](decision, event)
    else:
        raise Refused(rounds.refusal(phase_of(decision.state), kind), reason=decision.book.reason)


without_fold(records.Dispute)

# Events that are allowed in every phase.
ANYWHERE: dict[type[Event], Callable[..., None]] = {
    Started: runs.started,
    Stopped: runs.stopped,
    Train: runs.train,
    Restored: runs.restored,
    Tick: clock_trust.tick,
    Linked: sensors.linked,
    Unlinked: sensors.unlinked,
    LedgerDoubted: faults.ledger_doubted,
    HeadContradicted: faults.head_contradicted,
    CopyAway: second_copy.lost,
    CopyBack: second_copy.back,
    ChipSensed: sensors.chip_sensed,
    Touched: sensors.touched,
    CoinsCounted: sensors.coins_counted,
    SpotUnsure: sensors.unsure,
    SpotStorming: sensors.storming,
    PressedWhileAway: sensors.pressed_while_away,
    KeyPressed: lambda decision, event: keys.key_pressed(decision, event, _handle),
    SwitchTurned: keys.switch_turned,
    SignsSilent: sign_silence.silent,
    SignsBack: sign_silence.back,
    OverrideSigns: sign_silence.override,
    ExcludeSpot: spots.exclude_spot,
    RefundCoins: coins.refund_coins,
    OpenClaim: claims.open_claim,
    ConfirmClaim: approvals.confirm,
    DenyClaim: approvals.deny,
    WithdrawClaim: claims.withdraw,
    ReopenClaims: claims.reopen,
    PayClaim: payments.pay,
    CorrectWin: payments.correct_win,
    AddPerson: people.add_person,
    ChangeRoles: people.change_roles,
    RemovePerson: people.remove_person,
    PinChanged: people.pin_changed,
    LockedOut: people.locked_out,
    WrongPins: people.wrong_pins,
    LoggedIn: people.logged_in,
    ConfirmClock: clock_trust.confirm,
    Post: posting.post_now,
    HoldPost: posting.hold,
    ReleasePost: posting.release,
    CorrectCount: day_counts.correct_count,
    TakeOver: day_counts.take_over,
    HoldFunds: funds.hold,
    ReleaseFunds: funds.release,
    LowerMeter: adjustments.lower,
    RaiseMeter: adjustments.rise,
    SetMeter: meter_setting.set_meter,
    AcceptTerms: terms.accept,
    TransferAsk: transfers.transfer_ask,
    TransferOut: transfers.transfer_out,
    TransferIn: transfers.transfer_in,
    Retire: removal.retire,
    Keep: removal.keep,
    Dispose: removal.dispose,
    ReadSign: reconcile.read_sign,
    CountChips: reconcile.count_chips,
    Explain: reconcile.explain,
    ClearFault: faults.clear_fault,
}
