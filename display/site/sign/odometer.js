// An amount that rolls up like the wheels of an odometer (progressives only, R069). The wheels are there while it rolls;
// before and after stands plain text. They move by transforms alone, which costs no layout.

const TAKES = 1500; // ms; within two seconds
const STEPS = 12; // true amounts on the way, so that no wheel runs ahead of the others

// Both texts have the same form. `done` when the new amount stands; the answer stops it, with the new amount standing.
export function roll(node, from, to, done) {
  const start = digitsOf(from);
  const end = digitsOf(to);
  const places = [...to].map((sign) => /\d/.test(sign));
  const wheels = document.createElement("span");
  wheels.className = "wheels";
  const turning = [];
  let at = 0;
  for (const [n, isDigit] of places.entries()) {
    const cell = document.createElement("span");
    if (isDigit) turning.push(wheel(cell, frames(start, end, places.filter(Boolean).length - ++at)));
    else cell.textContent = to[n];
    wheels.append(cell);
  }
  node.replaceChildren(wheels);
  const motions = turning.map(({ strip, positions }) =>
    strip.animate(positions, { duration: TAKES, fill: "forwards" }),
  );
  let over = false;
  function stand() {
    if (over) return;
    over = true;
    for (const motion of motions) motion.cancel();
    node.textContent = to;
  }
  Promise.all(motions.map((motion) => motion.finished)).then(
    () => {
      stand();
      done();
    },
    () => {}, // stopped
  );
  return stand;
}

function digitsOf(text) {
  return Number(text.replace(/\D/g, ""));
}

// Where the wheel of 10^`power` stands at each step: from its digit on to the next one, always forward.
function frames(start, end, power) {
  const found = [];
  const digit = (value) => Math.floor(value / 10 ** power) % 10;
  let from = digit(start);
  for (let step = 1; step <= STEPS; step++) {
    const to = digit(start + Math.floor((end - start) * slowing(step / STEPS)));
    const offsets = [(step - 1) / STEPS, step / STEPS];
    found.push(frame(from, offsets[0]), frame(to < from ? to + 10 : to, offsets[1]));
    from = to;
  }
  return found;
}

function slowing(share) {
  return 1 - (1 - share) ** 2;
}

function frame(position, offset) {
  return { transform: `translateY(${-position}em)`, offset };
}

function wheel(cell, positions) {
  cell.className = "wheel";
  const strip = document.createElement("span");
  strip.className = "strip";
  strip.textContent = [..."01234567890123456789"].join("\n");
  cell.append(strip);
  return { strip, positions };
}
