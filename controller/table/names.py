"""Names of people: how they are written, and which ones a reader would take for somebody or something else.

Papers, pages and rows show names beside each other and beside words: "approved by A. Admin and M. Manager", "nobody
named". So a name has only letters of the Latin alphabet, is one person's, is no word that stands for something else,
and looks like nobody else's.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from controller.table.refusals import Refused
from controller.table.rules import Role

LONGEST = 60  # letters
_WORD = re.compile(r"(?:[^\W_]\.)*[^\W_]+(?:['’-][^\W_]+)*\.?")  # Anne-Marie, O'Neil, M.J., Jr.
# Latin letters that are not a letter with a mark: as people write them without a key for them.
_PLAIN = str.maketrans({
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "þ": "th", "ŧ": "t",
})  # fmt: skip
# What looks the same in one typeface or another, as Unicode's table of confusable characters has it.
_ALIKE = (("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))

# Between the names of a list, in any language of the catalogue; an initial has a point.
JOINING = frozenset({"and", "or", "y", "e", "o", "u", "and.", "or."})
# What stands in a person's place, in any language of the catalogue.
NOT_A_PERSON = (
    "automatic", "automático", "controller", "controlador", "keys", "the dealer's keys", "dealer's keys", "litbet",
    "nobody", "nobody named", "nobody was named", "system", "sistema", "nadie", "nadie por su nombre", "teclas",
    "las teclas del crupier", "teclas del crupier",
)  # fmt: skip
ROLE_WORDS: Mapping[Role, tuple[str, ...]] = {
    Role.DEALER: ("dealer", "crupier"),
    Role.FLOOR: ("floor", "jefe de sala"),
    Role.MANAGER: ("manager", "gerente"),
    Role.CAGE: ("cage", "caja"),
    Role.ACCOUNTING: ("accounting", "contabilidad"),
    Role.TECHNICIAN: ("technician", "técnico"),
    Role.ADMINISTRATOR: ("administrator", "administrador"),
    Role.REGULATOR: ("regulator", "regulador"),
}


def normal(typed: str) -> str:
    """The one form of a name: composed letters, single spaces."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", typed)).strip(" ")


def look(name: str) -> str:
    """The same for all names that a reader may take for each other: without capitals, marks, points and spaces."""
    parts = unicodedata.normalize("NFKD", name.casefold()).translate(_PLAIN)
    return alike("".join(letter for letter in parts if letter.isalnum()))


def alike(id_: str) -> str:
    """The same for all ids of small letters and digits that a reader may take for each other."""
    for seen, taken_for in _ALIKE:
        id_ = id_.replace(seen, taken_for)
    return id_


def check(name: str, others: Iterable[str]) -> None:
    """Refuse a new name that is none, or that could be taken for one of the others or for no person at all."""
    words = name.split(" ")
    if len(name) > LONGEST or not all(map(_is_word, words)) or not any(map(str.isalpha, name)):
        raise Refused("bad_name", longest=LONGEST)
    if joining := next((part for part in re.split("[ -]", name) if part.casefold() in JOINING), ""):
        raise Refused("name_joins", word=joining)
    if look(name) in _NOT_A_PERSON:
        raise Refused("name_is_word", name=name)
    if other := next((other for other in others if other != name and look(other) == look(name)), ""):
        raise Refused("name_alike", name=name, other=other)


def check_roles(name: str, roles: Iterable[str]) -> None:
    """Refuse a role's word as the name of a person who does not have that role."""
    if (role := _ROLE_OF.get(look(name))) and role not in roles:
        raise Refused("name_is_word", name=name)


def _is_word(word: str) -> bool:
    return bool(_WORD.fullmatch(word)) and all(map(_is_plain, re.sub(r"[.'’-]", "", word)))


def _is_plain(character: str) -> bool:
    """A digit, a Latin letter, or one with marks."""
    plain = unicodedata.normalize("NFKD", character.casefold()).translate(_PLAIN)
    return plain[:1].isascii() and all(part.isascii() or unicodedata.combining(part) for part in plain)


_NOT_A_PERSON = frozenset(map(look, NOT_A_PERSON))
_ROLE_OF = {look(word): role for role, words in ROLE_WORDS.items() for word in words}
