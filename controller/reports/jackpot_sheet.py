"""The jackpot sheet of R016: what is configured, for the submission of the internal controls, from the files alone."""

from collections.abc import Iterator
from typing import Any

from controller import __version__
from controller.config.settings import Config
from controller.daemon.identity import identity
from controller.reports.layout.document import Block, Document, Heading, Items, Paragraph, Table
from controller.table.rules import Jackpot
from words.catalogue import Catalogue
from words.message import message


def facts(config: Config) -> dict[str, Any]:
    """Everything on the sheet, for programs; amounts are micro-dollars."""
    rules, profile = config.rules, config.profile
    return {
        "table": rules.table,
        "game": config.game.title,
        "decks": config.decks,
        "profile": profile.id,
        "jurisdiction": profile.title,
        "jackpots": [_jackpot(config, jackpot) for jackpot in rules.jackpots.values()],
        "limit": profile.cap,
        "multiple_winners_permitted": list(profile.multiple_winners),
        "reseed": rules.reseed,
        "post_automatic": profile.automatic_posts,
        "roll": f"{rules.roll // 60:02d}:{rules.roll % 60:02d}",
        "zone": str(rules.zone),
        "disclosure": {
            "id": profile.disclosure.id,
            "text": profile.disclosure.text,
            "placard": profile.disclosure.placard,
            "notices": list(profile.disclosure.notices),
        },
        "version": __version__,
        "config_sha256": config.digest,
        "program_sha256": identity().digest,
    }


def _jackpot(config: Config, jackpot: Jackpot) -> dict[str, Any]:
    wagers = [wager for wager in config.rules.wagers.values() if jackpot.id in wager.jackpots]
    return {
        "jackpot": jackpot.id,
        "title": jackpot.title,
        "type": jackpot.type,
        "funding": jackpot.funding.name,
        "rate_bp": jackpot.terms.rate_bp,
        "reserve_bp": jackpot.terms.reserve_bp,
        "limit": jackpot.terms.limit,
        "own_terms": [
            {"term": term.key, "unit": term.unit, "value": term.of(jackpot.terms)}
            for term in jackpot.funding.terms
            if not term.field
        ],
        "suit": jackpot.suit,
        "opening": jackpot.base,
        "reset": jackpot.terms.reset,
        "largest_post": jackpot.terms.unreasonable,
        "multiple_winners": jackpot.terms.multiple_winners,
        "wagers": [
            {
                "wager": wager.id,
                "amounts": list(wager.amounts),
                "paytable": wager.paytable.id,
                "collect": wager.collect.value,
            }
            for wager in wagers
        ],
        "awards": [dict(award) for award in jackpot.awards],
    }


def sheet(words: Catalogue, config: Config) -> Document:
    shown, text = facts(config), words.text
    blocks: list[Block] = [Items(_table(words, shown))]
    for jackpot in shown["jackpots"]:
        awards = tuple((each["event"], each["pays"]) for each in jackpot["awards"])
        title = {"title": jackpot["title"], "jackpot": jackpot["jackpot"], "type": jackpot["type"]}
        blocks += [
            Heading(text("jackpot_sheet.jackpot", **title)),
            Items(tuple(_jackpot_lines(words, jackpot))),
            Table(text("jackpot_sheet.awards"), (text("labels.hand"), text("labels.pays")), awards),
        ]
    disclosure = shown["disclosure"]
    blocks += [
        Heading(text("jackpot_sheet.disclosure")),
        Paragraph(f"{disclosure['text']} ({disclosure['id']})"),
        *map(Paragraph, (text("notices.no_light"), *disclosure["notices"])),
        *([Paragraph(text("jackpot_sheet.placard"))] if disclosure["placard"] else []),
        Heading(text("jackpot_sheet.software")),
        Items(
            (
                f"litbet {shown['version']}",
                text("jackpot_sheet.program", digest=shown["program_sha256"]),
                text("jackpot_sheet.configuration", digest=shown["config_sha256"]),
            )
        ),
    ]
    return Document(
        text("jackpot_sheet.title", table=shown["table"]), text("jackpot_sheet.kind"), tuple(blocks), words.language
    )


def _table(words: Catalogue, shown: dict[str, Any]) -> tuple[str, ...]:
    text = words.text
    day = "jackpot_sheet.day_automatic" if shown["post_automatic"] else "jackpot_sheet.day_confirmed"
    return (
        text("jackpot_sheet.table", table=shown["table"], game=shown["game"], decks=shown["decks"]),
        text("jackpot_sheet.profile", profile=shown["profile"], title=shown["jurisdiction"]),
        text("jackpot_sheet.wager_limit", amount=shown["limit"]),
        text(day, time=shown["roll"], zone=shown["zone"]),
        text(f"jackpot_sheet.reset_{shown['reseed']}"),
        text("jackpot_sheet.proposed"),
    )


def _jackpot_lines(words: Catalogue, jackpot: dict[str, Any]) -> Iterator[str]:
    text, terms = words.text, "jackpot_sheet.funding" if jackpot["rate_bp"] else "jackpot_sheet.funding_without_rate"
    yield text(terms, funding=jackpot["funding"], rate=jackpot["rate_bp"])
    if jackpot["reserve_bp"]:
        yield text("jackpot_sheet.reserve", rate=jackpot["reserve_bp"])
    if jackpot["limit"]:
        yield text("jackpot_sheet.limit", amount=jackpot["limit"])
    for own in jackpot["own_terms"]:
        yield text(f"jackpot_sheet.term_{own['unit']}", term=own["term"], value=own["value"])
    if jackpot["suit"]:
        yield text("jackpot_sheet.suit", suit=jackpot["suit"])
    yield text("jackpot_sheet.opening", opening=jackpot["opening"], reset=jackpot["reset"])
    yield text("jackpot_sheet.largest_post", amount=jackpot["largest_post"])
    yield text("jackpot_sheet.winners", policy=jackpot["multiple_winners"])
    for wager in jackpot["wagers"]:
        amounts = tuple(message("paper.amount", amount=amount) for amount in wager["amounts"])
        yield text(
            f"jackpot_sheet.wager_at_{wager['collect']}",
            wager=wager["wager"],
            amounts=amounts,
            paytable=wager["paytable"],
        )
