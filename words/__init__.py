"""What litbet says to people, in each language: one PO file a language, and the catalogue that reads them.

It imports the standard library and polib only. `controller` and `display` may import it, drivers may not. In goes a
code with its facts, out comes a sentence in the reader's language.
"""
