// The facts that the server writes into the page's head.

/** @param {string} name */
function content(name) {
  return document.querySelector(`meta[name="litbet-${name}"]`)?.getAttribute("content") ?? "";
}

export const page = {
  table: content("table"),
  token: content("token"),
  language: content("language"),
  languages: content("languages").split(" "), // all that there are
};
