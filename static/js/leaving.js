// Leaving bingo places: the question before a deal that would leave some stands in a window of its
// own, and a press beside an open sheet only closes it.

import { placeOf, table } from "./fields.js";
import { goOn } from "./focus.js";
import { appear } from "./timeline.js";

const question = () => document.getElementById("leaving");

/** Put the server's question, if it asks one, in front of the table; Escape is the way back. */
export function ask() {
  const dialog = question();
  if (!dialog) return;
  dialog.close(); // it stands open for pages without scripts
  dialog.showModal();
  appear(dialog);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-leaving-back]")) question().close();
});

// It has been answered: the same bets are asked about anew when they are dealt again.
document.addEventListener("close", (event) => {
  if (event.target !== question() || event.target.open) return;
  event.target.remove();
  goOn();
}, true);

/* ---- Sheets ------------------------------------------------------------------------------ */

let closed = false; // the press that closed a sheet lays no chip where it fell

document.addEventListener("pointerdown", (event) => {
  const sheet = table()?.querySelector(".sheet:popover-open");
  closed = Boolean(sheet && !sheet.contains(event.target));
}, true);

document.addEventListener("click", (event) => {
  if (closed && placeOf(event.target)) event.stopPropagation();
  closed = false;
}, true);

// The first answer has the focus, as `autofocus` would give it; but that speaks up at every swap.
document.addEventListener("toggle", (event) => {
  if (event.newState === "open") event.target.querySelector("[data-first]")?.focus();
}, true);

// A sheet asks: until it is answered or put away, the Tab key goes round within it.
document.addEventListener("keydown", (event) => {
  const sheet = event.key === "Tab" && table()?.querySelector(".sheet:popover-open");
  if (!sheet) return;
  const buttons = [...sheet.querySelectorAll("button:enabled")];
  if (event.shiftKey) buttons.reverse();
  const inside = sheet.contains(document.activeElement);
  if (inside && document.activeElement !== buttons.at(-1)) return;
  event.preventDefault();
  buttons[0]?.focus();
}, true);
