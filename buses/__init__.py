"""Message buses: what a table tells its signs and pages, and what they answer, whatever carries it.

`contract` says what every bus does, `settings` lists the kinds. A kind is a file with its settings and its connection;
that of MQTT has a file of its own, so that a command that only reads settings does not load the client library.

In: packets to send, by topic. Out: packets that were asked for. No tables, no money.
May import: kinds, words.
"""
