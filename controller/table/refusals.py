"""Why the core refuses a command, as a message from the catalogue's section `refusals`. A refusal changes nothing; a
dispute is recorded."""

from words.message import Fact, Problem


class Refused(Problem):  # a refusal is an answer, not an error
    """The event is not allowed now."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"refusals.{code}", **facts)
        self.code = code


class Disputed(Refused):
    """A claim for a spot that did not play: the refusal is recorded (E23)."""

    def __init__(self, spot: str, number: int) -> None:
        super().__init__("not_playing", spot=spot, round=number)
        self.spot = spot
        self.round = number
