"""What a display process needs of a table, where no controller runs."""

from dataclasses import dataclass
from pathlib import Path

from testbed.bench.broker import Broker


@dataclass
class Files:
    folder: Path
    config: Path
    broker: Broker
