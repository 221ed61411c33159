"""`python -m controller.config FILE`: the child process of `controller/config/reading.py`.

Writes one pickled value: the configuration, or messages about everything that is wrong with the files.
"""

import pickle
import sys
from pathlib import Path

from controller.config.load import load
from controller.config.settings import ConfigError

found: object
try:
    found = load(Path(sys.argv[1]))
except ConfigError as error:
    found = error.errors
sys.stdout.buffer.write(pickle.dumps(found))
