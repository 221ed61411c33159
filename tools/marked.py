"""Pages that are partly generated: a tool replaces the text between two marks."""


def filled(text: str, begin: str, end: str, drawn: str) -> str:
    """`text` with `drawn` between the marks."""
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(end)
    return f"{head}{begin}\n{drawn}\n{end}{tail}"
