// Says to the table what stands on the glass (R131): after it was painted, only while anybody could see it, never too often.

const GAP = 120; // ms for each jackpot: fewer than 10 a second

export class Answers {
  #say;
  #standing = []; // what the glass shows now: the numbers of each meter
  #said = new Map(); // jackpot -> what was said last
  #next = 0; // when the next may be said
  #under = false;

  constructor(say) {
    this.#say = say;
  }

  // The glass now shows these. Of an amount that still rolls nothing is said: it does not stand.
  stands(acks) {
    this.#standing = acks;
    if (this.#under || !this.#unsaid().length) return;
    this.#under = true;
    setTimeout(() => this.#painted(), Math.max(0, this.#next - performance.now()));
  }

  #unsaid() {
    return this.#standing.filter((ack) => !same(ack, this.#said.get(ack.jackpot)));
  }

  // What stands before a frame is drawn has been drawn when the next one begins. A page that nobody sees draws none.
  #painted() {
    requestAnimationFrame(() => {
      const drawn = this.#unsaid();
      requestAnimationFrame(() => {
        this.#under = false;
        if (document.visibilityState === "visible") this.#tell(drawn);
        this.stands(this.#standing);
      });
    });
  }

  #tell(drawn) {
    const still = new Set(this.#standing.map((ack) => ack.jackpot));
    for (const ack of drawn.filter((each) => still.has(each.jackpot))) {
      this.#said.set(ack.jackpot, ack);
      this.#say({ ack });
    }
    this.#next = performance.now() + GAP * drawn.length;
  }
}

function same(one, other) {
  return other !== undefined && ["epoch", "seq", "pub"].every((name) => one[name] === other[name]);
}
