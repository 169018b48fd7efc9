// The strategy card at the table: a sheet over it, fetched when it is first wanted. Without it the
// links lead to the card's own page.

import { goOn } from "./focus.js";
import { keyOf, pressed } from "./keymap.js";

const sheet = document.getElementById("strategy-sheet");
const body = sheet.querySelector("#strategy-sheet-body");
let atTable = false; // whether the focus was in the table when the sheet was opened

/** Show the card; where it can't be fetched, go to its page. */
async function open() {
  if (sheet.open) return;
  document.querySelector("#menu:popover-open")?.hidePopover();
  atTable = document.activeElement?.closest("#table") !== null;
  if (!body.childElementCount) {
    await window.htmx.ajax("GET", sheet.dataset.url, { target: body, swap: "innerHTML" });
    if (!body.childElementCount) {
      window.location.assign(sheet.dataset.url);
      return;
    }
  }
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-open-card]") && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    open();
  }
  if (event.target.closest("[data-close-card]") || event.target === sheet) sheet.close();
});

// The key that opened it closes it.
sheet.addEventListener("keydown", (event) => {
  if (pressed(event) !== keyOf("card")) return;
  event.preventDefault();
  sheet.close();
});

sheet.addEventListener("close", () => {
  // The table may have been swapped meanwhile, and with it what had the focus.
  if (atTable && document.activeElement === document.body) goOn();
});
