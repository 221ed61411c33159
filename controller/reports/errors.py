"""What stops a report."""

from words.message import Problem


class ReportError(Problem):
    """A report that cannot be made of this ledger."""
