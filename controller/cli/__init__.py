"""The command line: a module for each family of commands. `controller.__main__` assembles them.

In: the arguments of a command. Out: text or JSON on standard output, and an exit status.

May import: buses, config, daemon, display, games, history, ledger, reports, signs, table, testbed, words.
"""
