// The table's comforts: laying chips, the cut window, focus after a swap.
// Decides nothing: bets and the cut are plain fields of the form, judged by the server.

import "./copy.js";
import { open as openCut } from "./cut.js";

const UNIT = 100; // hundredths in a whole unit
const MOST_CHIPS = 6;
let chosen = null; // worth of the chosen chip in hundredths; 0 is the cross; kept over swaps

const table = () => document.getElementById("table");
const betOf = (box) => table()?.querySelector(`[data-bet="${box}"]`);
const amountOf = (field) => (/^[0-9]{1,9}$/.test(field.value.trim()) ? Number(field.value) : 0);

/* ---- Chips ------------------------------------------------------------------------------- */

function drawStack(field) {
  const place = table().querySelector(`[data-stack="${field.dataset.bet}"]`);
  const pictures = new Map();
  table().querySelectorAll("[data-chip] img").forEach((picture) => {
    pictures.set(Number(picture.parentElement.dataset.chip), picture);
  });
  let left = amountOf(field) * UNIT;
  const chips = [];
  for (const worth of [...pictures.keys()].sort((a, b) => b - a)) {
    while (left >= worth && chips.length < MOST_CHIPS) {
      left -= worth;
      chips.push(pictures.get(worth).cloneNode());
    }
  }
  place.replaceChildren(...chips);
}

function drawBets() {
  const fields = [...table().querySelectorAll("[data-bet]")];
  fields.forEach(drawStack);
  const total = table().querySelector("[data-bets-total]");
  if (total) {
    const sum = fields.reduce((before, field) => before + amountOf(field), 0);
    total.textContent = new Intl.NumberFormat(document.documentElement.lang).format(sum);
  }
}

function choose(worth) {
  chosen = worth;
  table()?.querySelectorAll("[data-chip]").forEach((button) => {
    button.setAttribute("aria-pressed", String(Number(button.dataset.chip) === worth));
  });
  const word = table()?.querySelector("[data-chosen]");
  if (!word) return;
  word.textContent = String(worth / UNIT);
  table().querySelector("[data-laying]").hidden = worth === 0;
  table().querySelector("[data-taking]").hidden = worth !== 0;
}

function lay(field, worth) {
  const amount = worth === 0 ? 0 : amountOf(field) + worth / UNIT;
  field.value = amount === 0 ? "" : String(amount);
  field.removeAttribute("aria-invalid");
  drawBets();
}

// A chip pressed while a bet is being typed goes to that box; else it is chosen for the next tap.
document.addEventListener("pointerdown", (event) => {
  const chip = event.target.closest("[data-chip]");
  const field = document.activeElement?.closest("[data-bet]");
  if (!chip || !field) return;
  event.preventDefault(); // the field keeps the focus
  choose(Number(chip.dataset.chip));
  lay(field, chosen);
});

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-chip]");
  if (chip) {
    choose(Number(chip.dataset.chip));
    return;
  }
  if (event.target.closest("[data-clear]")) {
    event.preventDefault();
    event.stopPropagation();
    table().querySelectorAll("[data-bet]").forEach((field) => lay(field, 0));
    return;
  }
  const seat = event.target.closest(".seat-open");
  if (seat && !event.target.closest(".bet-label")) {
    const field = betOf(seat.dataset.box);
    if (event.ctrlKey || event.metaKey) lay(field, 0);
    else if (chosen !== null) lay(field, chosen);
  }
}, true);

document.addEventListener("input", (event) => {
  if (event.target.closest("[data-bet]")) drawBets();
});

/* ---- Deal: the cut window first ------------------------------------------------------------ */

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "bets" || event.submitter?.closest("#cut")) return;
  if (form.querySelector("#cut").open) return; // Enter in one of the window's fields
  event.preventDefault();
  event.stopPropagation(); // before htmx hears of it
  openCut(form.querySelector("#cut"));
}, true);

/* ---- After a swap -------------------------------------------------------------------------- */

let focused = null; // what had the focus in the action bar before the swap

function remember() {
  const active = document.activeElement;
  focused = active?.closest("#table .bar") ? { value: active.value, id: active.id } : null;
}

function settle() {
  if (!table()) return;
  if (chosen === null) {
    const chips = [...table().querySelectorAll("[data-chip]")].map((b) => Number(b.dataset.chip));
    if (chips.length) chosen = chips.includes(1000) ? 1000 : chips[0];
  }
  if (chosen !== null) choose(chosen);
  drawBets();
}

document.addEventListener("htmx:beforeRequest", remember);
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "table") return;
  settle();
  if (!focused || document.activeElement !== document.body) return;
  const enabled = [...table().querySelectorAll(".bar-actions :is(button, a):not(:disabled)")];
  const same = enabled.find((button) => focused.value && button.value === focused.value);
  const main = table().querySelector("[data-deal]");
  (same ?? main ?? enabled[0])?.focus();
});

settle();
