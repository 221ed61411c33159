// Alternates what does not fit at once, and a fault's words with its amount (R127, R132). One slow timer for all of it,
// which runs only while something alternates.

const STEP = 4000; // ms; nothing is hidden for longer

/** @typedef {Element[]} Face - elements that are shown together */
/** @typedef {Face[]} Row - faces of which one is shown */

export class Rotation {
  /** @type {Row[]} */
  #rows = [];
  #tick = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;

  /**
   * Replaces the rows.
   *
   * @param {Row[]} rows
   */
  replace(rows) {
    for (const node of this.#rows.flat(2)) node.classList.remove("current");
    this.#rows = rows.filter((row) => row.length);
    this.#show();
    const busy = this.#rows.some((row) => row.length > 1);
    if (busy && this.#clock === undefined) {
      this.#clock = setInterval(() => {
        this.#tick++;
        this.#show();
      }, STEP);
    } else if (!busy) {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
  }

  #show() {
    for (const row of this.#rows) {
      for (const node of row.flat()) node.classList.remove("current");
      for (const node of row[this.#tick % row.length]) node.classList.add("current");
    }
  }
}

/**
 * All of `first`, then one of `others`, and again for each of the others.
 *
 * @param {Face[]} first
 * @param {Face[]} others
 */
export function interleaved(first, others) {
  return others.length ? others.flatMap((other) => [...first, other]) : first;
}
