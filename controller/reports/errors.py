"""What stops a report."""

from words.message import Problem


class ReportError(Problem):
    """A report that cannot be made of this ledger."""


class ReportQuestionError(Problem):
    """A report asked for in a way that has no answer: a range of no days, a pay table with other decks. The exit status
    is 2, as for any wrong use of a command."""
