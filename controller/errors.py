"""What stops a command: each is one sentence for a person, and the exit status is 1 unless it says otherwise."""


class UsageError(Exception):
    """A command that asks for what cannot be; the exit status is 2."""


class ReportError(Exception):
    """A report that cannot be made of this ledger; the text says why."""


class BenchError(Exception):
    """The bench cannot go on; the text says what is missing or what did not come."""


def foreseen() -> tuple[type[Exception], ...]:
    """The errors whose text is meant for a person. Imported late: a command loads only what it needs."""
    from controller.bench.broker import BrokerError
    from controller.games.bets import RefusedError
    from controller.ledger.errors import StoreError
    from controller.people import PinFileError, ProofError
    from controller.questions import ControlError
    from controller.settings import ConfigError
    from drivers.contract import DriverError

    return (
        BenchError,
        BrokerError,
        ConfigError,
        ControlError,
        RefusedError,
        StoreError,
        DriverError,
        ReportError,
        PinFileError,
        ProofError,
    )
