"""Errors that stop a report."""

from words.message import Problem


class ReportError(Problem):
    """This ledger has no data for the report."""
