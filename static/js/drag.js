// Dragging, by mouse, pen or finger: a chip from the rack onto a box, a bet onto another box or
// off the table; a long press by finger takes a bet off. Beside it stands the tap (chips.js).

import { UNIT, amountOf, fieldOf, table } from "./fields.js";
import { lay, move, takeOff } from "./laying.js";
import { stacksOf } from "./stacks.js";

const FAR_ENOUGH = { mouse: 5, touch: 10, pen: 8 }; // px, before a press becomes a drag
const LONG_PRESS = 550; // ms

let press = null; // { id, x, y, chip with its picture | box, ghost, timer } while a button or finger is down
let swallow = false; // the click that ends a drag or a long press is no tap

/** Whether something is being dragged: the table must not be swapped now. */
export const dragging = () => press?.ghost != null;

const seatAt = (x, y) => document.elementFromPoint(x, y)?.closest(".seat-open") ?? null;

function begin(event) {
  swallow = false;
  if (press || event.button !== 0 || event.ctrlKey || event.metaKey) return;
  const chip = event.target.closest("[data-chip]");
  const seat = event.target.closest(".seat-open");
  if (event.target.closest(".bet-label")) return;
  if (chip) press = { chip: Number(chip.dataset.chip), picture: chip.firstElementChild };
  else if (seat && amountOf(fieldOf(seat.dataset.box)) > 0) {
    press = { box: seat.dataset.box };
    if (event.pointerType !== "mouse") {
      press.timer = setTimeout(() => {
        takeOff(press.box);
        swallow = true;
        press = null;
      }, LONG_PRESS);
    }
    // From elsewhere on the seat a finger scrolls the page.
    if (!event.target.closest(".spot")) press.fixed = event.pointerType !== "mouse";
  } else return;
  Object.assign(press, { id: event.pointerId, x: event.clientX, y: event.clientY });
}

function lift() {
  clearTimeout(press.timer);
  if (press.fixed) {
    press = null;
    return;
  }
  const amount = press.box ? amountOf(fieldOf(press.box)) : press.chip / UNIT;
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  if (amount) ghost.append(...stacksOf(amount));
  else ghost.append(press.picture.cloneNode(true));
  document.body.append(ghost);
  press.ghost = ghost;
  table().dataset.dragging = press.box ? "bet" : "chip";
  if (press.box) fieldOf(press.box).closest(".seat").dataset.lifted = "";
}

function aim(x, y) {
  press.ghost.style.setProperty("--x", `${x}px`);
  press.ghost.style.setProperty("--y", `${y}px`);
  const seat = seatAt(x, y);
  table().querySelectorAll("[data-target]").forEach((one) => {
    if (one !== seat) delete one.dataset.target;
  });
  if (seat) seat.dataset.target = "";
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
  table()?.querySelectorAll("[data-target], [data-lifted]").forEach((seat) => {
    delete seat.dataset.target;
    delete seat.dataset.lifted;
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
  const { chip, box } = press;
  const seat = seatAt(event.clientX, event.clientY);
  putDown();
  if (box && !seat) takeOff(box);
  else if (box) move(box, seat.dataset.box);
  else if (seat && chip) lay(seat.dataset.box, chip);
  else if (seat) takeOff(seat.dataset.box); // the cross was dropped on it
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
