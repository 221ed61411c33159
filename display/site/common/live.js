// The one wire between a page and its server: a WebSocket that comes back by itself.

const PAUSES = [300, 2000]; // ms before the next attempt: the first, the longest
const STRANGER = 4403; // what a server says to a token that is not its own: it was started anew since

export function fact(name) {
  return document.querySelector(`meta[name="litbet-${name}"]`)?.content ?? "";
}

// `hear(topic, message)` gets every message; `linked(bool)` whether the server is there.
export function live(path, hear, linked = () => {}) {
  const token = fact("token");
  let socket = null;
  let pause = PAUSES[0];
  let number = 0;
  const waiting = new Map();

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.onopen = () => {
      if (token) socket.send(JSON.stringify({ token }));
      pause = PAUSES[0];
      linked(true);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.topic === "answer") {
        waiting.get(message.id)?.(message.said);
        waiting.delete(message.id);
      } else {
        hear(message.topic, message);
      }
    };
    socket.onclose = ({ code }) => {
      linked(false);
      for (const answer of waiting.values()) answer({ ok: false, code: "cut", say: "", facts: {} });
      waiting.clear();
      setTimeout(code === STRANGER ? () => location.reload() : open, pause);
      pause = Math.min(2 * pause, PAUSES[1]);
    };
  }

  function say(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  // One question to the controller; the promise holds its answer, a refusal too.
  function ask(command, facts = {}, who = []) {
    if (socket?.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ ok: false, code: "no_link", say: "", facts: {} });
    }
    const id = ++number;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    say({ ask: command, with: facts, who, id });
    return answer;
  }

  open();
  document.documentElement.dataset.begun = "yes"; // see again.js
  return { say, ask };
}
