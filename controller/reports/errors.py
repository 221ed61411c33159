"""What stops a report: each is one sentence for a person."""

from words.message import Problem


class ReportError(Exception):
    """A report that cannot be made of this ledger; the text says why."""


class ReportQuestionError(Problem):
    """A report asked for in a way that has no answer: a range of no days, a pay table with other decks. The exit status
    is 2, as for any wrong use of a command."""
