// Changes bets: lays, takes off, moves, halves, doubles, raises to the maximum, and undoes.
// Every change is one step back for "undo", whether made by chips or by typing.

import {
  UNIT, amountOf, announceChange, anythingLaid, fieldOf, fields, maximumOf, say, table,
} from "./fields.js";
import { play } from "./sound.js";

const MOST_STEPS = 50;
const steps = []; // what stood in the fields before each change, the last change last
let typing = null; // what stood in the fields when the focus came into one

const snapshot = () => fields().map((field) => field.value);
const same = (one, other) => one.every((value, index) => value === other[index]);

function step(before) {
  steps.push(before);
  if (steps.length > MOST_STEPS) steps.shift();
}

function write(field, text) {
  if (field.value === text) return;
  field.value = text;
  field.removeAttribute("aria-invalid");
}

function put(field, amount) {
  write(field, amount > 0 ? String(amount) : "");
}

/** Make one change, so that it can be undone as one. */
function change(edit) {
  const before = snapshot();
  edit();
  if (same(before, snapshot())) return;
  step(before);
  announceChange();
}

function tell(field) {
  play("chip");
  const said = amountOf(field) ? field.dataset.said : field.dataset.saidNone;
  say(said.replace("{amount}", field.value));
}

/** Lay a chip (worth in hundredths) on a place. */
export function lay(place, worth) {
  const field = fieldOf(place);
  if (!field) return;
  change(() => put(field, amountOf(field) + worth / UNIT));
  tell(field);
}

/** Take the whole bet off a place. */
export function takeOff(place) {
  const field = fieldOf(place);
  if (!field || field.value === "") return;
  change(() => put(field, 0));
  tell(field);
}

/** Move the whole bet of one place to another, onto what lies there. */
export function move(from, to) {
  const [source, target] = [fieldOf(from), fieldOf(to)];
  if (!source || !target || source === target) return;
  change(() => {
    put(target, amountOf(target) + amountOf(source));
    put(source, 0);
  });
  tell(target);
}

/** Take all bets off. */
export function clear() {
  change(() => fields().forEach((field) => put(field, 0)));
}

/** What stands in the fields may be undone to, though others will change it: a repeated round. */
function markStep() {
  step(snapshot());
}

/** Nothing of the bets before can be come back to: they were dealt. */
export function forgetSteps() {
  steps.length = 0;
  typing = null;
}

function undo() {
  const before = steps.pop();
  if (!before) return;
  fields().forEach((field, index) => write(field, before[index] ?? ""));
  announceChange();
}

/* ---- Half, double, max, undo ------------------------------------------------------------- */

// A bet can't be rounded away, and one over the maximum is not trimmed: that would be a bet
// nobody asked for.
const EDITS = {
  half: (amount) => Math.max(1, Math.floor(amount / 2)),
  double: (amount) => amount * 2,
  most: (amount, field) => maximumOf(field), // a box stands before its bingo bet: it is raised first
};

/** The bet being typed, else all that are laid. */
function meant() {
  const field = document.activeElement?.closest("[data-bet]");
  return field ? [field] : fields().filter((one) => amountOf(one) > 0);
}

function use(tool) {
  if (tool === "undo") undo();
  else {
    change(() => meant().forEach((field) => {
      const amount = amountOf(field);
      if (amount > 0 || tool === "most") put(field, EDITS[tool](amount, field));
    }));
  }
}

/** Show what the tools would change, and which would change nothing. */
function showTools() {
  const scope = table()?.querySelector("[data-tools-scope]");
  if (!scope) return;
  const field = document.activeElement?.closest("[data-bet]");
  scope.textContent = field ? field.dataset.name : scope.dataset.all;
  const laid = anythingLaid();
  table().querySelectorAll("[data-tool]").forEach((button) => {
    const able = button.dataset.tool === "undo" ? steps.length > 0
      : laid || (field && button.dataset.tool === "most");
    button.setAttribute("aria-disabled", String(!able)); // stays in reach of the keyboard
  });
}

// A pressed tool leaves the focus in the field that it is to change.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("[data-tool]") && document.activeElement?.closest("[data-bet]")) {
    event.preventDefault();
  }
});

document.addEventListener("click", (event) => {
  const tool = event.target.closest("[data-tool]");
  if (tool) use(tool.dataset.tool);
  if (event.target.closest("[data-rebet], [data-rebet-double]")) markStep();
  if (event.target.closest("[data-clear]")) {
    event.preventDefault();
    event.stopPropagation(); // the link is for pages without scripts
    clear();
  }
}, true);

/* ---- Typing ------------------------------------------------------------------------------ */

/** What stands in the fields now is what typing goes on from. */
export function startTyping() {
  typing = snapshot();
}

document.addEventListener("focusin", (event) => {
  if (!event.target.closest("[data-bet]")) return;
  startTyping();
  event.target.select();
  showTools();
});

document.addEventListener("input", (event) => {
  if (!event.target.closest("[data-bet]")) return;
  event.target.removeAttribute("aria-invalid");
  if (typing) step(typing);
  typing = null;
  announceChange();
});

document.addEventListener("focusout", (event) => {
  if (!event.target.closest("[data-bet]")) return;
  typing = null;
  // By then the focus is elsewhere: what is too small is no longer being typed.
  queueMicrotask(announceChange);
});

document.addEventListener("bets:changed", showTools);
