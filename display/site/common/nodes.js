// Elements that a page creates once and changes only if something differs. Text is inserted as text, never as markup.

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {Element | null} parent
 * @param {string} text
 */
export function make(tag, className = "", parent = null, text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  parent?.append(node);
  return node;
}

/**
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * @param {HTMLElement} node
 * @param {string} name
 * @param {unknown} value
 */
export function setData(node, name, value) {
  const text = String(value);
  if (node.dataset[name] !== text) node.dataset[name] = text;
}

/**
 * @param {Element} node
 * @param {string} text
 */
export function setLabel(node, text) {
  if (node.getAttribute("aria-label") !== text) node.setAttribute("aria-label", text);
}
