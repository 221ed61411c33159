"""A table on a real machine: a virtual one from Debian's packages, whose power can be cut (tools/vm makes its disk)."""
