"""Cards, hands, pay tables, exact odds, the play of a round and its settlement, for any game that a file describes.
Pure.

In: games and pay tables as data, cards. Out: deals, payouts, odds as fractions.

May import: table (its money), words (messages).
"""
