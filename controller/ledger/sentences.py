"""The sentence of each error of the ledger and of the second copy: what, where and what to do, by its code."""

SENTENCES = {  # a running table reports these to its page, which has them in other languages too
    "disk_full": "the disk is full, {name} takes no more rows: make room, then restart",
    "disk_full_at": "the disk is full at {name}: make room, then restart",
    "server_full": "the disk of {name} is full: make room, then restart",
    "not_writable": "{name} cannot be opened or written: check the owner and the permissions "
    "of the file and its folder (reading needs the folder too), and the disk's mount",
    "folder_closed": "{name} cannot be written: "
    "check the owner and the permissions of the folder, and the disk's mount",
    "server_closed": "{name} does not let us write ({error}): check the server and its grants",
    "no_database": "{name} is not a database: name the ledger's file",
    "in_use": "{name} is held by another program: close that program first",
    "disk_failed": "the disk failed under {name} ({error}): replace the disk, restore a backup",
    "disk_failed_at": "the disk failed at {name} ({error}): look at the disk",
    "damaged": "{name} is damaged ({error}): keep it as it is, run `litbet audit`, and restore a backup",
    "ledger_refuses": "{name} refused: {error}",
    "unreachable": "{name} cannot be reached ({error}): check the server and the address",
    "not_stored": "{name} could not store a row ({error}): restart",
    "no_more_rows": "{name} takes no more rows since: {why}",
    "second_copy_behind": "{path} is at row {row} and does not keep up with row {goal}",
    "second_copy_no_row": "the ledger gives no row after row {row}",
    "second_copy_foreign": "{path} is the copy of table {table}: put this table's own medium in",
    "second_copy_strange": "{path} tells another history than the ledger: put its own medium in",
    "second_copy_replaced": "{why}; it is kept as {aside}, and a new copy is being made",
    "second_copy_damaged": "{path} is damaged: what stands after row {row} is not what was written",
    "second_copy_damaged_end": "{path} is damaged: what stands near its end is not what was written",
    "second_copy_no_rows": "{path} is damaged: its end is no row of a ledger",
    "second_copy_no_lines": "{path} is damaged: its end has no lines",
    "second_copy_no_first": "{path} is damaged: it does not begin with row 1",
}

PLAIN = {  # a start and the command line report these, in English so far
    # the address
    "bad_address": "the ledger's address is no URL: write sqlite:///path/to/ledger.db",
    "other_database": "a ledger cannot be kept in {kind} at {where}: "
    "write sqlite:///path/to/ledger.db or postgresql://host/database",
    "no_ledger": "there is no ledger at {name}: make one with `litbet init`",
    "not_a_file": "{name} is not a file: name the ledger's file",
    "is_a_folder": "{name} is a folder: name the ledger's file",
    "no_folder": "there is no folder {folder}: make it first",
    "no_such_database": "there is no such thing as {name}: create it, then run `litbet init`",
    "ledger_exists": "{name} holds something already: name a new file or database",
    "cut_off": "{name} was cut off while it was made: make it again with `litbet init`",
    "empty": "{name} is empty: make a ledger with `litbet init`",
    "something_else": "{name} holds something else, no ledger: name the ledger's own database",
    "older_schema": "{name} is of an older litbet (schema {found}): start `litbet run` once to bring it up",
    "newer_schema": "{name} is of a newer litbet (schema {found}; this one knows {ours}): "
    "install that version or a later one",
    "locked": "{name} is in use by another controller, process {holder}: stop that one first",
    # the server
    "no_driver": "{name} needs the PostgreSQL driver: install litbet with its extra, litbet[postgres]",
    "server_locked": "{name} is in use by another controller ({holder}): stop that one first",
    "server_unsynced": "{name} may lose commits: set fsync=on in the server's configuration",
    "server_read_only": "{name} is read-only: name the primary server, or allow writing",
    "server_backup": "{name} is backed up by its server: use pg_dump, or the server's own archive",
    # rows
    "no_row": "{name}: a state without a row that explains it is not stored",
    "out_of_order": "{name}: {error}; nothing was stored",
    # the second copy, alone and beside the ledger
    "second_copy_away": "{path}: {error}",
    "second_copy_unreadable": "{path} is damaged: what follows row {row} cannot be read",
    "second_copy_broken": "{path} is damaged: {error}",
    "second_copy_unfit": "{path} is damaged: row {row} ({kind}) cannot follow: {error}",
    "second_copy_empty": "{path} holds no row: name the second copy of this table's ledger",
    "beside_away": "{ledger}. Its second copy cannot be read either ({error}): put its medium in and start again",
    "beside_damaged": "{ledger}. Its second copy is bad as well ({error}): "
    "put the newest backup back with `litbet restore`",
    "beside_empty": "{ledger}. Its second copy {path} is empty: put the newest backup back with `litbet restore`",
    "beside_sound": "{ledger}. Its second copy is sound to row {row}: `{command}` makes the ledger anew from it",
    "ledger_behind": "the ledger ends with row {row}, but its second copy {path} with row {newer}: the ledger is old, "
    "or has lost its end; `{command}` makes it anew",
    "both_bad": "the ledger ends with row {row}, but its second copy goes on to row {newer}, though it is bad as well "
    "({error}): the ledger is old, or has lost its end; put the newest backup back with `litbet restore`",
    "two_histories": "the ledger and its second copy {path} are the same up to row {row} and tell two histories from "
    "there on: keep both, find out which is true by slips and signs, then either make the ledger anew "
    "(`{command}`) or move the copy away",
    # backup and restore
    "no_backup": "{folder}: is no whole backup ({error}); name a folder that `litbet backup` made",
    "backup_changed": "{path}: is not what was backed up; take another backup",
    "unsound": "{path}: it is not sound ({error}); take another one",
    "of_another_table": "{path}: is of table {table}, not of {ours}; name the right one",
    "restore_failed": "{path}: {error}; look at the disk, then try again",
    "restore_refused": "{refusal}",
    "restore_older": "It is older than what was shown last (row {row} of epoch {epoch}). {refusal}",
    "restore_unknown": "Nothing here says what was shown last, so it may be older. {refusal}",
    # a ledger beside a configuration, or beside the signs
    "other_table": "the ledger is of table {table!r}, the configuration of {ours!r}: name the right folder",
    "changed_in_round": "the configuration was changed in the middle of round {round}: run with the old one, "
    "finish or void the round, then change it",
    "changed_with_claim": "the configuration was changed while claim {claim} is {stage}: run with the old one, "
    "pay, deny or withdraw the claim, then change it",
    "spot_missing": "the ledger remembers the spot {spot} (coins, a flat bet or a fault), which the configuration "
    "does not name: run with the old one and settle it, then change it",
    "game_changed": "the game on offer (amounts, pay tables, decks, suit or jackpots of a wager) was changed while the "
    "table is {phase}: run with the old configuration, close the table, then change it",
    "other_jackpots": "the ledger holds the jackpots {theirs}, the configuration names {ours}: they must be the same",
    "other_money": "the money of the jackpot {jackpot} is {held} in the ledger, and the configuration calls it "
    '"{type}" (R072): run with the type that it had, and give a new jackpot a ledger of its own',
    "older_than_signs": "{url} ends with row {row} of epoch {epoch}, but signs have shown row {shown_row} of "
    "epoch {shown_epoch}: it is an old copy; put the newest backup back with `litbet restore`, by two people "
    "(or this one: `litbet backup` it first)",
}


def sentence(code: str, /, **facts: object) -> str:
    return (SENTENCES.get(code) or PLAIN[code]).format(**facts)
