"""Charts of a ledger: how the meters changed, what was wagered where, how many took the bet, and the wins beside the
exact odds. Each is a figure (`layout/figure.py`) with a sentence that says the same, in the language of a catalogue;
its texts keep their messages for a page in another language. They read rows through `data`, import nothing of the
daemon but for `process`, and leave the drawing to `layout`.
"""
