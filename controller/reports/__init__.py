"""What a ledger says, for people: daily sheets, wins, exceptions and slips. It is read, never written, and alone: the
table may run or not.

`history` finds rows; `day`, `wins`, `conduct` and `hits` are facts added up from them, `facts` the same for programs;
`sheet`, `register`, `exceptions` and `slips` are the papers, with `paper` for what they have in common.
"""
