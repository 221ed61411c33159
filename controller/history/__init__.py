"""Rounds told again, from the journal's own rows: the last ones in a list, and any seat's story of one of them (R310,
R131, E23). Read-only, and as quick after ten years as on the first day.

In: rows, or a reader of them. Out: rounds, replays and past payments as plain values.
May import: ledger, present, reports, signs, table.
"""
