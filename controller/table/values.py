"""What the core's frozen values share. None of them has slots.

`replace`: a LOCK makes some twenty new values of old ones, and the way from the key to the sign waits for it.
dataclasses.replace runs each through its constructor, field by field; copying the instance's dictionary is ten times as
fast and as safe: an unknown field is refused all the same.

`Value`: the equality and the text of every event and record. `dataclass` would compile both anew for each of their 150
classes, and every start would wait for it.
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
