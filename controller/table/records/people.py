"""Records of people, their roles and log-ins. A record never contains a PIN."""

from controller.table.records.base import Record, record


@record
class PersonRoles(Record):
    """A person was added, or has new roles."""

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
