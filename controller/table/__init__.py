"""The rules of one table. Pure: no clock, no database, no network.

In: events with their time. Out: the next state, and entries for the journal, each with a typed record.

May import: games, words.
"""
