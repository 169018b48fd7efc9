// Dragging, by mouse, pen or finger: a chip from the rack onto a place, a bet onto another place
// or off the table; a long press by finger takes a bet off. Beside it stands the tap (chips.js).

import { UNIT, amountOf, fieldOf, placeOf, table } from "./fields.js";
import { lay, move, takeOff } from "./laying.js";
import { stacksOf } from "./stacks.js";

const FAR_ENOUGH = { mouse: 5, touch: 10, pen: 8 }; // px, before a press becomes a drag
const LONG_PRESS = 550; // ms

let press = null; // { id, x, y, chip with its picture | place, ghost, timer } while a button or finger is down
let swallow = false; // the click that ends a drag or a long press is no tap

/** Whether something is being dragged: the table must not be swapped now. */
export const dragging = () => press?.ghost != null;

const placeAt = (x, y) => placeOf(document.elementFromPoint(x, y));

function begin(event) {
  swallow = false;
  if (press || event.button !== 0 || event.ctrlKey || event.metaKey) return;
  const chip = event.target.closest("[data-chip]");
  const found = placeOf(event.target);
  if (event.target.closest(".bet-label")) return;
  if (chip) press = { chip: Number(chip.dataset.chip), picture: chip.firstElementChild };
  else if (found && amountOf(fieldOf(found.dataset.place)) > 0) {
    press = { place: found.dataset.place };
    if (event.pointerType !== "mouse") {
      press.timer = setTimeout(() => {
        takeOff(press.place);
        swallow = true;
        press = null;
      }, LONG_PRESS);
    }
    // From elsewhere on the seat a finger scrolls the page.
    if (!event.target.closest(".spot, .hole")) press.fixed = event.pointerType !== "mouse";
  } else return;
  Object.assign(press, { id: event.pointerId, x: event.clientX, y: event.clientY });
}

function lift() {
  clearTimeout(press.timer);
  if (press.fixed) {
    press = null;
    return;
  }
  const amount = press.place ? amountOf(fieldOf(press.place)) : press.chip / UNIT;
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  if (amount) ghost.append(...stacksOf(amount));
  else ghost.append(press.picture.cloneNode(true));
  document.body.append(ghost);
  press.ghost = ghost;
  table().dataset.dragging = press.place ? "bet" : "chip";
  if (press.place) placeOf(fieldOf(press.place)).dataset.lifted = "";
}

function aim(x, y) {
  press.ghost.style.setProperty("--x", `${x}px`);
  press.ghost.style.setProperty("--y", `${y}px`);
  const found = placeAt(x, y);
  table().querySelectorAll("[data-target]").forEach((one) => {
    if (one !== found) delete one.dataset.target;
  });
  if (found) found.dataset.target = "";
}

function hold(event) {
  if (event.pointerId !== press?.id) return;
  if (!press.ghost) {
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (far < (FAR_ENOUGH[event.pointerType] ?? 8)) return;
    lift();
    if (!press) return;
  }
  aim(event.clientX, event.clientY);
}

function putDown() {
  press.ghost.remove();
  press = null;
  swallow = true;
  setTimeout(() => { swallow = false; }); // where no click follows
  delete table()?.dataset.dragging;
  table()?.querySelectorAll("[data-target], [data-lifted]").forEach((one) => {
    delete one.dataset.target;
    delete one.dataset.lifted;
  });
  document.dispatchEvent(new CustomEvent("drag:end"));
}

function drop(event) {
  if (event.pointerId !== press?.id) return;
  clearTimeout(press.timer);
  if (!press.ghost) {
    press = null;
    return;
  }
  const { chip, place } = press;
  const to = placeAt(event.clientX, event.clientY)?.dataset.place;
  putDown();
  if (place && !to) takeOff(place);
  else if (place) move(place, to);
  else if (to && chip) lay(to, chip);
  else if (to) takeOff(to); // the cross was dropped on it
}

function giveUp(event) {
  if (!press || (event.pointerId ?? press.id) !== press.id) return;
  clearTimeout(press.timer);
  if (press.ghost) putDown();
  else press = null;
}

document.addEventListener("pointerdown", begin);
document.addEventListener("pointermove", hold);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", giveUp);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && dragging()) giveUp({});
});
document.addEventListener("htmx:afterSwap", () => giveUp({})); // what was held is gone
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.(".rack, .seat-open")) event.preventDefault();
});
document.addEventListener("contextmenu", (event) => {
  const touched = press && press.timer !== undefined;
  if ((touched || swallow) && event.target.closest(".seat-open")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (!swallow) return;
  swallow = false;
  event.preventDefault();
  event.stopPropagation();
}, true);
