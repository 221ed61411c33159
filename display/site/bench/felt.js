// The felt, seen by the dealer: seat 1 at his left. Lamps as the board shows them, chips, cards, what was won.

import { words } from "../common/words.js";
import { lay } from "./cards.js";
import { label, make, mark, write } from "./dom.js";

const HOPE = 1500; // ms that a chip stays where a hand put it, until the table has said what it thinks of it
const FAST = 3; // faster tables do not show how cards are dealt
const WIDE = 38.5; // how far from the middle the last seats are, in hundredths of the felt's width
const DEEP = 15.3; // how much lower than the middle they are, in hundredths of its height

export function money(text) {
  const [whole, cents] = text.split(".");
  const dollars = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return cents === "00" ? `$${dollars}` : `$${dollars}.${cents}`;
}

export class Felt {
  // `order` carries what a hand does.
  constructor(parent, table, order) {
    this.table = table;
    this.order = order;
    this.hopes = new Map(); // spot -> {chip, until}: what a hand has just done
    this.amount = 0; // of the chip that a press lays down
    this.root = make("section", "felt", parent);
    label(this.root, words("bench", "felt"));
    this.motto();
    this.plates = make("div", "plates", this.root);
    this.seats = new Map();
    this.spots = new Map();
    const numbers = [...new Set(Object.values(table.spots).map((spot) => spot.seat))].sort((a, b) => a - b);
    const last = Math.max(...numbers);
    for (const number of numbers) this.seat(number, last);
    this.dealer = make("div", "dealer", this.root);
    make("span", "whose", this.dealer, words("bench", "dealer"));
    this.dealt = make("div", "cards", this.dealer);
    this.shoe = make("span", "shoe", this.dealer);
  }

  motto() {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 570 400");
    svg.setAttribute("aria-hidden", "true");
    svg.classList.add("print");
    const path = document.createElementNS(svg.namespaceURI, "path");
    path.id = "motto";
    path.setAttribute("d", "M 185 274 Q 285 222 385 274");
    const text = document.createElementNS(svg.namespaceURI, "text");
    const along = document.createElementNS(svg.namespaceURI, "textPath");
    along.setAttribute("href", "#motto");
    along.setAttribute("startOffset", "50%");
    along.textContent = words("bench", "no_light");
    text.append(along);
    svg.append(path, text);
    this.root.append(svg);
  }

  seat(number, last) {
    const side = last > 1 ? (2 * (number - 1)) / (last - 1) - 1 : 0; // -1 at the dealer's left, 1 at his right
    const box = make("div", "seat", this.root);
    const arc = (1 - Math.sqrt(1 - 0.72 * side * side)) / (1 - Math.sqrt(1 - 0.72));
    box.style.left = `${50 + WIDE * side}%`;
    box.style.top = `${4 + DEEP * arc}%`;
    box.style.setProperty("--seats", Math.max(last, 5));
    box.dataset.seat = number;
    const rings = make("div", "rings", box);
    const mine = Object.keys(this.table.spots).filter((spot) => this.table.spots[spot].seat === number);
    for (const spot of mine) this.spot(rings, spot, mine.length);
    const cards = make("div", "cards", box);
    const won = make("div", "won", box);
    this.seats.set(String(number), { cards, won });
  }

  spot(parent, spot, together) {
    const place = make("div", "place", parent);
    place.style.setProperty("--together", together);
    const ring = make("button", "spot", place);
    ring.type = "button";
    ring.dataset.spot = spot;
    ring.addEventListener("click", () => this.press(spot));
    const lamp = make("span", "lamp", ring);
    const chip = make("span", "chip", ring);
    place.classList.toggle("shared", together > 1);
    const name = make("span", "name", place);
    const more = make("span", "more", place);
    this.spots.set(spot, { ring, lamp, chip, name, more, alone: together === 1 });
  }

  press(spot) {
    const said = this.said?.spots[spot];
    if (this.said?.phase === "betting" && said && !said.chip) this.place(spot, this.amount);
    else this.order({ do: "touch", spot });
  }

  place(spot, amount) {
    this.hope(spot, true);
    this.order({ do: "place", spot, amount });
  }

  lift(spot) {
    this.hope(spot, false);
    this.order({ do: "lift", spot });
  }

  hope(spot, chip) {
    this.hopes.set(spot, { chip, until: performance.now() + HOPE });
    setTimeout(() => this.said && this.draw(this.said), HOPE + 20);
    if (this.said) this.draw(this.said);
  }

  chipAt(spot, said) {
    const hope = this.hopes.get(spot);
    if (!hope) return said.chip;
    if (hope.chip === said.chip || performance.now() > hope.until) {
      this.hopes.delete(spot);
      return said.chip;
    }
    return hope.chip;
  }

  draw(said) {
    this.said = said;
    const still = this.table.speed > FAST;
    for (const [spot, nodes] of this.spots) this.drawSpot(spot, nodes, said.spots[spot]);
    for (const [seat, nodes] of this.seats) {
      lay(nodes.cards, said.seats[seat] ?? [], still);
      this.drawAwards(nodes.won, said.awards.filter((each) => String(this.table.spots[each.spot].seat) === seat));
    }
    lay(this.dealt, said.dealer, still);
    mark(this.dealer, "cards", said.dealer.length > 0);
    write(this.shoe, said.last ? words("bench", "last_of_shoe") : "");
    this.drawPlates(said.jackpots);
  }

  drawSpot(spot, nodes, said) {
    const { seat, wager } = this.table.spots[spot];
    const chip = this.chipAt(spot, said);
    const lamp = words("bench", `lamp_${said.lamp}`);
    if (nodes.ring.dataset.lamp !== said.lamp) {
      nodes.ring.dataset.lamp = said.lamp;
      nodes.lamp.style.animationDelay = `-${Math.round(performance.now())}ms`; // all lamps keep one time
    }
    mark(nodes.ring, "chip", chip);
    mark(nodes.ring, "stuck", said.stuck);
    write(nodes.chip, chip ? money(said.stake) : "");
    write(nodes.name, nodes.alone ? `${seat} · ${lamp}` : `${seat} ${wager}\n${lamp}`);
    const more = [];
    if (said.stuck) more.push(words("bench", "stuck_now"));
    if (said.credit !== "0.00") more.push(words("bench", "credit", { amount: money(said.credit) }));
    if (said.presses) more.push(words("bench", "presses", { times: said.presses }));
    write(nodes.more, more.join(", "));
    const chipped = chip ? words("bench", "with_chip", { amount: money(said.stake) }) : words("bench", "without_chip");
    label(nodes.ring, words("bench", "spot", { seat, wager, lamp, chip: chipped }));
  }

  drawAwards(place, awards) {
    const key = JSON.stringify(awards);
    if (place.dataset.awards === key) return;
    place.dataset.awards = key;
    place.replaceChildren(
      ...awards.map((award) => {
        const node = make("div", "award");
        node.dataset.award = award.spot;
        make("span", "title", node, award.title);
        make("b", "worth", node, award.worth);
        const claim = make("button", "claim", node, words("bench", award.claimed ? "claimed" : "claim"));
        claim.type = "button";
        claim.disabled = award.claimed || this.table.playing;
        claim.addEventListener("click", () => this.order({ do: "claim", spot: award.spot }));
        return node;
      }),
    );
  }

  drawPlates(jackpots) {
    const key = JSON.stringify(jackpots);
    if (this.plates.dataset.key === key) return;
    this.plates.dataset.key = key;
    this.plates.replaceChildren(
      ...Object.values(jackpots).map((pot) => {
        const plate = make("div", "plate");
        make("span", "title", plate, pot.title);
        make("b", "amount", plate, `$${pot.amount.replace(/\B(?=(\d{3})+\.)/g, ",")}`);
        make("span", "state", plate, words("bench", `meter_${pot.state}`));
        return plate;
      }),
    );
  }
}
