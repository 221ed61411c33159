"""`python -m controller.config FILE`: the other end of `controller/config/reading.py`.

One pickled value comes out: what the files say, or the messages about all that is wrong with them.
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
