// Sheets over the table that show a page of the site: the strategy card, the hint. A link names its
// sheet ([data-sheet]); without this, or when the part can't be fetched, it leads to the page.

import { goOn } from "./focus.js";
import { keyOf, pressed } from "./keymap.js";

const COMMANDS = { "strategy-sheet": "card", "training-sheet": "hint" };
let atTable = false; // whether the focus was in the table when the sheet was opened

/** Fetch the part that the sheet shows; whether it came. */
async function fill(sheet) {
  const body = sheet.querySelector(".sheet-body");
  if (body.childElementCount && "once" in sheet.dataset) return true;
  try {
    const answer = await fetch(sheet.dataset.url, { headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.redirected || answer.headers.has("HX-Redirect")) return false;
    body.innerHTML = await answer.text();
  } catch {
    return false;
  }
  window.htmx.process(body);
  return true;
}

async function open(sheet) {
  if (sheet.open) return;
  document.querySelector("#menu:popover-open")?.hidePopover();
  atTable = document.activeElement?.closest("#table") !== null;
  if (!await fill(sheet)) {
    window.location.assign(sheet.dataset.url);
    return;
  }
  if (!sheet.open) sheet.showModal();
  sheet.querySelector("[data-close-sheet]").focus();
  sheet.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  const sheet = document.getElementById(event.target.closest("[data-sheet]")?.dataset.sheet ?? "");
  if (sheet && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    open(sheet);
  }
  const inside = event.target.closest("[data-close-sheet]")?.closest("dialog");
  if (inside) inside.close();
  else if (event.target.matches("dialog.sheet")) event.target.close();
});

// The key that opened it closes it, wherever in it the focus is; not by the same press.
document.addEventListener("keydown", (event) => {
  const sheet = document.querySelector("dialog.sheet[open]");
  if (!sheet || event.defaultPrevented || event.repeat) return;
  if (pressed(event) !== keyOf(COMMANDS[sheet.id])) return;
  event.preventDefault();
  sheet.close();
});

document.querySelectorAll("dialog.sheet").forEach((sheet) => {
  sheet.addEventListener("close", () => {
    // The table may have been swapped meanwhile, and with it what had the focus.
    if (atTable && document.activeElement === document.body) goOn();
  });
});
