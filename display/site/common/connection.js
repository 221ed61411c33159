// The WebSocket between a page and its server. It reconnects by itself.

/** @import { Answer, Facts, Proof, Refusal } from "../../messages.js" */

import { page } from "./page.js";

const PAUSES = { first: 300, longest: 2000 }; // ms before the next attempt
const UNKNOWN_TOKEN = 4403; // close code: the token is of an earlier run of the server

/** @typedef {ReturnType<typeof connect>} Connection */

/**
 * Calls `receive` with every message, and `changed` with whether the connection is open.
 *
 * @template Message
 * @param {string} path
 * @param {(message: Message) => void} receive
 * @param {(open: boolean) => void} changed
 */
export function connect(path, receive, changed) {
  /** @type {WebSocket | null} */
  let socket = null;
  let pause = PAUSES.first;
  let number = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  const questions = new Map();

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.onopen = () => {
      if (page.token) send({ token: page.token });
      pause = PAUSES.first;
      changed(true);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.topic === "answer") {
        questions.get(message.id)?.(message.payload);
        questions.delete(message.id);
      } else {
        receive(message);
      }
    };
    socket.onclose = ({ code }) => {
      changed(false);
      for (const answer of questions.values()) answer(refusal("refusals.cut"));
      questions.clear();
      setTimeout(code === UNKNOWN_TOKEN ? () => location.reload() : open, pause);
      pause = Math.min(2 * pause, PAUSES.longest);
    };
  }

  /** @param {object} message */
  function send(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  /**
   * Asks the controller. The promise resolves to its answer, which may be a refusal.
   *
   * @param {string} command
   * @param {Facts} facts
   * @param {Proof[]} who
   * @returns {Promise<Answer>}
   */
  function ask(command, facts = {}, who = []) {
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(refusal("refusals.no_link"));
    const id = ++number;
    const answer = new Promise((resolve) => questions.set(id, resolve));
    send({ ask: command, with: facts, who, id });
    return answer;
  }

  open();
  document.documentElement.dataset.started = "yes"; // see reload.js
  return { send, ask };
}

/**
 * @param {string} code
 * @returns {Refusal}
 */
function refusal(code) {
  return { ok: false, code, facts: {} };
}
