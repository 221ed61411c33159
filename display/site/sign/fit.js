// Makes everything fit, whatever the screen and however long the texts: one size for all small texts, as large as there is
// room for, and the amounts in what is left. Measured only when a text or the screen has changed.

const LEAST = 10; // px; below, nobody reads it, so it is tried last
const RANGE = [0.62, 1.5]; // of the usual size of small texts
const EXACT = 0.02;
const AIR = 1.25; // the room around an amount that could be no wider

// What is given up, in this order, until all fits: the amount's share of its panel's height, then what stands at once. At
// level 1 rules and notices stand in turn, at 2 with the disclosure, from 3 on the pay tables' parts too: 2, 3, 6, 12.
const STEPS = [[0, 0.36], [0, 0.24], [1, 0.24], [2, 0.24], [3, 0.24], [3, 0.2], [4, 0.2], [5, 0.2], [6, 0.2]];

// `arrange(level)` puts in turn what does not stand at once at that level.
export function fit(main, arrange) {
  const figures = [...main.querySelectorAll(".figure")];
  const upright = main.clientHeight > main.clientWidth;
  main.classList.toggle("upright", upright);
  const height = main.clientHeight / (upright ? Math.max(1, figures.length) : 1);
  const widest = Math.min(...figures.map((figure) => natural(figure.firstChild, figure.clientWidth, height)), height);
  main.style.setProperty("--amount-size", "1px");
  main.style.setProperty("--word-size", "1px");

  const smallest = Math.max(RANGE[0], LEAST / (0.028 * Math.min(main.clientWidth, main.clientHeight)));
  const fits = (size) => {
    main.style.setProperty("--size", String(size));
    return main.scrollHeight <= main.clientHeight && main.scrollWidth <= main.clientWidth;
  };
  for (const [level, share] of STEPS) {
    arrange(level);
    main.style.setProperty("--figure", `${Math.min(share * height, AIR * widest)}px`);
    if (fits(smallest)) break;
  }
  let [low, high] = fits(smallest) ? [smallest, Math.max(smallest, RANGE[1])] : [0, smallest];
  while (high - low > EXACT) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  fits(low);
  enlarge(main, figures);
}

// All amounts alike, and all words that stand in an amount's place: as large as the tightest panel allows.
function enlarge(main, figures) {
  const places = figures.length ? figures : [main.querySelector(".jackpots")];
  const room = (place) => (0.94 * place.clientHeight) / (place.closest("[data-state=test]") ? 2 : 1);
  const size = (selector, most) =>
    Math.min(
      ...places.map((place) => {
        const node = place.querySelector(selector);
        return node?.textContent ? natural(node, place.clientWidth, room(place)) : Infinity;
      }),
      most * main.clientHeight,
    );
  const [amount, word] = [size(".amount", 0.5), size(".word", 0.25)];
  main.style.setProperty("--amount-size", `${amount}px`);
  main.style.setProperty("--word-size", `${word}px`);
}

// The size of letters at which a text fills a box: all lengths grow with it. A text of several words may stand in lines.
function natural(node, width, height) {
  const sizes = [false, true].map((stacked) => {
    node.classList.toggle("stacked", stacked);
    node.style.fontSize = "100px";
    const box = node.getBoundingClientRect();
    node.style.fontSize = "";
    return box.width && box.height ? 100 * Math.min(width / box.width, height / box.height) : Infinity;
  });
  const stacked = sizes[1] > sizes[0];
  node.classList.toggle("stacked", stacked);
  return Math.floor(sizes[Number(stacked)]);
}
