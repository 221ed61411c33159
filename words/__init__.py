"""What litbet says to people, in each language: one PO file a language, and the catalogue that reads them.

It imports the standard library and polib only. Everybody may import `message`, what is to be said, and `languages`; who
talks to people imports `catalogue`, which says it in the reader's language.
"""
