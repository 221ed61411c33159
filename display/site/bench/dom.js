// Nodes of the bench page: made once, changed only where something has changed.

export function make(tag, name = "", parent = null, text = "") {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text) node.textContent = text;
  parent?.append(node);
  return node;
}

export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function mark(node, name, value) {
  const text = String(value);
  if (node.dataset[name] !== text) node.dataset[name] = text;
}

export function label(node, text) {
  if (node.getAttribute("aria-label") !== text) node.setAttribute("aria-label", text);
}

// A button that gives an order; `name` is what a test or a screen reader's user finds it by.
export function button(parent, name, text, press) {
  const node = make("button", "press", parent, text);
  node.type = "button";
  node.dataset.do = name;
  node.addEventListener("click", press);
  return node;
}
