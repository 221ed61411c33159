// Chips dragged by mouse, finger or pen: from the rack or a spot to a spot, or off the felt.

const THRESHOLD = 6; // px; a shorter movement is a press, not a drag

/** @typedef {{ node: HTMLElement, kind: string, text: string, dollars: number, from: string }} Load - what is dragged */
/**
 * @typedef {object} Drag
 * @property {Load} load
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 * @property {HTMLElement | null} ghost - follows the pointer once it has moved far enough
 * @property {HTMLElement | null} spot - the one below the pointer
 */

/**
 * @param {(node: Element) => Load | null} take - what can be dragged from a node
 * @param {(load: Load, spot: string) => void} drop - `spot` is "" where there is none
 */
export function draggable(take, drop) {
  /** @type {Drag | null} */
  let drag = null;

  document.addEventListener("pointerdown", ({ button, target, pointerId, clientX, clientY }) => {
    const load = button === 0 && !drag && target instanceof Element ? take(target) : null;
    if (load) drag = { load, pointer: pointerId, x: clientX, y: clientY, ghost: null, spot: null };
  });

  document.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    if (drag?.pointer !== pointerId) return;
    if (!drag.ghost && Math.hypot(clientX - drag.x, clientY - drag.y) < THRESHOLD) return;
    drag.ghost ??= lift(drag.load);
    drag.ghost.style.left = `${clientX}px`;
    drag.ghost.style.top = `${clientY}px`;
    aim(drag, spotAt(clientX, clientY));
  });

  document.addEventListener("pointerup", ({ pointerId }) => {
    if (drag?.pointer !== pointerId) return;
    if (drag.ghost) {
      swallowClick();
      drop(drag.load, drag.spot?.dataset.spot ?? "");
    }
    end(drag);
    drag = null;
  });

  document.addEventListener("pointercancel", () => {
    if (drag) end(drag);
    drag = null;
  });
}

/** @param {Load} load */
function lift({ node, kind, text }) {
  const ghost = document.createElement("span");
  ghost.className = `chip ghost ${kind}`;
  ghost.textContent = text;
  document.body.append(ghost);
  node.classList.add("lifted");
  document.body.classList.add("dragging");
  return ghost;
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {HTMLElement | null}
 */
function spotAt(x, y) {
  for (const node of document.elementsFromPoint(x, y)) {
    const spot = node.closest("[data-spot]");
    if (spot) return /** @type {HTMLElement} */ (spot);
  }
  return null;
}

/**
 * @param {Drag} drag
 * @param {HTMLElement | null} spot
 */
function aim(drag, spot) {
  if (drag.spot === spot) return;
  drag.spot?.classList.remove("aimed");
  spot?.classList.add("aimed");
  drag.spot = spot;
}

/** @param {Drag} drag */
function end({ ghost, load, spot }) {
  ghost?.remove();
  load.node.classList.remove("lifted");
  spot?.classList.remove("aimed");
  document.body.classList.remove("dragging");
}

// A browser sends a click at the end of a drag, which must not press anything.
function swallowClick() {
  const stop = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 0);
}
