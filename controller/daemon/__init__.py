"""One running table: its loop, the assembly of its parts, the control socket, and the machine around it.

In: readings of drivers and commands of people, one at a time. Out: rows on disk, then lamps, signs and answers.

May import: buses, config, drivers, history, ledger, present, reports, signs, table, words.
"""
