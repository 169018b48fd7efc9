// Motion of the table: after each swap the way from what was shown to what is shown now. The table
// in the page is always the server's latest; a press finishes motion and counts for that table.

import { hear, show } from "./difference.js";
import { table } from "./fields.js";
import { appear, fade, pace, reduced, Timeline } from "./timeline.js";
import { newCards } from "./order.js";
import { see } from "./seen.js";
import { play } from "./sound.js";

const LATE = 1_500; // ms; a browser that draws nothing shows what is true all the same
const TWICE = 300; // ms within which a second click is one double click

let before = null; // what the table showed, while it is being swapped
let run = null; // { line, said, passing, timer } while something moves

const live = () => document.getElementById("live");

/** Show what is true, now. */
function finish() {
  if (!run) return;
  const { line, said, timer } = run;
  run = null;
  clearTimeout(timer);
  line.finish();
  delete table()?.dataset.moving;
  if (said) live().textContent = said;
}

/** All the motion there is for who wants less: what is new fades in, at once. */
function fadeIn(seen) {
  const fresh = newCards(seen);
  const totals = [...table().querySelectorAll(".total")].filter((total) => {
    const owner = total.closest(".hand, #dealer");
    const was = owner.id === "dealer" ? seen.dealer : seen.hands.get(owner.id);
    return was?.total?.text !== total.textContent;
  });
  [...fresh, ...totals].forEach(fade);
}

function start(seen) {
  if (reduced()) {
    fadeIn(seen);
    return;
  }
  const line = new Timeline();
  const passing = show(line, seen);
  if (!line.end) {
    line.finish();
    return;
  }
  // Said when it is to be seen.
  const said = live()?.textContent;
  if (said) live().textContent = "";
  const mine = { line, said, passing: passing > 0, timer: setTimeout(finish, line.length + LATE) };
  line.at(passing, () => { mine.passing = false; });
  line.at(line.end, finish);
  run = mine;
  table().dataset.moving = "";
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "table" || !event.detail.shouldSwap) return;
  finish();
  before = see();
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "table") return;
  const seen = before;
  before = null;
  if (table().querySelector("#notices .notice-error, #cut-notices")) play("refusal");
  if (!seen) return;
  if (!pace() || reduced()) hear(seen);
  if (pace()) start(seen);
});

/* ---- Presses ------------------------------------------------------------------------------- */

let early = false; // the press came while the turn of another hand was not shown yet
let last = { at: 0, turn: null }; // the click on an action before

const turn = () => table()?.querySelector(".hand.is-active")?.id ?? null;

function press(event) {
  if (["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
  early = run?.passing === true;
  finish();
}

/** What was meant for a hand that is done is not done to the next one. */
function meant(event) {
  if (!event.target.closest?.("#actions")) return;
  const now = performance.now();
  early ||= run?.passing === true;
  finish();
  const double = event.detail > 1 && now - last.at < TWICE && last.turn !== turn();
  if (early || double) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else last = { at: now, turn: turn() };
  if (event.type === "click") early = false;
}

document.addEventListener("pointerdown", press, true);
document.addEventListener("keydown", press, true);
document.addEventListener("click", meant, true);
document.addEventListener("submit", meant, true);

// Nothing piles up where nobody looks, and paper shows what is true.
document.addEventListener("visibilitychange", () => { if (document.hidden) finish(); });
window.addEventListener("beforeprint", finish);
window.addEventListener("pagehide", finish);
document.addEventListener("casino:setting", (event) => {
  if (event.detail.name === "speed") finish();
});

// Sheets come up; one that a refresh brings back was open all along.
document.addEventListener("beforetoggle", (event) => {
  if (event.newState === "open" && before === null && event.target.matches?.(".sheet, .fairplay")) {
    appear(event.target);
  }
}, true);
