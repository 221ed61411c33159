"""Updates the other languages from the English of each en.po: new entries are empty, changed ones are fuzzy."""

from pathlib import Path

import polib

ROOT = Path(__file__).parent.parent
FOLDERS = ("words", "testbed/bench/words")


def brought(source: polib.POFile, translated: polib.POFile) -> polib.POFile:
    """The translated entries in the order of the source, with its English texts."""
    found = {entry.msgctxt: entry for entry in translated}
    result = polib.POFile(check_for_duplicates=True)
    result.header, result.metadata = translated.header, translated.metadata
    for entry in source:
        known = found.get(entry.msgctxt, polib.POEntry())
        new = polib.POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid, comment=entry.comment)
        new.msgstr, new.flags, new.tcomment = known.msgstr, known.flags, known.tcomment
        new.previous_msgid = known.previous_msgid
        if known.msgstr and known.msgid != entry.msgid:
            new.previous_msgid = known.previous_msgid or known.msgid
            new.flags = sorted({*known.flags, "fuzzy"})
        result.append(new)
    return result


def main() -> None:
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.po")) if path.stem != "en"):
        result = brought(polib.pofile(str(path.with_stem("en"))), polib.pofile(str(path)))
        result.save(str(path))
        waiting = [entry.msgctxt for entry in result if not entry.translated()]
        print(f"{path.relative_to(ROOT)}: {len(waiting)} wait for a translator", *waiting, sep="\n  ")


if __name__ == "__main__":
    main()
