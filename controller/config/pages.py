"""Checks the pages of a table (`litbet display`) against its other signs."""

from controller.config.draft import Draft
from controller.config.schema import Display
from words.message import Message, message


def check_pages(d: Draft) -> None:
    pages = d.display
    if pages is None:
        return

    if (pages.user is None) != (pages.password_file is None):
        d.src.fault(("display", "user"), message("config.user_and_password"))
    if pages.sign:
        _name(d, pages)


def _name(d: Draft, pages: Display) -> None:
    def fault(what: Message) -> None:
        d.src.fault(("display", "sign"), what)

    if d.table and pages.sign == d.table.id:
        fault(message("config.sign_is_table"))
    if pages.sign in {sign.name for sign in d.numeric_signs.values()}:
        fault(message("config.sign_is_numeric"))
    if d.has_no_bus:
        fault(message("config.sign_page_without_broker"))
