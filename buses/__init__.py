"""Message buses: they carry a table's messages to its signs and pages, and the answers back.

`contract` is the interface of every bus, `settings` lists the kinds. A kind is a file with its settings and its
connection. For MQTT the connection is in a second file, so that a command that only reads settings does not load the
client library.

In: packets to send, by topic. Out: packets of subscribed topics. Knows nothing of tables or money.
May import: kinds, words.
"""
