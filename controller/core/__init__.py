"""The rules of one table, pure: events in, entries for the journal out. No clock, no database, no network."""
