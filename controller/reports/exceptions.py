"""The exception report: departures from ordinary play by person, their rate, and a list."""

from controller.reports.conduct import Conduct
from controller.reports.history import History
from controller.reports.layout.document import Document, Heading
from controller.reports.paper import conduct_blocks, source
from controller.reports.writer import Writer
from words.catalogue import Catalogue


def exceptions_paper(words: Catalogue, history: History, conduct: Conduct, first: str, last: str) -> Document:
    writer = Writer(words, history.rules)
    heading = Heading(writer.text("exceptions.by_person"))
    blocks = (heading, *conduct_blocks(writer, conduct), *source(writer, history))
    return writer.document("exceptions.kind", first, last, blocks)
