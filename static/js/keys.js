// Play by keys: a key presses the button of the table as it is shown ([data-command]), which then
// does what it does by a click; the version that its form carries protects it like any other.
// Each button shows its key. All of it can be turned off, and every key be changed (keylist.js).

import { say, table } from "./fields.js";
import { COMMANDS, keyOf, labelOf, meantBy, pressed } from "./keymap.js";
import { setting } from "./settings.js";
import { openKeys } from "./sheet.js";

const TOO_SOON = 200; // ms: nobody has seen yet that another hand has the turn

let box = 1; // the box that was laid on last: the key for bingo means the card over it
let turn = ""; // the hand that has the turn, and since when
let since = 0;

/* ---- What a key may press ------------------------------------------------------------------ */

const TYPING = "input, textarea, select, [contenteditable]";

/** Something lies over the table and has the keyboard for itself. */
const covered = () => document.querySelector("dialog:modal, [popover]:popover-open") !== null;

const able = (element) => !element.matches(":disabled, [aria-disabled='true']")
  && !element.closest("fieldset:disabled") && element.checkVisibility?.() !== false;

const find = (command) => [...(table()?.querySelectorAll(`[data-command="${command}"]`) ?? [])]
  .find(able);

/** The chip beside the one in hand; with none in hand the first or the last. */
function chipBeside(step) {
  const chips = [...(table()?.querySelectorAll("[data-chip]:not([data-chip='0'])") ?? [])];
  const at = chips.findIndex((chip) => chip.getAttribute("aria-pressed") === "true");
  if (at < 0) return step > 0 ? chips[0] : chips.at(-1);
  return chips[at + step];
}

function buttonOf(name) {
  // On small screens the link to the card is in the menu.
  if (name === "card") return document.querySelector("[data-sheet='strategy-sheet']");
  if (name === "chip-less") return chipBeside(-1);
  if (name === "chip-more") return chipBeside(1);
  return find(name === "bingo" ? `bingo-${box}` : name);
}

/* ---- Pressing ------------------------------------------------------------------------------ */

/** After a change of the bets Enter is to deal, whatever button had the focus. */
function leadOn() {
  if (document.activeElement === document.body) return; // there Enter is the command
  find("deal")?.focus({ preventScroll: true });
}

function press(name) {
  if (COMMANDS[name].when === "round" && performance.now() - since < TOO_SOON) return;
  const button = buttonOf(name);
  if (!button) return;
  if (name.startsWith("box-")) box = Number(name.slice(4));
  button.click();
  if (button.dataset.chip) say(button.getAttribute("aria-label"));
  if (COMMANDS[name].when === "bets" && name !== "deal") leadOn();
}

// Enter on what the keyboard has reached presses that; on what a finger or mouse has pressed before
// it is free for its command.
let touched = null; // where the finger or mouse was put down, if no key was pressed since
let reachedByPointer = false; // whether the focus came to where it is by that

const holdsTouched = (element) => touched !== null && element !== document.body
  && element.contains(touched);

document.addEventListener("pointerdown", (event) => {
  touched = event.target;
  if (holdsTouched(document.activeElement)) reachedByPointer = true;
}, true);
document.addEventListener("keydown", () => { touched = null; }, true);
// Script and screen readers move the focus without either.
document.addEventListener("focusin", (event) => {
  reachedByPointer = holdsTouched(event.target);
}, true);

const ownEnter = (key, target) => key === "Enter" && !reachedByPointer
  && target.matches("a[href], button, summary");

document.addEventListener("keydown", (event) => {
  // A key that is held down presses a button once, whether by its command or by the focus.
  if (event.repeat && event.key === "Enter" && event.target.closest("#table button, #table a")) {
    event.preventDefault();
  }
  if (event.defaultPrevented || event.repeat || event.isComposing || !setting("keysOn")) return;
  if (!table() || event.target.closest(TYPING) || covered()) return;
  const key = pressed(event);
  if (key === null || ownEnter(key, event.target)) return;
  const meant = meantBy(key);
  if (meant.includes("keys")) {
    event.preventDefault();
    openKeys();
    return;
  }
  const name = meant.find((one) => buttonOf(one));
  if (!name) return;
  event.preventDefault();
  press(name);
});

/* ---- Showing the keys ---------------------------------------------------------------------- */

function noteTurn() {
  const hand = table()?.querySelector(".hand.is-active")?.id ?? "";
  if (hand !== turn) since = performance.now();
  turn = hand;
}

function draw() {
  const on = setting("keysOn");
  document.documentElement.classList.toggle("keys-on", on);
  document.querySelectorAll("[data-command]").forEach((button) => {
    const name = button.dataset.command;
    const key = COMMANDS[name] ? labelOf(keyOf(name)) : "";
    const hint = button.querySelector(".shortcut");
    if (hint) hint.textContent = key;
    if (on && key) button.setAttribute("aria-keyshortcuts", key);
    else button.removeAttribute("aria-keyshortcuts");
  });
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "table") return;
  noteTurn();
  draw();
}, true);
document.addEventListener("casino:setting", draw);
noteTurn();
since = -TOO_SOON;
draw();
