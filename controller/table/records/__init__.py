"""The records of the journal: one frozen dataclass for each kind, in a file for each topic. They may use values of the
book, but do not know who writes or folds them. Use as `records.Lock`."""

from controller.table.records.base import RECORD_TYPES, Record, from_json, to_json
from controller.table.records.claims import (
    Approval,
    AwardName,
    Claim,
    ClaimEnd,
    ClaimsReopened,
    Dispute,
    FixedAward,
    MeterAward,
    Payment,
    PaymentCorrection,
)
from controller.table.records.days import CountCorrection, DayStart, Post, PostHold, PostRelease, TakeOver
from controller.table.records.jackpots import (
    Disposal,
    JackpotEnd,
    Retirement,
    RetirementRecall,
    TableTermChange,
    TermsAccepted,
    TermsChange,
    TermsInForce,
    TermsPending,
    TransferAsk,
    TransferIn,
    TransferOut,
)
from controller.table.records.machine import (
    ClockTrust,
    Door,
    Fault,
    FaultEnd,
    Init,
    Restoration,
    SecondCopyBack,
    SecondCopyLost,
    SignOverride,
    Start,
    Stop,
    Training,
)
from controller.table.records.meters import FundsHold, FundsRelease, MeterLowered, MeterRaised, MeterSet
from controller.table.records.people import LockOut, Login, PersonRemoved, PersonRoles, PinChange, WrongPins
from controller.table.records.rounds import (
    Accrual,
    Addition,
    AddSpot,
    Clear,
    LateLock,
    Lock,
    Locking,
    NotLocked,
    Resume,
    StakeChange,
    Unlock,
    Void,
    VoidSpot,
    WagerReturn,
)
from controller.table.records.sessions import Close, LastShoe, NotOffered, Offered, Open, ShoeEnd
from controller.table.records.spots import Coin, CoinRefund, FlatBet, SensorTest, SpotOut
from controller.table.records.variances import ChipCount, Reading, VarianceEnd

__all__ = [
    "RECORD_TYPES", "Accrual", "AddSpot", "Addition", "Approval", "AwardName", "ChipCount", "Claim", "ClaimEnd",
    "ClaimsReopened", "Clear", "ClockTrust", "Close", "Coin", "CoinRefund", "CountCorrection",
    "DayStart", "Disposal", "Dispute", "Door", "Fault", "FaultEnd", "FixedAward", "FlatBet", "FundsHold",
    "FundsRelease", "Init", "JackpotEnd", "LastShoe", "LateLock", "Lock", "LockOut", "Locking", "Login", "MeterAward",
    "MeterLowered", "MeterRaised", "MeterSet", "NotLocked", "NotOffered", "Offered", "Open", "Payment",
    "PaymentCorrection", "PersonRemoved", "PersonRoles", "PinChange", "Post", "PostHold", "PostRelease", "Reading",
    "Record", "Restoration", "Resume", "Retirement", "RetirementRecall", "SecondCopyBack", "SecondCopyLost",
    "SensorTest", "ShoeEnd", "SignOverride", "SpotOut", "StakeChange", "Start", "Stop", "TableTermChange", "TakeOver",
    "TermsAccepted", "TermsChange", "TermsInForce", "TermsPending", "Training", "TransferAsk", "TransferIn",
    "TransferOut", "Unlock", "VarianceEnd", "Void", "VoidSpot", "WagerReturn", "WrongPins", "from_json", "to_json",
]  # fmt: skip
