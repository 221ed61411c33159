"""Charts of a ledger: how the meters went, what was wagered where, how many took the bet, and the wins beside the exact
odds. Each is a figure (`layout/figure.py`) and a sentence that says the same. They read rows through `data`, import
nothing of the daemon but for `process`, and leave the drawing to `layout`.
"""
