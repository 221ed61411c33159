"""The gaming day: a business date that starts at the table's roll time in its own time zone."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

DAY = timedelta(days=1)


def starts_at(day: date, roll: int, zone: tzinfo) -> int:
    """The instant, in ms since the epoch, at which `day` begins.

    A roll time that a spring night skips falls as many minutes after the jump as it lay in the gap; one that an
    autumn night repeats is its first occurrence. So each day begins once, and after the day before it (E42).
    """
    local = datetime.combine(day, time(roll // 60, roll % 60), tzinfo=zone)
    return int(local.astimezone(UTC).timestamp()) * 1000


def gaming_day(utc: int, roll: int, zone: tzinfo) -> date:
    """The gaming day that the instant `utc` (ms) belongs to."""
    # the next date may have begun already where an autumn night goes back over midnight
    day = datetime.fromtimestamp(utc // 1000, zone).date() + DAY
    while starts_at(day, roll, zone) > utc:
        day -= DAY
    return day


def local_time(utc: int, zone: tzinfo) -> str:
    """An instant as the pit's clock shows it, `14:03:20`: the start of the next second, so that it is not before."""
    return datetime.fromtimestamp(-(-utc // 1000), zone).strftime("%H:%M:%S")
