"""What stops a bench, and what it refuses."""

from words.message import Problem


class BenchError(Problem):
    """The bench cannot go on; the message says what is missing or what did not come."""


class OrderRefused(BenchError):  # noqa: N818  an answer, no error
    """The order of a hand on the bench's page cannot be carried out; the bench goes on."""
