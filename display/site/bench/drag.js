// Chips in the hand, by mouse, finger or pen: from the rack or a spot to a spot, or off the felt.

const FAR = 6; // px; less is a press, not a drag

// `carry(node)` is what a hand takes up there, or null; `drop(what, spot)` where it let go, spot "" if on none.
export function draggable(carry, drop) {
  let held = null;

  function over(event) {
    for (const node of document.elementsFromPoint(event.clientX, event.clientY)) {
      const ring = node.closest("[data-spot]");
      if (ring) return ring;
    }
    return null;
  }

  function aim(ring) {
    if (held.ring === ring) return;
    held.ring?.classList.remove("aimed");
    ring?.classList.add("aimed");
    held.ring = ring;
  }

  function begin(event) {
    held.ghost = document.createElement("span");
    held.ghost.className = `chip ghost ${held.what.kind}`;
    held.ghost.textContent = held.what.text;
    document.body.append(held.ghost);
    held.node.classList.add("lifted");
    document.body.classList.add("dragging");
  }

  function end() {
    held.ghost?.remove();
    held.node.classList.remove("lifted");
    held.ring?.classList.remove("aimed");
    document.body.classList.remove("dragging");
    held = null;
  }

  document.addEventListener("pointerdown", (event) => {
    const what = event.button === 0 && !held ? carry(event.target) : null;
    if (what) held = { what, node: what.node, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  });

  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    if (!held.ghost) begin(event);
    held.ghost.style.left = `${event.clientX}px`;
    held.ghost.style.top = `${event.clientY}px`;
    aim(over(event));
  });

  document.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (held.ghost) {
      const { what, ring } = held;
      swallow();
      drop(what, ring?.dataset.spot ?? "");
    }
    end();
  });

  document.addEventListener("pointercancel", () => held && end());
}

// The click that a browser makes of a drag is none.
function swallow() {
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 0);
}
