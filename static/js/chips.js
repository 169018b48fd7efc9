// The rack: which chip is in hand, and what a tap on a place of a bet does with it.
// In hand is a chip (its worth in hundredths), the cross (0), or nothing (null).

import { amountOf, anythingLaid, UNIT, fieldOf, placeOf, table } from "./fields.js";
import { lay, takeOff } from "./laying.js";
import { recall, remember } from "./memory.js";
import { throwChip } from "./throwing.js";

const FIRST_CHIP = 1000; // for who has never chosen one

let inHand; // undefined until the first table is shown

const rack = () => [...(table()?.querySelectorAll("[data-chip]") ?? [])];

/** Take a chip into the hand, the cross, or nothing. */
export function choose(worth) {
  inHand = worth;
  table().dataset.hand = worth === null ? "none" : worth === 0 ? "cross" : "chip";
  rack().forEach((button) => {
    button.setAttribute("aria-pressed", String(Number(button.dataset.chip) === worth));
  });
  showStatus();
}

function showStatus() {
  const bar = table()?.querySelector(".bar-status");
  if (!bar?.querySelector("[data-when]")) return;
  const again = bar.querySelector('[data-when="again"]');
  let shown = "chip";
  if (again && !anythingLaid()) shown = "again";
  else if (inHand === 0) shown = "cross";
  else if (inHand === null) shown = "none";
  bar.querySelectorAll("[data-when]").forEach((part) => {
    part.hidden = part.dataset.when !== shown;
  });
  bar.querySelector("[data-chosen]").textContent = inHand ? String(inHand / UNIT) : "";
}

/** After a swap: the same chip is in hand as before; at first the one last used. */
export function settle() {
  const worths = rack().map((button) => Number(button.dataset.chip));
  if (!worths.length) return;
  if (inHand === undefined || (inHand !== null && !worths.includes(inHand))) {
    const wanted = [recall().chip, FIRST_CHIP].find((worth) => worth && worths.includes(worth));
    inHand = wanted ?? worths[0];
  }
  choose(inHand);
}

/** Whether a tap on a bet's number means its place: the style sheets say where, by the hand. */
const meansThePlace = (field) => getComputedStyle(field).pointerEvents === "none";

function tap(place, event) {
  if (event.ctrlKey || event.metaKey || inHand === 0) takeOff(place);
  else if (inHand !== null) {
    lay(place, inHand);
    throwChip(place, inHand);
  }
  else if (amountOf(fieldOf(place)) > 0) takeOff(place);
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-chip]");
  if (chip) {
    const worth = Number(chip.dataset.chip);
    choose(inHand === worth ? null : worth);
    if (inHand) remember({ chip: inHand });
    return;
  }
  const found = placeOf(event.target);
  if (!found) return;
  const label = event.target.closest(".bet-label");
  if (label && !event.ctrlKey && !event.metaKey && !meansThePlace(label.querySelector("input"))) return;
  if (label) event.preventDefault(); // it would give the field the focus
  tap(found.dataset.place, event);
});

document.addEventListener("bets:changed", showStatus);
