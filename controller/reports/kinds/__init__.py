"""The reports of `litbet report`: each module here is one, and has a `REPORT`."""
