"""What a table tells others: status, meters, sign events, what waits for a person, allowed actions, answers.

In: the state of a table, or the entries of a decision. Out: plain values, ready for JSON.

May import: config, games, history, table, words.
"""
