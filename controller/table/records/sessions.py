"""Records of opening and closing, of shoes, and of the bet that is offered or not."""

from controller.table.records.base import Record, record
from words.message import Message


@record
class Open(Record):
    reason: Message | None = None  # why the bet is not offered yet


@record
class Close(Record):
    pass


@record
class LastShoe(Record):
    pass


@record
class ShoeEnd(Record):
    closes: bool  # the table, since this was announced as its last shoe


@record
class NotOffered(Record):
    reason: str


@record
class Offered(Record):
    pass
