// What lies beyond its frame, is cut off, or is smaller than a thumb; and keys that lie over each other.
() => {
  const wrong = [];
  const dialog = document.querySelector("dialog[open]");
  const within = dialog ?? document.body;
  const boxes = [];
  for (const key of within.querySelectorAll("button, a, input")) {
      const box = key.getBoundingClientRect();
      const name = key.getAttribute("aria-label") ?? key.textContent;
      if (!box.width || !key.checkVisibility()) continue;
      if (box.width < 48 || box.height < 48) wrong.push(`${name} is ${box.width} x ${box.height}`);
      if (key.closest(".keys") && box.height < 72) wrong.push(`${name} is only ${box.height} high`);
      const beyond = box.left < -1 || box.right > innerWidth + 1;
      if (beyond && !key.closest("#rail")) wrong.push(`${name} is beyond the side`); // a phone's rail scrolls
      boxes.push([name, box, key]);
  }
  const part = (key) => key.closest(".dialog-head, header, nav, main, footer, dialog"); // what scrolls goes under others
  for (const [i, [name, box, key]] of boxes.entries()) {
      for (const [other, there, element] of boxes.slice(i + 1)) {
          if (part(key) !== part(element)) continue;
          const over = Math.min(box.right, there.right) - Math.max(box.left, there.left);
          const above = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
          if (over > 1 && above > 1) wrong.push(`${name} lies over ${other}`);
      }
  }
  const headings = ".label, h1, h2, h3, dd, .phase, .strip p, .compare";
  const figures = ".state, .besides, .amount, .figures span, .figures strong, .meter-state";
  for (const text of within.querySelectorAll(`${headings}, ${figures}`)) {
      if (text.classList.contains("hidden") || !text.checkVisibility()) continue;
      const frame = text.closest("button, li, .count, header, .strip, .dialog-head") ?? within;
      const [a, b] = [text.getBoundingClientRect(), frame.getBoundingClientRect()];
      const out = a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
      if (out) wrong.push(`"${text.textContent}" leaves its frame`);
      const style = getComputedStyle(text); // what ends in dots says so, and stands in full elsewhere
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") continue;
      const wide = text.scrollWidth > text.clientWidth + 1 && style.display !== "inline";
      const high = text.clientHeight && text.scrollHeight > text.clientHeight + 2 && style.overflowY === "hidden";
      if (wide || high) wrong.push(`"${text.textContent}" is cut off`);
  }
  return wrong;
}
