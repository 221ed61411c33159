"""The bench's own broker: anybody on this machine may publish there, and it shows no money, so nobody doubts it."""

from buses.contract import BusError
from buses.mqtt_bus import MqttBus


class BenchBus(MqttBus):
    async def doubted(self) -> BusError | None:
        return None
