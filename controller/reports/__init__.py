"""What a ledger says, for people: daily sheets, wins, exceptions and slips. It is read, never written, and alone: the
table may run or not.

`history` finds rows; `day`, `accounts`, `games`, `wins`, `conduct` and `stats` are facts added up from them, `facts`
the same for programs; `sheet`, `continuity`, `register`, `exceptions`, `variance`, `stats_paper` and `slips` are the
papers, with `paper` and `moves` for what they have in common.

In: a reader of the ledger. Out: documents, figures and facts.
May import: config, daemon, games, history, ledger, present, table, words.
"""
