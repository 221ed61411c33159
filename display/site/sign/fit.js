// Makes everything fit, on any screen and with texts of any length: one size for all small texts, as large as there is room
// for, and the amounts in the rest. It measures only when a text or the screen has changed.

const SMALLEST = 10; // px; smaller texts cannot be read, so that is tried last
const RANGE = { least: 0.62, most: 1.5 }; // of the usual size of small texts
const PRECISION = 0.02;
const AIR = 1.25; // the room around an amount that could be no wider

// The steps that are tried, in this order, until all fits: the level of tightness, and the amount's share of its panel's
// height. At level 1 rules and notices alternate, at 2 the disclosure too, from 3 on the pay tables' parts: 2, 3, 6, 12.
const STEPS = [
  { level: 0, share: 0.36 },
  { level: 0, share: 0.24 },
  { level: 1, share: 0.24 },
  { level: 2, share: 0.24 },
  { level: 3, share: 0.24 },
  { level: 3, share: 0.2 },
  { level: 4, share: 0.2 },
  { level: 5, share: 0.2 },
  { level: 6, share: 0.2 },
];

/**
 * @param {HTMLElement} main
 * @param {(level: number) => void} arrange - begins to show in turn what is not shown at once at that level
 */
export function fit(main, arrange) {
  /** @type {HTMLElement[]} */
  const figures = [...main.querySelectorAll(/** @type {"div"} */ (".figure"))];
  const upright = main.clientHeight > main.clientWidth;
  main.classList.toggle("upright", upright);
  const height = main.clientHeight / (upright ? Math.max(1, figures.length) : 1);
  const sizes = figures.map((figure) => {
    const amount = /** @type {HTMLElement} */ (figure.firstElementChild);
    return naturalSize(amount, figure.clientWidth, height);
  });
  const widest = Math.min(...sizes, height);
  main.style.setProperty("--amount-size", "1px");
  main.style.setProperty("--word-size", "1px");

  const least = Math.max(RANGE.least, SMALLEST / (0.028 * Math.min(main.clientWidth, main.clientHeight)));
  const fits = (/** @type {number} */ size) => {
    main.style.setProperty("--size", String(size));
    return main.scrollHeight <= main.clientHeight && main.scrollWidth <= main.clientWidth;
  };
  for (const { level, share } of STEPS) {
    arrange(level);
    main.style.setProperty("--figure", `${Math.min(share * height, AIR * widest)}px`);
    if (fits(least)) break;
  }
  let [low, high] = fits(least) ? [least, Math.max(least, RANGE.most)] : [0, least];
  while (high - low > PRECISION) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  fits(low);
  enlarge(main, figures);
}

/**
 * One size for all amounts, and one for all words in an amount's place: as large as the tightest panel allows.
 *
 * @param {HTMLElement} main
 * @param {HTMLElement[]} figures
 */
function enlarge(main, figures) {
  const places = figures.length ? figures : [...main.querySelectorAll(".jackpots")];
  const room = (/** @type {Element} */ place) =>
    (0.94 * place.clientHeight) / (place.closest("[data-state=test]") ? 2 : 1);
  const size = (/** @type {string} */ selector, /** @type {number} */ most) =>
    Math.min(
      ...places.map((place) => {
        const node = /** @type {HTMLElement | null} */ (place.querySelector(selector));
        return node?.textContent ? naturalSize(node, place.clientWidth, room(place)) : Infinity;
      }),
      most * main.clientHeight,
    );
  const [amount, word] = [size(".amount", 0.5), size(".word", 0.25)];
  main.style.setProperty("--amount-size", `${amount}px`);
  main.style.setProperty("--word-size", `${word}px`);
}

/**
 * The font size at which a text fills a box: all lengths scale with it. A text of several words may wrap.
 *
 * @param {HTMLElement} node
 * @param {number} width
 * @param {number} height
 */
function naturalSize(node, width, height) {
  const [inOneLine, inLines] = [false, true].map((stacked) => {
    node.classList.toggle("stacked", stacked);
    node.style.fontSize = "100px";
    const box = node.getBoundingClientRect();
    node.style.fontSize = "";
    return box.width && box.height ? 100 * Math.min(width / box.width, height / box.height) : Infinity;
  });
  const stacked = inLines > inOneLine;
  node.classList.toggle("stacked", stacked);
  return Math.floor(stacked ? inLines : inOneLine);
}
