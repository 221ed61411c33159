"""The ledger: one journal row a decision, each chained to the one before, on SQLite or PostgreSQL."""
