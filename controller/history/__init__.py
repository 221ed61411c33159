"""Past rounds, from the journal's rows: a list of the last ones, and the replay of any seat in one of them (R310, R131,
E23). Read-only; it takes no longer after ten years than on the first day.

In: rows, or a reader of them. Out: rounds, replays and past payments as plain values.

May import: ledger, present, reports, signs, table, words.
"""
