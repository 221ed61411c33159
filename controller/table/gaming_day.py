"""The gaming day: a business date that starts at the table's roll time in its own time zone."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

DAY = timedelta(days=1)


def starts_at(day: date, roll: int, zone: tzinfo) -> int:
    """The instant, in ms since the epoch, at which `day` begins.

    If the spring change skips the roll time, the day begins the same number of minutes after the jump; if the autumn
    change repeats it, the first occurrence counts. So each day begins once, and after the day before it (E42).
    """
    local = datetime.combine(day, time(roll // 60, roll % 60), tzinfo=zone)
    return int(local.astimezone(UTC).timestamp()) * 1000


def gaming_day(utc: int, roll: int, zone: tzinfo) -> date:
    """The gaming day that the instant `utc` (ms) belongs to."""
    # the next date may already have begun, if the autumn change goes back across midnight
    day = datetime.fromtimestamp(utc // 1000, zone).date() + DAY
    while starts_at(day, roll, zone) > utc:
        day -= DAY
    return day


def local_time(utc: int, zone: tzinfo) -> str:
    """An instant as the pit's clock shows it, `14:03:20`, rounded up to the next second so that it is never too
    early."""
    return datetime.fromtimestamp(-(-utc // 1000), zone).strftime("%H:%M:%S")
