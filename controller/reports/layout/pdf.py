"""A document as PDF: US Letter, with the fonts that every reader has; the same document gives the same bytes."""

from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile

from fpdf import FPDF
from fpdf.enums import TableBordersLayout, TextEmphasis, XPos, YPos
from fpdf.fonts import FontFace

from controller.reports.layout.document import (
    Block,
    ByHand,
    Document,
    Heading,
    Items,
    Paragraph,
    Picture,
    Table,
    Warn,
)
from controller.reports.layout.figure import Dot, Figure, Patch, Shape, Stroke, Words
from controller.reports.layout.letters import latin
from words.catalogue import catalogue

FONT = "Helvetica"
MARGIN, FOOT = 20, 18  # mm
BODY, SMALL, LINE = 9.5, 8.5, 4.8  # pt, pt, mm
ROW, PADDING = 5.4, 1.2  # mm, in tables
HEADING = 16  # mm, with the space around it
WRITE, GUTTER = 9, 10  # mm: space above a line to sign, and between two of them
INK, BLUE, GREY, RED = (25, 25, 25), (26, 54, 93), (110, 110, 110), (170, 20, 20)
SHADE, PALE_RED = (232, 237, 243), (253, 236, 234)
PURPLE, PALE_PURPLE, MARK = (120, 30, 130), (244, 232, 246), (238, 214, 240)  # of a training, as its signs never have
BAND = 7  # mm: a training's mark at the top of each page


def as_pdf(document: Document, footer: str, created: datetime) -> bytes:
    """`footer` is printed on every page; `created` goes into the file, so that its hash can be compared (R245)."""
    page = _Page(document, footer)
    page.set_creation_date(created)
    page.set_producer("litbet")  # files.py knows our files by it
    page.add_page()
    page.opening()
    for place, block in enumerate(document.blocks):
        if isinstance(block, Heading):
            page.keep(page.headed(document.blocks[place:]))
        page.block(block)
    return bytes(page.output())


class _Page(FPDF):
    def __init__(self, document: Document, footer: str) -> None:
        super().__init__(format="letter")
        self._document = document
        self._words = catalogue(document.language)
        self._footer = latin(footer)
        self._accent, self._shade = (PURPLE, PALE_PURPLE) if document.training else (BLUE, SHADE)
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(True, FOOT + 6)
        self.set_lang(document.language)
        self.set_title(latin(document.title))
        self.set_subject(latin(document.kind))

    def header(self) -> None:
        if self._document.training:
            self._mark()
        if self.page_no() == 1:
            return
        self.set_y(11)
        self._style(7.5, GREY)
        self.cell(0, 4, self._cut(latin(f"{self._document.kind}: {self._document.title}"), self.epw))
        self.set_y(MARGIN)

    def _mark(self) -> None:
        """Across the page and behind its text, and in a band at the top, so that no part of a copy is without it."""
        mark = latin(self._words.text("paper.training_mark"))
        with self.local_context(), self.rotation(50, self.w / 2, self.h / 2):
            self._style(90, MARK, TextEmphasis.B)
            for place in (0.25, 0.5, 0.75):
                self.text((self.w - self.get_string_width(mark)) / 2, self.h * place, mark)
        with self.local_context():
            self.set_fill_color(*PURPLE)
            self.rect(0, 0, self.w, BAND, style="F")
            self._style(BODY, (255, 255, 255), TextEmphasis.B)
            self.text(MARGIN, BAND - 2.2, latin(self._words.text("paper.training")))
        self.set_xy(self.l_margin, self.t_margin)

    def footer(self) -> None:
        self.set_y(-FOOT)
        self.set_draw_color(*GREY)
        self.set_line_width(0.2)
        self.line(self.l_margin, self.y, self.w - self.r_margin, self.y)
        self.set_y(-FOOT + 2)
        self._style(7, GREY)
        self.cell(self.epw - 25, 4, self._cut(self._footer, self.epw - 25))
        pages = self._words.text("paper.page", page=self.page_no(), pages="{nb}")  # fpdf fills in the number
        self.cell(25, 4, pages, align="R")

    def opening(self) -> None:
        self._style(BODY, GREY)
        self._lines(self._document.kind, LINE)
        self._style(17, self._accent, TextEmphasis.B)
        self._lines(self._document.title, 7.5)
        self.ln(2)
        self.set_draw_color(*self._accent)
        self.set_line_width(0.6)
        self.line(self.l_margin, self.y, self.w - self.r_margin, self.y)
        self.ln(3)

    def block(self, block: Block) -> None:
        match block:
            case Heading(text, level):
                self._heading(text, level)
            case Paragraph(text):
                self._style(BODY, INK)
                self._lines(text, LINE)
                self.ln(1.8)
            case Warn(text):
                self.keep(self.whole(block))
                with self.local_context():  # otherwise the fill colour would also apply to tables
                    self._style(BODY, RED, TextEmphasis.B)
                    self.set_fill_color(*PALE_RED)
                    self._lines(self._words.text("paper.warning", text=text), LINE + 0.6, fill=True)
                self.ln(2)
            case Items(texts, numbered):
                self._style(BODY, INK)
                for number, text in enumerate(texts, start=1):
                    self._item(f"{number}." if numbered else "-", text)
                self.ln(1)
            case Table():
                self._table(block)
            case ByHand(labels):
                self._by_hand(labels)
            case Picture(figure):
                self._picture(figure)

    def _heading(self, text: str, level: int) -> None:
        self.keep(28)
        self.ln(3 if level == 1 else 2)
        self._style(13 if level == 1 else 11, self._accent, TextEmphasis.B)
        self.start_section(latin(text), level=level - 1)  # the outline that readers show beside the pages
        self._lines(text, 6.5 if level == 1 else 5.5)
        self.ln(1.2)

    def _item(self, mark: str, text: str) -> None:
        self.keep(2 * LINE)
        self.cell(7, LINE, mark, align="R")
        self.set_left_margin(MARGIN + 9)
        self.set_x(MARGIN + 9)
        self._lines(text, LINE)
        self.set_left_margin(MARGIN)
        self.set_x(MARGIN)
        self.ln(0.8)

    def _table(self, table: Table) -> None:
        self.keep(self.whole(table))
        if table.caption:
            self._style(BODY, INK, TextEmphasis.B)
            self._lines(table.caption, LINE)
            self.ln(0.8)
        self._style(SMALL, INK)
        self.set_draw_color(*GREY)
        self.set_line_width(0.1)
        widths = self._widths(table)
        with self.table(
            width=sum(widths),
            col_widths=widths,
            align="L",
            text_align=tuple("L" if column < table.words else "R" for column in range(len(widths))),
            line_height=ROW - PADDING,
            padding=(PADDING / 2, PADDING),
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis=TextEmphasis.B, color=self._accent, fill_color=self._shade),
            repeat_headings=1,
        ) as drawn:
            for row in (table.head, *table.rows):
                drawn.row([latin(cell) for cell in row])
        self.ln(3)

    def _by_hand(self, labels: tuple[str, ...]) -> None:
        """Two in a row, each a line to write on with its label below."""
        width = (self.epw - GUTTER) / 2
        self.set_draw_color(*INK)
        self.set_line_width(0.2)
        for place, label in enumerate(labels):
            if place % 2 == 0:
                self.keep(WRITE + LINE)
                self.ln(WRITE)
            left = self.l_margin + place % 2 * (width + GUTTER)
            self.line(left, self.y, left + width, self.y)
            self._style(7.5, GREY)
            self.set_x(left)
            self.cell(width, LINE, self._cut(latin(label), width))
            if place % 2 or place == len(labels) - 1:
                self.ln(LINE)
        self.set_x(self.l_margin)
        self.ln(2)

    def _picture(self, figure: Figure) -> None:
        """Scaled to the text area, never split."""
        self.keep(self.whole(Picture(figure)))
        scale = self._scale(figure)
        with self.local_context():
            for shape in figure.shapes:
                self._shape(shape, scale, self.l_margin, self.y)
        self.set_y(self.y + figure.height * scale + 2)

    def _shape(self, shape: Shape, scale: float, left: float, top: float) -> None:
        match shape:
            case Stroke(points, color, width):
                self.set_draw_color(color)
                self.set_line_width(width * scale)
                self.polyline([(left + x * scale, top + y * scale) for x, y in points])
            case Patch(points, color):
                self.set_fill_color(color)
                self.polygon([(left + x * scale, top + y * scale) for x, y in points], style="F")
            case Dot((x, y), radius, color):
                self.set_fill_color(color)
                self.circle(left + x * scale, top + y * scale, radius * scale, style="F")
            case Words((x, y), text, size, color, anchor, bold):
                self.set_text_color(color)
                self.set_font(FONT, style="B" if bold else "", size=size * scale * self.k)
                text = latin(text)
                shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * self.get_string_width(text)
                self.text(left + x * scale - shift, top + y * scale, text)

    def _widths(self, table: Table) -> list[float]:
        """As wide as the widest cell; if the page is too narrow, the widest text columns shrink."""
        widths = []
        for column, head in enumerate(table.head):
            self.set_font(style="B")
            widest = self.get_string_width(latin(head))
            self.set_font(style="")
            widest = max([widest, *(self.get_string_width(latin(row[column])) for row in table.rows)])
            widths.append(widest + 2 * PADDING + 2.5)
        words, figures = widths[: table.words], widths[table.words :]
        room = max(self.epw - sum(figures), 15 * len(words))
        for left, width in zip(range(len(words), 0, -1), sorted(words), strict=True):
            if width > room / left:  # this one and all wider ones share the rest
                words = [min(each, room / left) for each in words]
                break
            room -= width
        fit = min(1, (self.epw - 0.01) / sum(words + figures))
        return [width * fit for width in words + figures]

    def _style(self, size: float, color: tuple[int, int, int], emphasis: TextEmphasis = TextEmphasis.NONE) -> None:
        self.set_font(FONT, style=emphasis.style, size=size)
        self.set_text_color(*color)

    def _lines(self, text: str, height: float, fill: bool = False) -> None:
        self.multi_cell(0, height, latin(text), align="L", fill=fill, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def headed(self, blocks: Sequence[Block]) -> float:
        """The height of the headings that begin here, and of what the last of them is about."""
        headings = list(takewhile(lambda block: isinstance(block, Heading), blocks))
        below = blocks[len(headings) : len(headings) + 1]
        return HEADING * len(headings) + sum(map(self.whole, below))

    def whole(self, block: Block) -> float:
        """The height that must fit on one page: all of a short table, the first rows of a long one."""
        match block:
            case Warn():
                return 45  # it belongs to the table below
            case Table(_, _, rows):
                return min(6 + ROW * (len(rows) + 1), 90)
            case Picture(figure):
                return figure.height * self._scale(figure)
            case ByHand():
                return WRITE + LINE
            case _:
                return 2 * LINE

    def _scale(self, figure: Figure) -> float:
        """Scales to the width of the text area, or to its height less a heading."""
        return min(self.epw / figure.width, (self.eph - HEADING - 2) / figure.height)

    def keep(self, height: float) -> None:
        """Begins a new page if there is less room than this."""
        if self.will_page_break(height):
            self.add_page()

    def _cut(self, text: str, width: float) -> str:
        while self.get_string_width(text) > width:
            text = text[:-1]
        return text
