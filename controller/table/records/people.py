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
class WrongPins(Record):
    """Wrong PINs of a person, entered at a screen."""

    name: str
    screen: str
    number: int


@record
class LockOut(Record):
    """No name: everybody at this screen. No screen: this person, wherever no PIN of theirs was ever right."""

    name: str
    screen: str


@record
class Login(Record):
    pass
