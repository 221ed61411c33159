// An amount that rolls up like an odometer (progressives only, R069). The wheels exist only while it rolls; before and
// after there is plain text. They move only by transforms, which need no layout.

const DURATION = 1500; // ms; within two seconds
const STEPS = 12; // intermediate amounts, so that no wheel runs ahead of the others

/**
 * Both texts must have the same form. `done` is called when the new amount is reached; the returned function stops the
 * roll at the new amount.
 *
 * @param {HTMLElement} node
 * @param {string} from
 * @param {string} to
 * @param {() => void} done
 */
export function roll(node, from, to, done) {
  const start = digitsOf(from);
  const end = digitsOf(to);
  const digits = [...to].filter(isDigit).length;
  const wheels = document.createElement("span");
  wheels.className = "wheels";
  const turning = [];
  for (const character of to) {
    const cell = document.createElement("span");
    if (isDigit(character)) turning.push(wheel(cell, frames(start, end, digits - turning.length - 1)));
    else cell.textContent = character;
    wheels.append(cell);
  }
  node.replaceChildren(wheels);
  const motions = turning.map(({ strip, positions }) =>
    strip.animate(positions, { duration: DURATION, fill: "forwards" }),
  );
  let stopped = false;
  function stop() {
    if (stopped) return;
    stopped = true;
    for (const motion of motions) motion.cancel();
    node.textContent = to;
  }
  Promise.all(motions.map((motion) => motion.finished)).then(
    () => {
      stop();
      done();
    },
    () => {}, // cancelled
  );
  return stop;
}

/** @param {string} character */
function isDigit(character) {
  return /\d/.test(character);
}

/** @param {string} text */
function digitsOf(text) {
  return Number(text.replace(/\D/g, ""));
}

/**
 * The position of the wheel of 10^`power` at each step: from one digit to the next, always forward.
 *
 * @param {number} start
 * @param {number} end
 * @param {number} power
 */
function frames(start, end, power) {
  const found = [];
  const digit = (/** @type {number} */ value) => Math.floor(value / 10 ** power) % 10;
  let from = digit(start);
  for (let step = 1; step <= STEPS; step++) {
    const to = digit(start + Math.floor((end - start) * slowing(step / STEPS)));
    found.push(frame(from, (step - 1) / STEPS), frame(to < from ? to + 10 : to, step / STEPS));
    from = to;
  }
  return found;
}

/** @param {number} share */
function slowing(share) {
  return 1 - (1 - share) ** 2;
}

/**
 * @param {number} position
 * @param {number} offset
 */
function frame(position, offset) {
  return { transform: `translateY(${-position}em)`, offset };
}

/**
 * @param {HTMLElement} cell
 * @param {Keyframe[]} positions
 */
function wheel(cell, positions) {
  cell.className = "wheel";
  const strip = document.createElement("span");
  strip.className = "strip";
  strip.textContent = [..."01234567890123456789"].join("\n");
  cell.append(strip);
  return { strip, positions };
}
