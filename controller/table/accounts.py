"""The accounts of a table's money, by name. They add up to zero."""

from words.message import Message, message

PLAYERS = "players"
HOUSE = "house"
CHARITY = "charity"
SET_ASIDE = ("reserve/", "overflow/", "owed/")  # accounts beside the meters that hold money for players


def meter_account(jackpot: str) -> str:
    return f"jackpot/{jackpot}"


def reserve_account(jackpot: str) -> str:
    """Players' money that is not displayed: it pays the next reset (R071, R077)."""
    return f"reserve/{jackpot}"


def overflow_account(jackpot: str) -> str:
    """Players' money that came above the limit (R075)."""
    return f"overflow/{jackpot}"


def accounts_of(jackpot: str) -> tuple[str, str, str]:
    """In the order of `Parts`."""
    return meter_account(jackpot), reserve_account(jackpot), overflow_account(jackpot)


def elsewhere_account(table: str) -> str:
    """What went to another table, or came from it."""
    return f"elsewhere/{table}"


def recipient(account: str) -> Message:
    """To whom a jackpot's money went."""
    if account.startswith(elsewhere_account("")):
        return message("accounts.elsewhere", table=account.removeprefix(elsewhere_account("")))
    return message(f"accounts.{account}")


def credit_account(spot: str) -> str:
    return f"credit/{spot}"


def owed_account(claim: int) -> str:
    """What a confirmed winner has not been paid yet."""
    return f"owed/{claim}"
