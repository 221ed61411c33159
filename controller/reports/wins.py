"""Every win as one story, from the claim to the money (R102), told by the rows of the journal."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from controller.core.entries import Entry
from controller.core.rules import Rules
from controller.core.state import Claim, Stage
from controller.reports.history import History
from controller.reports.tax import form_of

DENIED, WITHDRAWN, VOID = "denied", "withdrawn", "void"
ENDED = (Stage.PAID, DENIED, WITHDRAWN, VOID)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that somebody did at a time."""

    row: int
    utc: int
    trusted: bool
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """After the payment: the house pays more, or gets some back."""

    act: Act
    amount: int  # micro-dollars, below zero for back
    reason: str
    slip: int


@dataclass(frozen=True, slots=True)
class Win:
    claim: int
    opened: Act
    day: str
    round: int
    spot: str
    locked_at: int  # utc ms
    meters: dict[str, int]  # as they stood at the lock
    claimant: tuple[str, ...]
    reference: str  # of a late claim
    stake: int = 0  # micro-dollars; 0 in rows of older releases: the wager's amount
    award: str = ""
    cards: str = ""
    stage: str = Stage.OPEN
    approvals: tuple[Act, ...] = ()
    jackpot: str = ""  # of a share
    before: int = 0  # its meter
    after: int = 0
    amount: int = 0
    slip: int = 0
    replaced: tuple[int, ...] = ()  # slips before it: the hand was shared anew
    decided: Act | None = None
    paid: Act | None = None
    method: str = ""
    ended: Act | None = None  # without money
    reason: str = ""
    corrections: tuple[Correction, ...] = ()

    @property
    def total(self) -> int:
        return self.amount + sum(each.amount for each in self.corrections)

    @property
    def void_slips(self) -> tuple[int, ...]:
        """Those that nothing is paid on."""
        return (*self.replaced, self.slip) if self.ended and self.slip else self.replaced

    @property
    def unpaid(self) -> bool:
        return self.stage == Stage.OWED

    @property
    def won(self) -> bool:
        """Money was decided; a slip that was issued for a denied claim is kept, but it is no win."""
        return self.slip > 0 and self.stage in (Stage.OWED, Stage.PAID)


def wager_of(rules: Rules, win: Win) -> int:
    """What its spot played for."""
    return win.stake or (rules.stake(win.spot, {}) if win.spot in rules.spots else 0)


def tax_form(rules: Rules, win: Win, now: int) -> str:
    """By the day of the payment; of what is unpaid, by today's."""
    return form_of(rules, win.total, wager_of(rules, win), win.paid.utc if win.paid else now)


# -- one row after another -----------------------------------------------------------------------------------


def touched(entry: Entry) -> tuple[int, ...]:
    """The claims that a row speaks of."""
    if entry.kind == "award":
        return (*map(int, entry.body["amounts"]), *([entry.body["denied"]] if "denied" in entry.body else []))
    if entry.kind in FOLDS and "claim" in entry.body:  # a tier is changed of spots without a claim, too
        return (entry.body["claim"],)
    return ()


def tell(number: int, entries: Iterable[Entry], win: Win | None = None) -> Win | None:
    """What these rows make of a claim; None as long as it is not opened."""
    for entry in entries:
        if number not in touched(entry):
            continue
        if entry.kind == "claim":
            win = _opened(entry)
        elif win and entry.kind == "award":
            win = _awarded(win, entry)
        elif win:
            win = FOLDS[entry.kind](win, entry)
    return win


def _act(entry: Entry) -> Act:
    return Act(entry.seq, entry.at.utc, entry.trusted, tuple(entry.body.get("by", ())))


def _opened(entry: Entry) -> Win:
    body = entry.body
    return Win(
        claim=body["claim"],
        opened=_act(entry),
        day=entry.day,
        round=entry.round,
        spot=body["spot"],
        locked_at=body["locked_at"],
        meters=dict(body["meters"]),
        claimant=tuple(body.get("by", ())),
        reference=body.get("reference", ""),
        stake=body.get("stake", 0),
        award=body.get("award", ""),
        cards=body.get("cards", ""),
    )


def _named(win: Win, entry: Entry) -> Win:
    claimant = tuple(dict.fromkeys((*win.claimant, *entry.body.get("by", ()))))
    return replace(win, award=entry.body["award"], cards=entry.body["cards"], claimant=claimant, approvals=())


def _staked(win: Win, entry: Entry) -> Win:
    """Approvals were of something else."""
    return replace(win, stake=entry.body["after"], approvals=())


def _approved(win: Win, entry: Entry) -> Win:
    stage = Stage.OPEN if entry.body["missing"] else Stage.APPROVED
    jackpot = entry.body.get("jackpot", "")
    return replace(win, approvals=(*win.approvals, _act(entry)), stage=stage, jackpot=jackpot)


def _fixed(win: Win, entry: Entry) -> Win:
    """Paid from the rack as it is confirmed."""
    act = _act(entry)
    return replace(
        win,
        award=entry.body["award"],
        stage=Stage.PAID,
        approvals=(*win.approvals, act),
        amount=entry.body["amount"],
        slip=entry.body["slip"],
        decided=act,
        paid=act,
        method="chips",
    )


def _awarded(win: Win, entry: Entry) -> Win:
    body, key, decided = entry.body, str(win.claim), win.decided
    if body.get("denied") == win.claim:
        return win  # the next row ends it
    slip = body["slips"].get(key, win.slip)
    return replace(
        win,
        stage=Stage.PAID if win.stage == Stage.PAID else Stage.OWED,
        jackpot=body["jackpot"],
        before=win.before if decided else body["before"],
        after=win.after if decided else body["after"],
        amount=body["amounts"][key],
        slip=slip,
        replaced=(*win.replaced, win.slip) if win.slip not in (0, slip) else win.replaced,
        decided=decided or _act(entry),
    )


def _paid(win: Win, entry: Entry) -> Win:
    return replace(win, stage=Stage.PAID, paid=_act(entry), method=entry.body["method"])


def _unclaimed(win: Win, entry: Entry) -> Win:
    reason = entry.body["reason"]
    stage = DENIED if entry.body.get("denied") else WITHDRAWN if reason == "withdrawn" else VOID
    return replace(win, stage=stage, ended=_act(entry), reason=reason)


def _corrected(win: Win, entry: Entry) -> Win:
    body = entry.body
    correction = Correction(_act(entry), body["amount"], body["reason"], body["slip"])
    return replace(win, corrections=(*win.corrections, correction))


FOLDS: dict[str, Callable[[Win, Entry], Win]] = {
    "claim": lambda win, entry: _opened(entry),
    "name": _named,
    "tier": _staked,
    "approve": _approved,
    "fixed": _fixed,
    "paid": _paid,
    "unclaim": _unclaimed,
    "correct_win": _corrected,
}


# -- out of a ledger -----------------------------------------------------------------------------------------


def wins_in(history: History, entries: Iterable[Entry]) -> list[Win]:
    """Every claim that these rows speak of, each told to its end, wherever that lies."""
    parts: dict[int, list[Entry]] = {}
    for entry in entries:
        for number in touched(entry):
            parts.setdefault(number, []).append(entry)
    return [_whole(history, number, part) for number, part in sorted(parts.items())]


def unpaid_wins(history: History) -> list[Win]:
    """R104: owed, however long ago they were won."""
    return [story(history, claim.number) for claim in history.book.claims if claim.stage is Stage.OWED]


def _whole(history: History, number: int, part: list[Entry]) -> Win:
    win = tell(number, part)
    if win and _at_end(history, win):
        return win
    corrections = [entry for entry in part if entry.kind == "correct_win"]
    found = story(history, number)
    return tell(number, corrections, replace(found, corrections=())) or found


def story(history: History, number: int) -> Win:
    """From its claim's row on, until nothing more happens to it."""
    opened = history.claim(number)
    win = _opened(opened)
    for entry in history.on(opened.seq + 1):
        if _at_end(history, win):
            break
        win = tell(number, [entry], win) or win
    return win


def _at_end(history: History, win: Win) -> bool:
    """Over, or as far as the book has it: then no later row speaks of it."""
    if win.stage in ENDED:
        return True
    kept = next((claim for claim in history.book.claims if claim.number == win.claim), None)
    return kept is not None and _as_kept(win, kept)


def _as_kept(win: Win, kept: Claim) -> bool:
    approved = [name for act in win.approvals for name in act.by]
    told = (win.stage, win.stake, win.award, win.cards, win.claimant, win.amount, win.slip)
    known = (kept.stage, kept.stake, kept.award, kept.cards, kept.claimant, kept.amount, kept.slip)
    return told == known and tuple(dict.fromkeys(approved)) == kept.approved
