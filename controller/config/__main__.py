"""`python -m controller.config FILE`: the other end of `controller/config/reading.py`.

One pickled value comes out: what the files say, or all that is wrong with them.
"""

import pickle
import sys
from pathlib import Path

from controller.config.load import load
from controller.config.settings import ConfigError

said: object
try:
    said = load(Path(sys.argv[1]))
except ConfigError as error:
    said = ConfigError(error.errors)
sys.stdout.buffer.write(pickle.dumps(said))
