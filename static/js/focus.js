// Keeps the keyboard's place when the table is swapped: the same button or field again, or the
// first thing that can be pressed in the action bar.

import { anythingLaid, table } from "./fields.js";

let place = null; // { path, inBar, start, end } of what had the focus

function pathOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.name && element.value) {
    return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  }
  const own = [...element.attributes].find(({ name }) => name.startsWith("data-"));
  return own ? `[${own.name}="${CSS.escape(own.value)}"]` : null;
}

/** Remember what has the focus, if it stands in the table. */
export function remember() {
  const active = document.activeElement;
  if (!active?.closest("#table") || active.closest("dialog:not([open])")) return;
  place = {
    path: pathOf(active),
    inBar: active.closest(".bar") !== null,
    start: active.selectionStart,
    end: active.selectionEnd,
  };
}

const able = (element) => element && !element.disabled && element.checkVisibility?.() !== false;

/**
 * Where the keyboard goes on: a question, so that no second Enter answers it unread; the window
 * that is open; a deal with bets laid; else the first.
 */
function mainThing() {
  const question = table().querySelector("#question");
  const confirm = table().querySelector("dialog[open] [data-cut-confirm]");
  const deal = anythingLaid() ? table().querySelector("[data-deal]") : null;
  const all = [...table().querySelectorAll(".bar-actions :is(button, a)")];
  return [question, confirm, deal, ...all].find(able);
}

/** Let the keyboard go on in the action bar, when what had the focus is gone. */
export function goOn() {
  mainThing()?.focus({ preventScroll: true });
}

/** Give the focus back to the same thing, else to the first that can be pressed. */
export function giveBack() {
  const wanted = place;
  place = null;
  if (!wanted || (document.activeElement !== document.body && document.activeElement)) return;
  let found = wanted.path ? table()?.querySelector(wanted.path) : null;
  // The bets that were asked for are laid: what comes next is to deal them.
  const laid = found?.matches("[data-rebet], [data-rebet-double]") && anythingLaid();
  if ((!able(found) && wanted.inBar) || laid) found = mainThing();
  if (!able(found)) return;
  found.focus({ preventScroll: true });
  if (typeof wanted.start === "number" && found.setSelectionRange) {
    found.setSelectionRange(wanted.start, wanted.end);
  }
}
