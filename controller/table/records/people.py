"""Records of people, their roles and their log-ins. PINs are never in a record."""

from controller.table.records.base import Record, record


@record
class PersonRoles(Record):
    """A person is added, or has other roles."""

    name: str
    roles: tuple[str, ...]


@record
class PersonRemoved(Record):
    name: str


@record
class PinChange(Record):
    name: str


@record
class LockOut(Record):
    name: str


@record
class Login(Record):
    pass
