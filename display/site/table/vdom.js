// Draws a page from a description: `h` describes an element, `patch` changes only what differs from what was drawn before.
// So a key keeps its focus while the table plays. Text is inserted as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Attributes, and beside them `on...` handlers, `vars` (custom properties of CSS) and `key`, which identifies an element
 * among its siblings.
 *
 * @typedef {{ key?: string | number, vars?: Record<string, string>, onclick?: (event: MouseEvent) => unknown,
 *   onsubmit?: (event: SubmitEvent) => unknown, onerror?: () => unknown } & Record<string, unknown>} Props
 */
/** @typedef {{ tag: string, key?: string | number, props: Props, children: Described[] }} ElementDescription */
/** @typedef {{ tag: "#", key?: undefined, text: string }} TextDescription */
/** @typedef {ElementDescription | TextDescription} Described */
/** @typedef {Described | string | number | boolean | null | undefined | Child[]} Child - nothing is drawn of false or "" */

/** @type {WeakMap<Node, Described>} */
const drawn = new WeakMap();

/**
 * @param {string} tag
 * @param {Props} props
 * @param {Child[]} children
 * @returns {ElementDescription}
 */
export function h(tag, props = {}, ...children) {
  return { tag, key: props.key, props, children: flat(children) };
}

/**
 * @param {Child} child
 * @returns {Described[]}
 */
function flat(child) {
  if (Array.isArray(child)) return child.flatMap(flat);
  if (child === null || child === undefined || child === false || child === "") return [];
  return [typeof child === "object" ? child : { tag: "#", text: String(child) }];
}

/**
 * Changes the children of `parent` to the described ones.
 *
 * @param {Element} parent
 * @param {Child} children
 */
export function patch(parent, children) {
  const wanted = flat(children);
  const keyed = sortOut(parent, new Set(wanted.map((each) => each.key)));
  let next = parent.firstChild;
  for (const want of wanted) {
    const candidate = want.key === undefined ? next : keyed.get(want.key);
    const node = candidate && fits(candidate, want) ? candidate : create(want, parent.namespaceURI);
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
    update(node, want);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

/**
 * Removes the children with a key that is not wanted any more; returns the others with a key.
 *
 * @param {Element} parent
 * @param {Set<Props["key"]>} wanted
 */
function sortOut(parent, wanted) {
  /** @type {Map<Props["key"], ChildNode>} */
  const keyed = new Map();
  for (const node of [...parent.childNodes]) {
    const key = drawn.get(node)?.key;
    if (key === undefined) continue;
    if (wanted.has(key)) keyed.set(key, node);
    else node.remove();
  }
  return keyed;
}

/**
 * @param {Node} node
 * @param {Described} want
 */
function fits(node, want) {
  const before = drawn.get(node);
  return before?.tag === want.tag && before.key === want.key;
}

/**
 * @param {Described} want
 * @param {string | null} namespace
 */
function create(want, namespace) {
  if (want.tag === "#") return document.createTextNode("");
  return document.createElementNS(want.tag === "svg" ? SVG : namespace, want.tag);
}

/**
 * @param {Node} node
 * @param {Described} want
 */
function update(node, want) {
  const before = drawn.get(node);
  drawn.set(node, want);
  if ("text" in want) {
    if (node.nodeValue !== want.text) node.nodeValue = want.text;
  } else if (node instanceof HTMLElement || node instanceof SVGElement) {
    const old = before && "props" in before ? before.props : {};
    for (const name of new Set([...Object.keys(old), ...Object.keys(want.props)])) {
      if (old[name] !== want.props[name]) set(node, name, want.props[name]);
    }
    patch(node, want.children);
  }
}

/**
 * @param {HTMLElement | SVGElement} node
 * @param {string} name
 * @param {any} value
 */
function set(node, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) Reflect.set(node, name, value ?? null);
  else if (name === "vars") for (const [key, text] of Object.entries(value ?? {})) node.style.setProperty(key, text);
  else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}
