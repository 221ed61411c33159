"""The signs of a table: messages on a bus (`bus`; `mqtt` is one), acknowledgements of signs, and numeric signs on
serial lines.

In: messages to publish. Out: what signs acknowledge, and when they are silent. Nothing here changes the ledger.

May import: config, daemon, drivers, ledger, present, table, words.
"""
