"""What stops a bench, and what it refuses."""

from words.message import Problem


class BenchError(Exception):
    """The bench cannot go on; the text says what is missing or what did not come."""


class OrderRefused(Problem):
    """The order of a hand on the bench's page cannot be carried out; the bench goes on."""
