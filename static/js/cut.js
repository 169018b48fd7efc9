// The window for cutting the shoe: slider, number and picture kept equal; random defaults.

import { below, seed } from "./random.js";

const parts = (dialog) => ({
  number: dialog.querySelector("#cut-number"),
  slider: dialog.querySelector("[data-cut-slider]"),
  toggle: dialog.querySelector("[data-own-shuffle]"),
  seed: dialog.querySelector("[data-seed]"),
  cards: Number(dialog.dataset.cards),
});

/** Show a cut in the number, on the slider and in the picture. */
function show(dialog, after) {
  const { number, slider, cards } = parts(dialog);
  number.value = String(after);
  slider.value = String(after);
  draw(dialog, after, cards);
}

function draw(dialog, after, cards) {
  dialog.querySelector("[data-cut-first]").textContent = after > 1 ? `1–${after}` : "1";
  dialog.querySelector("[data-cut-second]").textContent = after < cards ? `${after + 1}–${cards}` : "–";
  dialog.querySelector(".cut-low").style.setProperty("--part", String(after));
  dialog.querySelector(".cut-high").style.setProperty("--part", String(cards - after));
}

function readable(text, cards) {
  const value = /^[0-9]{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return value >= 1 && value <= cards ? value : null;
}

function showSeed(dialog) {
  const { toggle, seed: field } = parts(dialog);
  field.disabled = !toggle.checked; // a line is sent only with the switch on
  if (toggle.checked && !field.value) field.value = seed();
}

/** Open the window; what the player had filled in stays, else the cut is drawn by lot. */
export function open(dialog) {
  const { number, cards } = parts(dialog);
  const before = readable(number.value, cards);
  if (before !== null) show(dialog, before);
  else if (number.value) draw(dialog, cards, cards);
  else show(dialog, 1 + below(cards));
  showSeed(dialog);
  dialog.showModal();
  dialog.querySelector("[data-cut-confirm]").focus();
}

document.addEventListener("input", (event) => {
  const dialog = event.target.closest("#cut");
  if (!dialog) return;
  const { number, slider, toggle, cards } = parts(dialog);
  if (event.target === slider) show(dialog, Number(slider.value));
  if (event.target === number) {
    const after = readable(number.value, cards);
    if (after === null) return;
    slider.value = String(after);
    draw(dialog, after, cards);
  }
  if (event.target === toggle) showSeed(dialog);
});

document.addEventListener("click", (event) => {
  const dialog = event.target.closest("#cut");
  if (!dialog) return;
  const { number, seed: field, cards } = parts(dialog);
  const step = event.target.closest("[data-cut-step]");
  if (step) {
    const next = (readable(number.value, cards) ?? cards) + Number(step.dataset.cutStep);
    show(dialog, Math.min(cards, Math.max(1, next)));
  } else if (event.target.closest("[data-cut-random]")) {
    show(dialog, 1 + below(cards));
  } else if (event.target.closest("[data-seed-new]")) {
    field.value = seed();
  } else if (event.target.closest("[data-cut-none]")) {
    number.value = ""; // what stood here must not be judged any more
  } else if (event.target.closest("[data-cut-cancel]")) {
    dialog.close();
  }
});
