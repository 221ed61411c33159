"""Errors that stop a bench, and orders that it refuses."""

from words.message import Problem


class BenchError(Problem):
    """The bench cannot continue; the message says what is missing or did not happen."""


class OrderRefused(BenchError):  # noqa: N818  an answer, no error
    """An order from the bench's page cannot be carried out; the bench continues."""
