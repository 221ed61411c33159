"""The configuration of a table: TOML files in, frozen values out; refuses what it does not know, all errors at once.

`source` reads one file, `schema` says what a table's file may hold and `drivers` what each kind of driver adds,
`profiles`, `games` and `paytables` say what theirs may, `profile_file` reads one profile and holds it against itself,
`catalogue` finds files by name, `draft` is what was read, `checks`, `meters`, `prizes`, `tiers`, `wires`, `digits` and
`pages` hold it against the rules and itself, `load` makes what the program runs on (`settings`). A running table
imports `settings`, `resources` and `reading` alone: what reads the files, and pydantic with it, runs in a process that
ends.

In: TOML files. Out: settings as plain values, or every error with its file and line.
May import: drivers, games, table, words.
"""
