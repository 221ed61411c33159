"""Shared code of the core's frozen values. None of their classes may have slots.

`replace`: a LOCK replaces some twenty values, and that time lies between the key press and the sign.
dataclasses.replace calls the constructor with every field; copying the instance's dictionary is ten times as fast and
just as safe, because it also rejects unknown fields.

`Value`: the equality and the text of all events and records. `dataclass` would compile both again for each of their 150
classes, which would make every start slower.
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


class Value:
    """The base of dataclasses that are made with `eq=False` and `repr=False`."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


__all__ = ["Value", "replace"]
