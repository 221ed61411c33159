"""Message buses: what a table tells its signs, and what they answer, whatever carries it. `contract` says what every
bus does; MQTT is one.

In: packets to send, by topic. Out: packets that were asked for. No tables, no money.
May import: words.
"""
