"""Properties are searched anew at every desk; CI repeats the same examples, so that its verdict is about the change."""

import os

from hypothesis import settings

settings.register_profile("desk", deadline=None)  # no test judges by the clock
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
