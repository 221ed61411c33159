"""The exception report: who departed from the ordinary, how often for the rounds played, and each time by itself."""

from controller.reports.conduct import Conduct
from controller.reports.history import History
from controller.reports.layout.document import Document, Heading
from controller.reports.paper import conduct_blocks, source, span_title


def exceptions_paper(history: History, conduct: Conduct, first: str, last: str) -> Document:
    return Document(
        f"Table {history.rules.table}, {span_title(first, last)}",
        "Exceptions",
        (Heading("By person"), *conduct_blocks(history, conduct), *source(history)),
    )
