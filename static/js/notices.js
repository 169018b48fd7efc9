// Sentences of the table, such as a refusal: brought into view after a swap, and put away.

import { table } from "./fields.js";
import { goOn } from "./focus.js";

const notices = () => document.getElementById("notices");

// On phones the page may be scrolled to the bets. In the cut window the sentence is shown itself.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "table" || table().querySelector("dialog[open]")) return;
  notices()?.scrollIntoView({ block: "nearest" }); // its margins keep it clear of the bar
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-dismiss]");
  if (!button) return;
  button.closest(".notice").remove();
  if (!notices().children.length) notices().remove();
  goOn();
});
