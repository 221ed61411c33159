"""The exception report: departures from ordinary play by person, their rate, and a list of each."""

from controller.reports.conduct import Conduct
from controller.reports.history import History
from controller.reports.layout.document import Document, Heading
from controller.reports.paper import conduct_blocks, source
from controller.reports.writer import Writer
from words.catalogue import Catalogue


def exceptions_paper(words: Catalogue, history: History, conduct: Conduct, first: str, last: str) -> Document:
    writer = Writer(words, history.rules)
    return Document(
        writer.title(first, last),
        writer.text("exceptions.kind"),
        (Heading(writer.text("exceptions.by_person")), *conduct_blocks(writer, conduct), *source(writer, history)),
        words.language,
    )
