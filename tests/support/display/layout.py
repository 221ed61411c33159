"""What is wrong with a page's layout, measured in the page: text out of its box or of the screen, text upon text. The
ink of each line is measured, not its box, for the boxes of lines that stand close may touch."""

import base64
from pathlib import Path

from playwright.sync_api import Page

MEASURE = """() => {
  const wrong = [];
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const ruler = document.createElement("canvas").getContext("2d");
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest(".announcement, .notice, .wheel") || !parent.checkVisibility()) continue;
    const style = getComputedStyle(parent);
    ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = ruler.measureText(node.data);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const base = box.top + ink.fontBoundingBoxAscent;
      lines.push({
        node, text: node.data.slice(0, 40), seen: seen(parent), left: box.left, right: box.right,
        top: base - ink.actualBoundingBoxAscent, bottom: base + ink.actualBoundingBoxDescent,
      });
    }
    const wide = parent.clientWidth && parent.scrollWidth > parent.clientWidth + 1;
    if (wide) wrong.push(`wider than its box: ${node.data}`);
  }
  const inside = (line, box) =>
    line.left >= box.left - 1 && line.right <= box.right + 1
    && line.top >= box.top - 1 && line.bottom <= box.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const line of lines) {
    if (!inside(line, screen)) wrong.push(`out of the screen: ${line.text}`);
    const frame = line.node.parentElement.closest(".win, .state, .jackpot, main");
    if (!inside(line, frame.getBoundingClientRect())) wrong.push(`out of its frame: ${line.text}`);
  }
  const seenLines = lines.filter((line) => line.seen);
  for (const [at, one] of seenLines.entries()) {
    for (const other of seenLines.slice(at + 1)) {
      const apart = one.right <= other.left + 1 || other.right <= one.left + 1
        || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
      if (!apart && one.node !== other.node) wrong.push(`one upon the other: ${one.text} | ${other.text}`);
    }
  }
  if (!seenLines.length) wrong.push("nothing is to be seen");
  return [...new Set(wrong)];
}"""
RESIZED = """([width, height]) => {
  window.resized = new Promise((done) => addEventListener("resize", () => {
    if (innerWidth === width && innerHeight === height) done();
  }));
}"""
WIDEST = 1920  # of a picture; larger screens are pictured smaller
DIGIT = """() => {
  const style = getComputedStyle(document.querySelector(".amount"));
  const ruler = document.createElement("canvas").getContext("2d");
  ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const ink = ruler.measureText("0");
  return (ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent) / innerHeight;
}"""


def wrong(page: Page) -> list[str]:
    found: list[str] = page.evaluate(MEASURE)
    return found


def resize(page: Page, width: int, height: int) -> None:
    """And wait until the page has heard of it: its own listener was there first. A frame that is waited for instead may
    be of a stopped clock, or of a time before."""
    if page.viewport_size == {"width": width, "height": height}:
        return
    page.evaluate(RESIZED, [width, height])
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => window.resized")


def picture(page: Page, path: Path) -> None:
    """What stands on the screen. Packed loosely: Playwright's own pictures take most of a test's time."""
    size = page.viewport_size
    assert size
    clip = {"x": 0, "y": 0, **size, "scale": min(1, WIDEST / size["width"])}
    wish = {"format": "png", "optimizeForSpeed": True, "clip": clip}
    session = page.context.new_cdp_session(page)
    path.write_bytes(base64.b64decode(session.send("Page.captureScreenshot", wish)["data"]))
    session.detach()


def digit_height(page: Page) -> float:
    """Of the amount, as a share of the screen's height."""
    share: float = page.evaluate(DIGIT)
    return share
