"""The texts for people: one PO file for each language, and the catalogue that reads them.

It imports only the standard library and polib. Any room may import `message` and `languages`; code that shows texts to
people imports `catalogue`, which makes sentences in the reader's language.
"""
