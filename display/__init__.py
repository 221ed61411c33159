"""The pages in a browser: the players' sign, and the page of the dealer and the floor.

A separate process. It receives the table's messages over the bus as any sign does, and sends requests through the
control socket as the command line does. It has no authority and no database: if it stops, play continues. It
imports `buses` and `words`, and nothing of `controller`.
"""
