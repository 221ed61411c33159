// The players' sign.
import { fact, live } from "../common/live.js";

live(`/live/sign/${fact("table")}${location.search}`, (topic, message) => {
  document.body.textContent = `${topic} ${JSON.stringify(message.said)}`;
});
