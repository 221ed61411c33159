// The dealer's and floor's page.
import { fact, live } from "../common/live.js";

live(`/live/table/${fact("table")}`, (topic, message) => {
  document.body.textContent = `${topic} ${JSON.stringify(message.said)}`;
});
