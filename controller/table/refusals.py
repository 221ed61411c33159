"""Why the core says no, as a message of the catalogue's section `refusals`. Nothing changes when it does; a dispute is
written down."""

from words.message import Fact, Problem


class Refused(Problem):  # a refusal is an answer, not an error
    """The event may not happen now."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"refusals.{code}", **facts)
        self.code = code


class Disputed(Refused):
    """Somebody claims for a spot that did not play: the refusal goes on record (E23)."""

    def __init__(self, spot: str, number: int) -> None:
        super().__init__("not_playing", spot=spot, round=number)
        self.spot = spot
        self.round = number
