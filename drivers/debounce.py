"""Debouncing: when the bounces of a contact count as one edge, and when there are too many for a hand.

Both rules are pure and work with whole numbers of one monotonic clock in the caller's unit. The caller passes raw edges
or polled levels, and asks again at `deadline`. The file imports nothing, so that a sensor board can run it.

The first edge of a bounce is not accepted at once: a glitch of a millisecond would leave the input "pressed" for ever,
or press it twice without a release. So a level is accepted when it has not changed for a while.
"""


class Debounce:
    """One input: a raw level is accepted when it has not changed for `quiet`. The edge gets the time of the raw change
    that began this quiet time; accepted levels alternate."""

    def __init__(self, quiet: int, level: bool, at: int = 0) -> None:
        self.quiet = quiet
        self.level = level
        self.raw = level
        self.since = at  # the last raw change

    def see(self, raw: bool, at: int) -> int | None:
        """Takes the raw level at this time, from an edge or a poll. Returns the time of the edge that this confirms."""
        edge = self.look(at)  # the caller's timer may be later than its next edge
        if raw != self.raw:
            self.raw = raw
            self.since = at
            if self.quiet == 0:
                edge = self.look(at)
        return edge

    def look(self, now: int) -> int | None:
        """No raw change until now: returns the time of the edge that this confirms, if any."""
        due = self.deadline()
        if due is None or now < due:
            return None
        self.level = self.raw
        return self.since

    def deadline(self) -> int | None:
        """When to call `look`, unless a raw edge comes first."""
        return None if self.raw == self.level else self.since + self.quiet


class StormGuard:
    """One input: more than `limit` edges in less than `window` are a storm, which lasts until there has been none for
    `quiet`."""

    def __init__(self, limit: int = 40, window: int = 1_000_000_000, quiet: int = 5_000_000_000) -> None:
        self.limit = limit
        self.window = window
        self.quiet = quiet
        self.muted = False
        self.edges = 0  # of the current storm, including those that began it
        self.last = 0
        self.recent: list[int] = []

    def edge(self, at: int, edges: int = 1) -> bool:
        """Counts edges, the last of them at this time. Returns whether a storm begins with them."""
        self.last = at
        if self.muted:
            self.edges += edges
            return False
        earlier = [t for t in self.recent if at - t < self.window]
        self.edges = len(earlier) + edges
        self.muted = self.edges > self.limit
        self.recent = [] if self.muted else earlier + [at] * edges
        return self.muted

    def calm(self, now: int) -> bool:
        """Returns whether a storm ends now."""
        if not self.muted or now < self.last + self.quiet:
            return False
        self.muted = False
        return True

    def deadline(self) -> int | None:
        """When to call `calm`, unless an edge comes first."""
        return self.last + self.quiet if self.muted else None
