// The table's comforts, put together: chips, dragging, the cut window, refreshes, focus.
// Decides nothing: bets and the cut are plain fields of the form, judged by the server.

import * as automatic from "./automatic.js";
import "./copy.js";
import * as chips from "./chips.js";
import "./clock.js";
import * as cut from "./cut.js";
import "./drag.js";
import "./insurance.js";
import "./keylist.js";
import "./keys.js";
import * as leaving from "./leaving.js";
import "./notices.js";
import { anythingLaid, announceChange, form, table } from "./fields.js";
import { forgetSteps } from "./laying.js";
import "./preserve.js";
import "./sheets.js";
import "./stacks.js";
import "./motion.js"; // after what changes the new table
import { appear } from "./timeline.js";
import "./toggles.js";
import "./turn.js";

let version = null;

function settle() {
  if (version !== table().dataset.version) forgetSteps(); // those bets have been dealt
  version = table().dataset.version;
  automatic.look();
  if (!form()) return;
  const window = form().querySelector("#cut"); // absent where the shoe has been cut
  if (window) cut.settle(window);
  chips.settle();
  announceChange();
  cut.reopen(form().querySelector("#cut"));
  leaving.ask();
}

// Deal: the cut window first. Without any bet the server says so at once, and an answer to the
// server's question sends again what the window held.
document.addEventListener("submit", (event) => {
  const bets = event.target;
  if (bets.id !== "bets" || event.submitter?.closest("#cut, #leaving")
    || !anythingLaid()) return;
  if (event.submitter?.name === "go_on") return; // the window was open before the question
  const dialog = bets.querySelector("#cut");
  if (!dialog || dialog.open) return; // Enter in one of the window's fields
  event.preventDefault();
  event.stopPropagation(); // before htmx hears of it
  cut.open(dialog);
  appear(dialog);
}, true);

// Once for each table, before anything else looks at the new one.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "table") settle();
}, true);

if (table()) settle();
