"""Records of opening and closing, of shoes, and of whether the bet is offered."""

from controller.table.records.base import Record, record
from words.message import Message


@record
class Open(Record):
    reason: Message | None = None  # why the bet is not yet offered


@record
class Close(Record):
    pass


@record
class LastShoe(Record):
    pass


@record
class ShoeEnd(Record):
    closes: bool  # the table closes: this was announced as its last shoe


@record
class NotOffered(Record):
    reason: str


@record
class Offered(Record):
    pass
