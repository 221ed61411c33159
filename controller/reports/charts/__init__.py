"""Charts of a ledger: how the meters changed, what was wagered where, how many took the bet, and the wins compared with
the exact odds. Each is a figure (`layout/figure.py`) with a sentence that says the same in the catalogue's language;
its texts keep their messages, so that a page can show them in another language. Charts read rows through `data`, import
nothing of the daemon except in `process`, and leave drawing to `layout`."""
