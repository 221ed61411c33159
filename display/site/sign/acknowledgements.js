// Reports to the table what the sign shows (R131): after it was painted, only while the page is visible, and not too often.

/** @import { Acknowledgement } from "../../messages.js" */

const GAP = 120; // ms for each jackpot: fewer than 10 a second

export class Acknowledgements {
  #send;
  /** @type {Acknowledgement[]} */
  #standing = []; // what the sign shows now
  /** @type {Map<string, Acknowledgement>} */
  #sent = new Map(); // jackpot -> what was sent last
  #next = 0; // when the next may be sent
  #scheduled = false;

  /** @param {(message: { ack: Acknowledgement }) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /**
   * The sign now shows these. An amount that is still rolling is not among them.
   *
   * @param {Acknowledgement[]} acks
   */
  update(acks) {
    this.#standing = acks;
    if (this.#scheduled || !this.#unsent().length) return;
    this.#scheduled = true;
    setTimeout(() => this.#awaitPaint(), Math.max(0, this.#next - performance.now()));
  }

  #unsent() {
    return this.#standing.filter((ack) => !equal(ack, this.#sent.get(ack.jackpot)));
  }

  // What is shown when a frame begins has been painted when the next one begins. A hidden page paints no frames.
  #awaitPaint() {
    requestAnimationFrame(() => {
      const painted = this.#unsent();
      requestAnimationFrame(() => {
        this.#scheduled = false;
        if (document.visibilityState === "visible") this.#acknowledge(painted);
        this.update(this.#standing);
      });
    });
  }

  /** @param {Acknowledgement[]} painted */
  #acknowledge(painted) {
    const still = new Set(this.#standing.map((ack) => ack.jackpot));
    for (const ack of painted.filter((each) => still.has(each.jackpot))) {
      this.#sent.set(ack.jackpot, ack);
      this.#send({ ack });
    }
    this.#next = performance.now() + GAP * painted.length;
  }
}

/**
 * @param {Acknowledgement} one
 * @param {Acknowledgement | undefined} other
 */
function equal(one, other) {
  return one.epoch === other?.epoch && one.seq === other.seq && one.pub === other.pub;
}
