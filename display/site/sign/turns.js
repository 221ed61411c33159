// What stands in turn because it does not all fit at once, and a fault's amount and its words (R127, R132): one slow clock for
// all of it, which rests while there is nothing to turn.

const TURN = 4000; // ms; nothing is away for longer

export class Turns {
  #rows = []; // each a list of faces, of which one stands; a face is a list of elements
  #tick = 0;
  #clock = null;

  // The rows from now on.
  take(rows) {
    for (const node of this.#rows.flat(2)) node.classList.remove("current");
    this.#rows = rows.filter((row) => row.length);
    this.#turn();
    const busy = this.#rows.some((row) => row.length > 1);
    if (busy && this.#clock === null) {
      this.#clock = setInterval(() => {
        this.#tick++;
        this.#turn();
      }, TURN);
    } else if (!busy && this.#clock !== null) {
      clearInterval(this.#clock);
      this.#clock = null;
    }
  }

  #turn() {
    for (const row of this.#rows) {
      for (const node of row.flat()) node.classList.remove("current");
      for (const node of row[this.#tick % row.length]) node.classList.add("current");
    }
  }
}

// The first come back after each of the others.
export function between(first, others) {
  return others.length ? others.flatMap((other) => [...first, other]) : first;
}
