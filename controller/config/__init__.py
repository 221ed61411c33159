"""The configuration of a table: TOML files in, frozen values out; unknown keys are errors, and all errors are reported
at once.

`source` reads one file, `schema` says what a table's file may hold and `kinds` what kinds of drivers, signs and buses
add, `profiles`, `games` and `paytables` say what theirs may, `profile_file` reads one profile and checks its
consistency, `catalogue` finds files by name, `draft` is what was read, `checks`, `meters`, `prizes`, `tiers`, `wires`,
`bus`, `numeric_signs` and `pages` check it against the rules and for consistency, `load` makes what the program runs on
(`settings`). A running table imports `settings`, `resources` and `reading` alone: the code that reads the files, and
pydantic, run in a process that ends.

In: TOML files. Out: settings as plain values, or a message for each error, with its file and line.
May import: buses, drivers, games, kinds, table, words.
"""
