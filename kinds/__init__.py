"""Kinds of drivers, numeric signs and message buses, and how they declare their settings.

Each kind has its own file. It declares as plain data what a table's file may say about it, and builds the driver, sign
or connection from these settings. `drivers/settings.py` and `buses/settings.py` list the kinds; a kind's file is loaded
only if a table's file names that kind.

In: what kinds declare. Out: classes of settings, by kind.
May import: words.
"""
