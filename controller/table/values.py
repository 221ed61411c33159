"""`replace` for the core's frozen values.

A LOCK makes some twenty new values of old ones, and the way from the key to the sign waits for it. dataclasses.replace
runs each through its constructor, field by field; copying the instance's dictionary is ten times as fast and as safe:
an unknown field is refused all the same. The values it is for have no slots.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        new = object.__new__(type(value))
        fields = new.__dict__
        fields.update(value.__dict__)
        known = len(fields)
        fields.update(changes)
        if len(fields) != known:
            raise TypeError(f"{type(value).__name__} has no field {', '.join(changes.keys() - value.__dict__.keys())}")
        return new


__all__ = ["replace"]
