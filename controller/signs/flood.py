"""Topics with more messages than any sign sends are ignored for a while, so that they cost little."""

MOST = 60  # messages of one topic between two heartbeats
DEAF = 30  # heartbeats for which a flooded topic is ignored


class Flood:
    """The counts of one connection."""

    def __init__(self) -> None:
        self._heard: dict[str, int] = {}  # topic -> messages since the last heartbeat
        self._deaf: dict[str, int] = {}  # topic -> heartbeats until the next subscription

    def ignores(self, topic: str) -> bool:
        return topic in self._deaf

    def begins(self, topic: str) -> bool:
        """Counts a message. True for the first one too many: its topic is ignored from now on."""
        count = self._heard[topic] = self._heard.get(topic, 0) + 1
        if count > MOST:
            self._deaf[topic] = DEAF
        return count > MOST

    def heartbeat(self) -> list[str]:
        """The topics to subscribe to again."""
        self._heard.clear()
        left = {topic: heartbeats - 1 for topic, heartbeats in self._deaf.items()}
        self._deaf = {topic: heartbeats for topic, heartbeats in left.items() if heartbeats > 0}
        return [topic for topic in left if topic not in self._deaf]
