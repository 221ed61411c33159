"""What people do at the table: players, a dealer who makes every mistake, and the people who answer for the money. Each
deed has its own random numbers, so a history can be replayed without some of its deeds."""

import hmac
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from controller.table.rules import Key, Sensor
from controller.table.state import Phase, Stage
from testbed.simulation.controller_life import ELSEWHERE, KEY
from testbed.simulation.world import World

Deed = Callable[[World, Random], Awaitable[object]]
Facts = dict[str, Any]
TWO = ("floor", "manager")
ALL = ("floor", "manager", "accounting", "cage", "technician", "admin")
SOME = ((), ("floor",), ("manager",), ("accounting",), TWO, ("manager", "accounting"), ("manager", "admin"), ALL)
THREE = ("floor", "second floor", "manager")
APPROVERS = (TWO, TWO, THREE, ("floor",), ("dealer", "floor"), ("cage", "accounting"))  # not all of these may approve
WHY = {"reason": "because"}
HAND = ("unlock", "void", "void-seat", "add-seat", "tier", "late-lock", "drop-seat")


# -- players -------------------------------------------------------------------------------------------------


def a_spot(world: World, random: Random) -> str:
    return random.choice([*world.rules.spots])


async def bet(world: World, random: Random) -> None:
    """One or several players place a bet, or take it back."""
    for spot in random.sample([*world.rules.spots], random.choice((1, 1, 2, 3))):
        use(world, random, spot)
        await world.pause(random.choice((0.0, 0.05, 0.3)))
    await world.pause(0.4)


def use(world: World, random: Random, spot: str) -> None:
    rule, name = world.rules.spots[spot], world.inputs[spot]
    if rule.sensor is Sensor.BUTTON:
        world.tell(f"{spot} is pressed")
        world.board.press(name)
    elif rule.sensor is Sensor.COIN:
        coins = random.choice((1, rule.pulses, rule.pulses, 2 * rule.pulses))
        world.coins[spot] += coins
        world.tell(f"{coins} coins for {spot}")
        world.board.drop(name, coins)
    else:
        world.tell(f"a chip {'leaves' if world.board.level(name) else 'lies on'} {spot}")
        if random.random() < 0.2:
            world.board.bounce(name)
        else:
            world.board.set(name, not world.board.level(name))


async def raise_bet(world: World, random: Random) -> None:
    """At a seat whose wager has several amounts: with the TIER key and a touch, or with a command."""
    spots = [spot for spot in world.rules.spots if len(world.files.wager(spot).stakes) > 1]
    if not spots:
        return
    spot = random.choice(spots)
    if random.random() < 0.6:
        use(world, random, spot)
        await world.pause(0.4)
        await world.key(Key.TIER)
        use(world, random, spot)
        await world.pause(0.4)
    else:
        stake = random.choice(world.files.wager(spot).stakes)
        await world.ask("spot tier", {"spot": spot, "amount": f"{stake / 1_000_000:.2f}"} | WHY, ALL)


async def offer_no_more(world: World, random: Random) -> None:
    """The bet is not offered for a while, between two shoes."""
    await world.ask("table shoe-ended", {}, ("floor",))
    await world.ask("table not-offered", WHY, ("floor",))


async def collect(world: World, random: Random) -> None:
    """All chips are taken from the sensors."""
    chips = [spot for spot, name in world.inputs.items() if is_chip(world, spot) and world.board.level(name)]
    if chips:
        world.tell(f"the chips of {', '.join(chips)} are taken")
    for spot in chips:
        world.board.set(world.inputs[spot], False)
    await world.pause(0.7)


def is_chip(world: World, spot: str) -> bool:
    return world.rules.spots[spot].sensor is Sensor.PRESENCE


# -- the dealer ----------------------------------------------------------------------------------------------


async def lock(world: World, random: Random) -> None:
    await world.key(Key.LOCK)


async def lock_twice(world: World, random: Random) -> None:
    await world.key(Key.LOCK)
    await world.key(Key.LOCK)


async def settle(world: World, random: Random) -> None:
    await world.key(Key.SETTLE, "round settle")


async def clear(world: World, random: Random) -> None:
    await world.key(Key.CLEAR)
    if random.random() < 0.8:
        await collect(world, random)


async def any_key(world: World, random: Random) -> None:
    await world.key(random.choice([*world.keys]), seconds=random.choice((0.005, 0.12, 0.12, 1.5)))


async def two_keys(world: World, random: Random) -> None:
    """Two keys at once."""
    for key in random.sample([*world.keys], 2):
        world.tell(f"{key.upper()} is pressed")
        world.board.press(world.keys[key])
    await world.pause(0.4)


async def win_by_touch(world: World, random: Random) -> None:
    await world.key(Key.WIN)
    locked = world.state.book.locked if world.running else None
    if locked and locked.spots:
        use(world, random, random.choice(locked.spots))
        await world.pause(0.4)


# -- claims --------------------------------------------------------------------------------------------------


async def claim(world: World, random: Random) -> None:
    """Usually for a seat that played; for the meter more often than the odds say."""
    book = world.state.book
    played = book.locked.spots if book.locked else ()
    if not played and random.random() < 0.9:
        return
    spot = random.choice(played) if played and random.random() < 0.97 else a_spot(world, random)
    facts: Facts = {"spot": spot}
    if random.random() < 0.9:
        facts["award"] = award(world, random, spot)
    if random.random() < 0.1 and book.round:
        facts |= {"round": random.randint(max(1, book.round - 3), book.round), "reference": "camera 3"}
    await world.ask("win claim", facts, random.choice(((), ("manager",), ("dealer",), ("floor",))))


def award(world: World, random: Random, spot: str) -> str:
    awards = world.files.wager(spot).awards
    shares = [event for (event, _), each in awards.items() if each.share]
    fixed = [event for (event, _), each in awards.items() if each.fixed]
    return random.choice(shares if shares and (not fixed or random.random() < 0.6) else fixed)


def some_claim(world: World, random: Random, *stages: Stage) -> int:
    claims = [each.number for each in world.state.book.claims if not stages or each.stage in stages]
    return random.choice(claims or [max(world.state.book.claim_count, 1)])


def waits(world: World, *stages: Stage) -> bool:
    return any(each.stage in stages for each in world.state.book.claims)


async def decide(world: World, random: Random) -> None:
    """Continues a waiting claim; if there is none, a seat claims."""
    if waits(world, Stage.OWED) and random.random() < 0.6:
        await random.choice((pay, pay, pay_at_once))(world, random)
    elif waits(world, Stage.OPEN) and random.random() < 0.8:
        await random.choice((confirm, confirm, confirm_at_once, name_again))(world, random)
    elif world.phase in (Phase.LOCKED, Phase.SETTLED):
        await claim(world, random)


async def name_again(world: World, random: Random) -> None:
    """An open claim gets its award, or another one (E22)."""
    one = random.choice([each for each in world.state.book.claims if each.stage is Stage.OPEN])
    facts = {"spot": one.spot, "award": award(world, random, one.spot)}
    await world.ask("win claim", facts, random.choice(((), ("dealer",))))


async def confirm(world: World, random: Random) -> None:
    await world.ask("win confirm", {"claim": some_claim(world, random, Stage.OPEN)}, random.choice(APPROVERS))


async def confirm_at_once(world: World, random: Random) -> None:
    """Two people approve at the same moment, each on a page."""
    facts = {"claim": some_claim(world, random, Stage.OPEN)}
    await at_once(
        world, [("win confirm", facts, (name,)) for name in random.sample(("floor", "second floor", "manager"), 2)]
    )
    world.faults["two people at once"] += 1


async def pay(world: World, random: Random) -> None:
    await world.ask(
        "win paid", {"claim": some_claim(world, random, Stage.OWED)}, random.choice((("cage",), ("floor",), ()))
    )


async def pay_at_once(world: World, random: Random) -> None:
    facts = {"claim": some_claim(world, random, Stage.OWED)}
    await at_once(world, [("win paid", facts, ("cage",)), ("win paid", facts, ("floor",))])
    world.faults["two people at once"] += 1


async def at_once(world: World, asked: list[tuple[str, Facts, tuple[str, ...]]]) -> None:
    asking = [world.loop.create_task(world.ask(*each)) for each in asked]
    for each in asking:
        await each


# -- commands ------------------------------------------------------------------------------------------------


def mending(world: World, random: Random) -> list[tuple[str, Facts]]:
    """Corrections of a dealer's or a player's mistake, useful or not."""
    book = world.state.book
    played = book.locked.spots if book.locked else ()
    seat = {"spot": random.choice(played) if played and random.random() < 0.5 else a_spot(world, random)}
    seen = book.missed.seen if book.missed else world.state.live.seen
    moment = random.choice([lit.utc for lit in seen] or [world.clock.utc()])
    stakes = [f"{stake / 1_000_000:.2f}" for stake in world.files.wager(seat["spot"]).stakes]
    return [
        ("round unlock", {}), ("round void", WHY), ("round void-seat", seat | WHY), ("round add-seat", seat | WHY),
        ("round drop-seat", seat), ("round late-lock", {"moment": str(moment)}),
        ("round flat-bet", seat), ("round flat-bet", seat | {"must": random.choice(("lit", "dark"))}),
        ("spot tier", seat | {"amount": random.choice(stakes)} | random.choice(({}, WHY))),
        ("spot tier", seat | {"amount": stakes[-1]} | WHY),
        ("spot confirm", seat), ("spot exclude", seat | WHY), ("spot ack", seat), ("coin refund", seat),
    ]  # fmt: skip


def managing(world: World, random: Random) -> list[tuple[str, Facts]]:
    """Commands of management and accounting."""
    book = world.state.book
    jackpot = random.choice([*world.rules.jackpots])
    wager = random.choice([*world.rules.wagers])
    day = book.today.day if book.today else "2026-01-01"
    days = [day, *(due.day for due in book.due), *(each.posted_to or day for each in book.jackpots.values())]
    amount = f"{random.choice((1, 10, 100, 1250, 2525, 12000))}.{random.choice(('00', '37'))}"
    little = random.choice(("0.01", "0.37", "1.00", "10.00"))
    account = random.choice(("displayed", "reserve", "overflow"))
    source, rise = random.choice(("house", "reserve", "overflow")), random.choice(("variance", "malfunction"))
    cause = random.choice(("malfunction", "malfunction", "over_limit", "nondisplayed", "seed_recovery"))
    recount = {"day": random.choice(days), "wager": wager, "wagers": str(random.choice((-2, -1, 1, 3))), **WHY}
    return [
        ("jackpot post", {}), ("jackpot hold-post", WHY), ("jackpot release-post", {}),
        ("jackpot correct-count", recount), ("jackpot correct-count", recount),
        ("jackpot take-over", {"jackpot": jackpot, "amount": amount, "base": "120.00"}),
        ("jackpot lower", {"jackpot": jackpot, "amount": little, "account": account, "cause": cause, **WHY}),
        ("jackpot lower",
         {"jackpot": jackpot, "amount": little, "account": "displayed", "cause": "malfunction", **WHY}),
        ("jackpot raise", {"jackpot": jackpot, "amount": little, "from": source, "cause": rise, **WHY}),
        ("jackpot raise", {"jackpot": jackpot, "amount": amount, "from": "house", "cause": "malfunction", **WHY}),
        ("jackpot set", {"jackpot": jackpot, "amount": amount, **WHY}),
        ("jackpot set", {"jackpot": jackpot, "amount": "12000.00", **WHY}),
        ("jackpot retire", {"jackpot": jackpot, "last_day": random.choice((day, "2027-12-31", "2027-12-31")), **WHY}),
        ("jackpot keep", {"jackpot": jackpot, **WHY}), ("jackpot keep", {"jackpot": jackpot, **WHY}),
        ("jackpot dispose", {"jackpot": jackpot, "to": random.choice(("house", "charity")), **WHY}),
        ("jackpot funds-hold", WHY), ("jackpot funds-release", WHY), ("jackpot accept", {}),
        ("win correct", {"claim": some_claim(world, random), "amount": random.choice(("5.00", "-5.00")), **WHY}),
        ("reconcile reading", {"jackpot": jackpot, "shown": amount}),
        ("reconcile count", {"day": random.choice(days), "wager": wager, "chips": "7"}),
        ("user login", {}), ("user role", {"name": "dealer", "roles": [random.choice(("dealer", "floor"))]}),
    ]  # fmt: skip


def running(world: World, random: Random) -> list[tuple[str, Facts]]:
    """Commands that open, close and test a table, and commands in place of keys."""
    claim_ = {"claim": some_claim(world, random)}
    return [
        ("table open", {}), ("table close", {}), ("table last-hand", {}), ("table shoe-ended", {}),
        ("table not-offered", WHY), ("table offered", {}),
        ("round lock", {}), ("round settle", {}), ("round clear", {}), ("round resume", {}),
        ("spot test", {}), ("spot test", {"spots": [a_spot(world, random)]}),
        ("sign override", {}), ("clock confirm", {}),
        ("win deny", claim_ | WHY), ("win deny", claim_ | WHY), ("win withdraw", claim_), ("win reopen", WHY),
    ]  # fmt: skip


def commands(world: World, random: Random) -> list[tuple[str, Facts]]:
    """Every command."""
    return random.choice((mending, mending, managing, managing, running))(world, random)


async def command(world: World, random: Random) -> None:
    what, facts = random.choice(commands(world, random))
    who = ("floor",) if what == "user login" else random.choice((ALL, ALL, random.choice(SOME)))
    await world.ask(what, facts, who)


async def mend(world: World, random: Random) -> None:
    """A correction of this hand by somebody who may make it."""
    hand = [(what, facts) for what, facts in mending(world, random) if what.split()[1] in HAND]
    what, facts = random.choice(hand)
    await world.ask(what, facts, ALL)


async def manage(world: World, random: Random) -> None:
    what, facts = random.choice(managing(world, random))
    await world.ask(what, facts, ("floor",) if what == "user login" else ALL)


async def race(world: World, random: Random) -> None:
    """Two commands at once, by different people."""
    asked = random.sample(commands(world, random), 2)
    await at_once(world, [(what, facts, ALL) for what, facts in asked if what != "user login"])
    world.faults["two people at once"] += 1


async def wrong_pin(world: World, random: Random) -> None:
    if world.life:
        world.fault("wrong PIN")
        await world.life.ask("table close", {}, ["floor"], pin="0007")


async def train(world: World, random: Random) -> None:
    """Training begins, if the table is closed, or ends."""
    on = not world.config.rules.training
    answer = await world.ask("table training", {"mode": "on" if on else "off"}, ("floor",))
    if answer.get("ok"):
        world.faults["training"] += on
        await world.pause(30)
        await world.ended()
        await world.start()


async def new_terms(world: World, random: Random) -> None:
    """The file is edited and the controller restarted; two people accept the terms, or not yet."""
    book = world.state.book
    if book.phase is not Phase.CLOSED or book.locked or book.claims or world.config.rules.training:
        return
    world.fault("terms changed")
    await world.stop()
    world.edit(random)
    await world.start()
    if random.random() < 0.8:
        await world.ask("jackpot accept", {}, ("manager", "admin"))


async def move(world: World, random: Random) -> None:
    """A jackpot goes to another table. It comes back from there, at once or on another day; its note is tried twice at
    once."""
    jackpot = random.choice([*world.rules.jackpots])
    if not world.state.book.left(jackpot):
        kind = "progressive" if world.files.jackpots[jackpot].progressive else "bonus"
        nonce = f"{random.getrandbits(128):032x}"
        asked = sealed(f"litbet-ask-1 {world.rules.table} {ELSEWHERE} main {kind} {nonce}")
        facts = {"jackpot": jackpot, "ask": asked, "cause": "replacement", **WHY}
        await world.ask("jackpot transfer-out", facts, ("manager", "accounting"))
    if random.random() < 0.7:
        await come_back(world, random)


def sealed(words: str) -> str:
    return f"{words} {hmac.new(KEY, words.encode(), 'sha256').hexdigest()[:32]}"


async def come_back(world: World, random: Random) -> None:
    """All transfers to the other table come back."""
    for jackpot, count in world.state.book.jackpots.items():
        if world.running and world.state.book.left(jackpot).startswith("elsewhere/") and not count.last_day:
            sent = count.sent
            answer = await world.ask("jackpot transfer-ask", {"jackpot": jackpot, "from": ELSEWHERE}, ("accounting",))
            if not answer.get("ok"):
                continue
            (said,) = answer["say"]
            _, *asked, _ = said["facts"]["ask"].split()
            money = f"{sent.meter} {sent.reserve} {sent.overflow} {sent.advance}"
            note = sealed(f"litbet-note-1 {' '.join(asked)} {money}")
            await at_once(
                world, [("jackpot transfer-in", {"jackpot": jackpot, "note": note}, ("manager", "accounting"))] * 2
            )
            world.faults["two people at once"] += 1


async def put_right(world: World, random: Random) -> None:
    """People correct what keeps the table from playing."""
    world.board.free()
    if not world.board.plugged or not world.board.board:
        world.board.plugged = True
        world.board.power()
    world.board.cable("good")
    world.broker.become("there")
    for sign in (*world.broker.signs, *(world.life.numeric_signs.values() if world.life else ())):
        sign.mood = "good"
    world.loop.slow, world.disk.fault = 0.0, ""
    world.clock.server(True)
    await world.pause(2.5)
    if world.running and world.state.live.failed:
        world.tell("the controller is started anew")
        await world.stop()
        await world.start()
    if not world.running:
        return
    await world.ask("clock confirm", {}, ("manager",))
    for code in world.state.book.faults:
        await world.ask("fault clear", {"code": code, **WHY}, ("floor",))
    if world.running and world.state.book.funds:
        await world.ask("jackpot funds-release", WHY, ("manager", "accounting"))
    if world.running and world.state.book.held:
        await world.ask("jackpot release-post", {}, ("manager",))
    await go_on(world, random)


async def last_hand(world: World, random: Random) -> None:
    """Decides the waiting claims, and ends the round."""
    for claim in world.state.book.claims if world.running else ():
        await world.ask("win withdraw", {"claim": claim.number}, ("second floor", "manager"))
        await world.ask("win deny", {"claim": claim.number, **WHY}, ("second floor", "manager"))
        await world.ask("win paid", {"claim": claim.number}, ("cage",))
    await world.ask("round settle", {}, ("floor",))
    await world.ask("round clear", {}, ("floor",))
    await collect(world, random)


async def go_on(world: World, random: Random) -> None:
    """Does what a table needs to accept bets again."""
    book = world.state.book if world.running else None
    if book and (book.table_terms_pending or any(count.pending for count in book.jackpots.values())):
        await world.ask("jackpot accept", {}, ("manager", "admin"))
    if world.running and world.phase is Phase.CLOSED:
        await come_back(world, random)
        await world.ask("table open", {}, ("floor",))
    elif world.running and world.phase is Phase.RECOVERED:
        await world.ask("round resume", {}, ("floor",))
    elif world.running and world.phase is Phase.NOT_OFFERED:
        await world.ask("table offered", {}, ("floor",))
    out = [spot for spot, spot_book in world.state.book.spots.items() if spot_book.out] if world.running else []
    if out and world.phase in (Phase.BETTING, Phase.CLOSED):
        await world.ask("spot test", {"spots": out[:2]}, ("technician",))
        for spot in out[:2]:
            name = world.inputs[spot]
            if is_chip(world, spot):
                for level in (False, True, False):
                    world.board.set(name, level)
                    await world.pause(0.7)
            elif world.rules.spots[spot].sensor is Sensor.BUTTON:
                world.board.press(name)
                await world.pause(0.4)


OFTEN: dict[Phase, list[tuple[int, Deed]]] = {
    Phase.CLOSED: [(24, go_on), (4, train), (5, new_terms), (5, command), (9, manage), (4, move), (2, bet)],
    Phase.NOT_OFFERED: [(20, go_on), (8, command), (2, bet), (2, any_key)],
    Phase.BETTING: [
        (45, bet), (28, lock), (3, lock_twice), (3, clear), (3, any_key), (1, two_keys), (8, command), (2, race),
        (4, mend), (9, manage), (4, raise_bet), (1, offer_no_more),
    ],
    Phase.LOCKED: [
        (14, claim), (2, win_by_touch), (26, decide), (8, settle), (9, mend), (2, manage),
        (18, clear), (4, bet), (3, collect), (10, command), (2, race), (2, any_key), (1, two_keys), (2, lock),
    ],
    Phase.SETTLED: [
        (8, claim), (26, decide), (22, clear), (6, collect), (8, mend), (2, manage),
        (8, command), (2, race), (3, bet), (3, lock), (2, settle), (1, any_key),
    ],
    Phase.RECOVERED: [(30, go_on), (4, clear), (8, command), (3, bet), (2, any_key)],
    Phase.FAULT: [(30, put_right), (6, command), (4, bet), (3, any_key), (3, clear), (6, decide)],
}  # fmt: skip
ALWAYS: list[tuple[int, Deed]] = [(1, wrong_pin), (3, command), (4, put_right), (5, decide)]
