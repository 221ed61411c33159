"""What a running table is told when its ledger or the second copy fails: what, where and what to do, each by name."""

SENTENCES = {
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
    "copy_behind": "{path} is at row {row} and does not keep up with row {goal}",
    "copy_no_row": "the ledger gives no row after row {row}",
    "copy_foreign": "{path} is the copy of table {table}: put this table's own medium in",
    "copy_strange": "{path} tells another history than the ledger: put its own medium in",
    "copy_replaced": "{why}; it is kept as {aside}, and a new copy is being made",
    "copy_damaged": "{path} is damaged: what stands after row {row} is not what was written",
    "copy_damaged_end": "{path} is damaged: what stands near its end is not what was written",
    "copy_no_rows": "{path} is damaged: its end is no row of a ledger",
    "copy_no_lines": "{path} is damaged: its end has no lines",
    "copy_no_first": "{path} is damaged: it does not begin with row 1",
}


def sentence(code: str, /, **facts: object) -> str:
    return SENTENCES[code].format(**facts)
