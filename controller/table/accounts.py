"""The names of the accounts that hold a table's money. Their balances add up to zero."""

from words.message import Message, message

PLAYERS = "players"
HOUSE = "house"
CHARITY = "charity"
SET_ASIDE = ("reserve/", "overflow/", "owed/")  # accounts that hold players' money beside the meters


def meter_account(jackpot: str) -> str:
    return f"jackpot/{jackpot}"


def reserve_account(jackpot: str) -> str:
    """Players' money that signs do not show; it pays the next reset (R071, R077)."""
    return f"reserve/{jackpot}"


def overflow_account(jackpot: str) -> str:
    """Players' money that came in above the limit (R075)."""
    return f"overflow/{jackpot}"


def accounts_of(jackpot: str) -> tuple[str, str, str]:
    """In the order of the fields of `Parts`."""
    return meter_account(jackpot), reserve_account(jackpot), overflow_account(jackpot)


def elsewhere_account(table: str) -> str:
    """Money that went to another table or came from it."""
    return f"elsewhere/{table}"


def recipient(account: str) -> Message:
    """Where a jackpot's money went."""
    if account.startswith(elsewhere_account("")):
        return message("accounts.elsewhere", table=account.removeprefix(elsewhere_account("")))
    return message(f"accounts.{account}")


def credit_account(spot: str) -> str:
    return f"credit/{spot}"


def owed_account(claim: int) -> str:
    """What a winner with a confirmed award is still owed."""
    return f"owed/{claim}"
