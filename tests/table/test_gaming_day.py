"""The gaming day of any zone with a history of clock changes (R066, R193; E40-E42, E45)."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from controller.table.gaming_day import DAY, gaming_day, starts_at

ZONES = [
    ZoneInfo(name)
    for name in (
        "America/New_York",
        "America/Los_Angeles",
        "America/St_Johns",  # went back over midnight until 2011
        "America/Sao_Paulo",  # sprang at midnight
        "America/Havana",
        "Europe/London",
        "Australia/Lord_Howe",  # half an hour
        "Africa/Casablanca",
        "Asia/Kathmandu",
        "Pacific/Apia",  # left out a whole day
        "Antarctica/Troll",  # two hours
        "UTC",
    )
]
zones = st.sampled_from(ZONES)


def instants(first: int, last: int) -> st.SearchStrategy[datetime]:
    return st.integers(first * 31_556_952, last * 31_556_952).map(lambda s: datetime.fromtimestamp(s, UTC))


dates = st.dates(date(1995, 1, 1), date(2037, 12, 30))
rolls = st.integers(0, 1439)
St_Johns = ZoneInfo("America/St_Johns")
Apia = ZoneInfo("Pacific/Apia")


@given(zones, dates, rolls)
@example(Apia, date(2011, 12, 29), 360)
def test_e42_each_day_begins_once_and_after_the_day_before(zone: ZoneInfo, day: date, roll: int) -> None:
    start, following = starts_at(day, roll, zone), starts_at(day + DAY, roll, zone)
    assert start <= following, "only a day that a zone left out is empty"
    assert following - start <= 50 * 3_600_000
    if start < following:
        assert gaming_day(start, roll, zone) == day
        assert gaming_day(following - 1, roll, zone) == day
    assert gaming_day(start - 1, roll, zone) < day


@given(zones, instants(25, 67), rolls)
@example(St_Johns, datetime(2010, 11, 7, 2, 35, tzinfo=UTC), 0)  # 00:01 became 23:01 of the evening before
def test_r193_days_are_contiguous_an_instant_belongs_to_exactly_one(
    zone: ZoneInfo, instant: datetime, roll: int
) -> None:
    utc = int(instant.timestamp() * 1000)
    day = gaming_day(utc, roll, zone)
    assert starts_at(day, roll, zone) <= utc < starts_at(day + DAY, roll, zone)


@given(zones, instants(25, 67), rolls, st.data())
def test_time_never_leads_back_to_an_earlier_day(
    zone: ZoneInfo, start: datetime, roll: int, data: st.DataObject
) -> None:
    instant = start
    last = gaming_day(int(instant.timestamp() * 1000), roll, zone)
    for minutes in data.draw(st.lists(st.integers(0, 600), max_size=10)):
        instant += timedelta(minutes=minutes)
        now = gaming_day(int(instant.timestamp() * 1000), roll, zone)
        assert now >= last
        last = now


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


@pytest.mark.parametrize(
    ("day", "roll", "instant", "hours"),
    [
        ("2027-03-14", 150, "2027-03-14T03:30-04:00", 23),  # 02:30 is skipped: as long after the jump as in the gap
        ("2027-03-13", 360, "2027-03-13T06:00-05:00", 23),  # E40
        ("2026-11-01", 90, "2026-11-01T01:30-04:00", 25),  # E41: 01:30 comes twice, the first one counts
        ("2026-10-31", 360, "2026-10-31T06:00-04:00", 25),
        ("2026-11-18", 360, "2026-11-18T06:00-05:00", 24),
    ],
)
def test_e40_e41_e42_new_york(day: str, roll: int, instant: str, hours: int) -> None:
    zone, that = ZoneInfo("America/New_York"), date.fromisoformat(day)
    assert starts_at(that, roll, zone) == ms(instant)
    assert starts_at(that + DAY, roll, zone) - starts_at(that, roll, zone) == hours * 3_600_000
