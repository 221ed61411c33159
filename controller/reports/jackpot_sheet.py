"""The jackpot sheet of R016: what is configured, for the internal controls' submission, from the files alone."""

from collections.abc import Iterator
from typing import Any

from controller import __version__
from controller.config.settings import Config
from controller.daemon.identity import identity
from controller.games.phrases import money
from controller.reports.layout.document import Block, Document, Heading, Items, Paragraph, Table
from controller.table.rules import Jackpot

PROPOSED = (
    "Terms are those of the file. At a table that runs with others they are proposed until two people accept them "
    "(litbet jackpot accept); litbet jackpot show tells those in force."
)


def facts(config: Config) -> dict[str, Any]:
    """Everything on the sheet, for machines; amounts are micro-dollars."""
    rules, profile = config.rules, config.profile
    return {
        "table": rules.table,
        "game": config.game.title,
        "decks": config.decks,
        "profile": profile.id,
        "jurisdiction": profile.title,
        "jackpots": [_jackpot(config, pot) for pot in rules.jackpots.values()],
        "limit": profile.cap,
        "multiple_winners_permitted": list(profile.multiple_winners),
        "reseed": rules.reseed,
        "post": "automatic" if profile.automatic_posts else "confirmed by a person",
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


def _jackpot(config: Config, pot: Jackpot) -> dict[str, Any]:
    wagers = [wager for wager in config.rules.wagers.values() if pot.id in wager.jackpots]
    return {
        "jackpot": pot.id,
        "title": pot.title,
        "type": pot.type,
        "funding": pot.funding.name,
        "rate_bp": pot.terms.rate_bp,
        "reserve_bp": pot.terms.reserve_bp,
        "limit": pot.terms.limit,
        "suit": pot.suit,
        "opening": pot.base,
        "reset": pot.terms.reset,
        "largest_post": pot.terms.unreasonable,
        "multiple_winners": pot.terms.multiple_winners,
        "wagers": [
            {
                "wager": wager.id,
                "amounts": list(wager.amounts),
                "paytable": wager.paytable.id,
                "collect": wager.collect.value,
            }
            for wager in wagers
        ],
        "awards": [dict(award) for award in pot.awards],
    }


def _funding(pot: dict[str, Any]) -> Iterator[str]:
    rate = f"{pot['rate_bp'] / 100:g} % of the locked wagers" if pot["rate_bp"] else "no part of a wager"
    yield f"Funding: {pot['funding'].replace('_', ' ')}, {rate}."
    if pot["reserve_bp"]:
        yield f"Set aside for the next reset: {pot['reserve_bp'] / 100:g} % of the locked wagers."
    if pot["limit"]:
        yield f"It rises to {money(pot['limit'])} and no higher."
    if pot["suit"]:
        yield f"The suit chosen for suit-specific awards: {pot['suit']}."


def sheet(config: Config) -> Document:
    told = facts(config)
    blocks: list[Block] = [
        Items(
            (
                f"Table {told['table']}: {told['game']}, {told['decks']} decks.",
                f"Profile {told['profile']}: {told['jurisdiction']}.",
                f"A single wager's limit: {money(told['limit'])}.",
                f"A gaming day begins at {told['roll']} ({told['zone']}); its post is {told['post']}.",
                f"After a win of all of it a meter is reset when the win is {told['reseed']}.",
                PROPOSED,
            )
        )
    ]
    for pot in told["jackpots"]:
        blocks += [
            Heading(f"{pot['title']} ({pot['jackpot']}), a {pot['type']} jackpot"),
            Items(
                (
                    *_funding(pot),
                    f"Opened with {money(pot['opening'])}, reset to {money(pot['reset'])}.",
                    f"An addition above {money(pot['largest_post'])} is refused and stops the table.",
                    f"Several winners of one hand: {pot['multiple_winners'].replace('_', ' ')}.",
                    *(
                        f"Wager {wager['wager']}: {' or '.join(map(money, wager['amounts']))}, "
                        f"pay table {wager['paytable']}, "
                        f"collected at {wager['collect']}."
                        for wager in pot["wagers"]
                    ),
                )
            ),
            Table("Awards", ("hand", "pays"), tuple((each["event"], each["pays"]) for each in pot["awards"])),
        ]
    blocks += [
        Heading("Disclosure"),
        Paragraph(f"{told['disclosure']['text']} ({told['disclosure']['id']})"),
        *(Paragraph(text) for text in told["disclosure"]["notices"]),
        *([Paragraph("These words hang at the table.")] if told["disclosure"]["placard"] else []),
        Heading("What runs"),
        Items(
            (
                f"litbet {told['version']}",
                f"program SHA-256 {told['program_sha256']}",
                f"configuration SHA-256 {told['config_sha256']}",
            )
        ),
    ]
    return Document(f"Table {told['table']}", "Jackpot sheet", tuple(blocks))
