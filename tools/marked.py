"""Pages that are half written by hand and half drawn: what stands between two marks is put there by a tool."""


def filled(text: str, begin: str, end: str, drawn: str) -> str:
    """`text` with `drawn` between its marks."""
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(end)
    return f"{head}{begin}\n{drawn}\n{end}{tail}"
