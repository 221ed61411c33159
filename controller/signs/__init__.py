"""The signs of a table: what is published on the message bus, what signs acknowledge, and numeric signs on
serial lines.

In: messages to publish. Out: what signs acknowledge, and when they are silent. Nothing here changes the ledger.
May import: buses, daemon, drivers, ledger, present, table, words.
"""
