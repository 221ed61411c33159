"""What stops a bench."""


class BenchError(Exception):
    """The bench cannot go on; the text says what is missing or what did not come."""
