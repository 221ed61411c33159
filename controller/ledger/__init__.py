"""The ledger: one journal row for each decision, each chained to the one before, on SQLite or PostgreSQL.

Rows and a state come in, and are on disk when `commit` returns; rows come out, verified. Here are the schema, the store
and its writer thread, the reader, the audit, the second copy, backup and restore. Imports controller.table, whose
entries and book become rows and checkpoint, and nothing else of the controller.

May import: table, words.
"""
