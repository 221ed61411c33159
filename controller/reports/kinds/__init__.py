"""The reports of `litbet report`: each module defines one as `REPORT`."""
