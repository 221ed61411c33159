// The bench felt.
import { live } from "../common/live.js";

live("/live/bench", (topic, message) => {
  document.body.textContent = `${topic} ${JSON.stringify(message)}`;
});
