// The keys for one place of the page, from the controller's list of commands, in its order.

/** @import { Acceptance } from "../../messages.js" */
/** @import { CommandFacts } from "./keys.js" */
/** @import { Child } from "./vdom.js" */

import { words } from "../common/words.js";
import { commandButton } from "./keys.js";
import { known } from "./state.js";

/**
 * @param {string} place
 * @param {CommandFacts} facts - of each of the commands
 * @param {{ own?: Record<string, () => Child>, title?: (label: string) => string,
 *   after?: (answer: Acceptance) => unknown }} options - `own` has the keys that the page makes itself, by command
 */
export function keysAt(place, facts = {}, { own = {}, title = (label) => label, after } = {}) {
  return Object.entries(known().table.commands)
    .filter(([, { places }]) => places.includes(place))
    .map(([command, { reason }]) => {
      if (command in own) return own[command]();
      const label = labelOf(command);
      const reasons = reason ? usualReasons(command) : undefined;
      return commandButton(command, facts, { label, title: title(label), reasons, after });
    });
}

/**
 * The label in the page's language; the command's name if the page has no word for it.
 *
 * @param {string} command
 */
export function labelOf(command) {
  return words("commands", command);
}

/**
 * The name of the list with a command's usual reasons (words: choices).
 *
 * @param {string} command
 */
function usualReasons(command) {
  return command.split(" ")[1].replaceAll("-", "_");
}
