"""Papers for people, from a ledger that is only read; the table may run or not.

`history` finds rows; `day`, `accounts`, `games`, `wins`, `conduct` and `stats` sum up facts from them, `facts` has the
same for programs. `sheet`, `continuity`, `register`, `exceptions`, `variance`, `stats_paper`, `slips` and
`jackpot_sheet` are papers; `writer`, `spelling`, `paper` and `moves` are shared by them. `kinds` has a module for each
report of `litbet report`.

In: a reader of the ledger, and the catalogue of a language. Out: documents, figures and facts.

May import: config, daemon, games, history, ledger, present, table, words.
"""
