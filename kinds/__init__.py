"""What has several kinds: a driver, a numeric sign, a message bus.

A kind is a file of its own, which declares as plain data what a table's file may say of it and builds the thing from
that. Each list of kinds (`drivers/settings.py`, `buses/settings.py`) names the files; a file is loaded only where a
table's file names its kind.

In: what kinds declare. Out: classes of settings, by kind.
May import: words.
"""
