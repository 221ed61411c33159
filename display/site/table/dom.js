// Draws: a picture of the page as plain objects is held against what stands there, and only what differs is changed. So
// a key keeps its focus and a press its target while the table goes on. Text is put in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

// `props`: attributes, `on...` handlers, `class`, `vars` (custom properties of CSS) and `key`, which names one of several.
export function h(tag, props = {}, ...children) {
  return { tag, key: props?.key, props: props ?? {}, children: children.flat(Infinity).map(node).filter(Boolean) };
}

function node(child) {
  if (child === null || child === undefined || child === false || child === "") return null;
  return typeof child === "object" ? child : { tag: "#", text: String(child) };
}

export function patch(parent, children, space = parent.namespaceURI) {
  const wanted = [children].flat(Infinity).map(node).filter(Boolean);
  const keys = new Set(wanted.map((each) => each.key).filter((key) => key !== undefined));
  const keyed = new Map();
  for (const there of [...parent.childNodes]) {
    const key = there.drawn?.key;
    if (key === undefined) continue;
    if (keys.has(key)) keyed.set(key, there);
    else there.remove();
  }
  let next = parent.firstChild;
  for (const want of wanted) {
    let found = want.key === undefined ? next : keyed.get(want.key);
    if (found?.drawn?.tag !== want.tag || found.drawn.key !== want.key) found = create(want, space);
    if (found === next) next = next.nextSibling;
    else parent.insertBefore(found, next);
    update(found, want);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

function create(want, space) {
  if (want.tag === "#") return document.createTextNode("");
  return document.createElementNS(want.tag === "svg" ? SVG : space, want.tag);
}

function update(there, want) {
  const before = there.drawn;
  there.drawn = want;
  if (want.tag === "#") {
    if (before?.text !== want.text) there.data = want.text;
    return;
  }
  const old = before?.props ?? {};
  for (const name of new Set([...Object.keys(old), ...Object.keys(want.props)])) {
    if (old[name] !== want.props[name]) set(there, name, want.props[name]);
  }
  patch(there, want.children);
}

function set(there, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) there[name] = value ?? null;
  else if (name === "vars") for (const [key, text] of Object.entries(value ?? {})) there.style.setProperty(key, text);
  else if (value === undefined || value === null || value === false) there.removeAttribute(name);
  else there.setAttribute(name, value === true ? "" : value);
}
