// The window for cutting the shoe: picture, slider and number kept equal; expert mode; the
// player's own shuffle. The cut and the line are drawn by lot each time the window opens, unless
// the player has chosen them for this very shoe.

import { recall, remember } from "./memory.js";
import { movedOf, showMoved } from "./moved.js";
import { below, seed as newSeed } from "./random.js";

const cardsOf = (dialog) => Number(dialog.dataset.cards);
const numberOf = (dialog) => dialog.querySelector("#cut-number");
const sliderOf = (dialog) => dialog.querySelector("[data-cut-slider]");
const toggleOf = (dialog) => dialog.querySelector("[data-own-shuffle]");
const seedOf = (dialog) => dialog.querySelector("[data-seed]");

/** The shoe on the table, by its signature: a cut or a line is meant for one shoe only. */
const shoe = () => document.getElementById("signature-md5")?.textContent ?? "";
let shoeBefore = null;

/* ---- The cut ----------------------------------------------------------------------------- */

function readable(dialog) {
  const text = numberOf(dialog).value.trim();
  const value = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= cardsOf(dialog) ? value : null;
}

const range = (first, last) => (first < last ? `${first}–${last}` : String(last));

/** Draw the picture and the words for a cut after this card. */
function draw(dialog, after) {
  const cards = cardsOf(dialog);
  const whole = after === cards; // all go to the end: the order stays
  const [low, high] = ["[data-cut-low]", "[data-cut-high]"].map((one) => dialog.querySelector(one));
  low.hidden = whole;
  low.querySelector("b").textContent = range(1, after);
  high.querySelector("b").textContent = whole ? range(1, cards) : range(after + 1, cards);
  dialog.toggleAttribute("data-whole", whole);
  // On an element without an id: htmx would carry a style over to the next table by an attribute,
  // which the content security policy forbids.
  const { style } = dialog.querySelector("[data-cut-place]");
  style.setProperty("--after", String(after));
  style.setProperty("--cards", String(cards));
  dialog.querySelector("[data-cut-same]").hidden = !whole;
  const first = movedOf(dialog)[0] ?? 1; // of the cut shoe
  dialog.querySelector("[data-cut-out] b").textContent = String((after + first - 1) % cards + 1);
  sliderOf(dialog).value = String(after);
}

function show(dialog, after) {
  numberOf(dialog).value = String(after);
  numberOf(dialog).removeAttribute("aria-invalid");
  draw(dialog, after);
}

function choose(dialog, after) {
  dialog.dataset.cutChosen = "";
  show(dialog, Math.min(cardsOf(dialog), Math.max(1, after)));
}

/** The cut under a place of the picture; the gap around the cutting card belongs to neither part. */
function cutAt(picture, x) {
  const dialog = picture.closest("dialog");
  const [low, card, high] = picture.querySelector(".cut-shoe").children;
  const left = low.getBoundingClientRect().left;
  const right = high.getBoundingClientRect().right;
  const style = getComputedStyle(card);
  const gap = card.offsetWidth + parseFloat(style.marginLeft) + parseFloat(style.marginRight);
  const part = (x - left - gap / 2) / (right - left - gap);
  return Math.round(part * cardsOf(dialog));
}

/* ---- Own shuffle --------------------------------------------------------------------------- */

function showSeed(dialog) {
  const field = seedOf(dialog);
  field.disabled = !toggleOf(dialog).checked; // a line is sent only with the switch on
  if (!field.disabled && !field.value) field.value = newSeed();
}

/* ---- Opening, and what the window held ----------------------------------------------------- */

function forget(dialog) {
  delete dialog.dataset.cutChosen;
  delete dialog.dataset.seedChosen;
  numberOf(dialog).value = "";
  seedOf(dialog).value = "";
}

/** After a swap: the player's remembered choices. What was refused comes back as it was sent. */
export function settle(dialog) {
  if (!dialog) return;
  const chosen = recall();
  if (typeof chosen.ownShuffle === "boolean") toggleOf(dialog).checked = chosen.ownShuffle;
  const expert = dialog.querySelector("[data-expert]");
  if (expert) {
    if (chosen.expert) expert.open = true;
    const scheme = dialog.querySelector(`[name="scheme"][value="${CSS.escape(chosen.scheme ?? "")}"]`);
    if (scheme) scheme.checked = true;
  }
  if (numberOf(dialog).value) dialog.dataset.cutChosen = "";
  if (seedOf(dialog).value) dialog.dataset.seedChosen = "";
  // A line that the house has seen before it signed this shoe is none of the player's own.
  if (shoeBefore !== null && shoeBefore !== shoe()) forget(dialog);
  shoeBefore = shoe();
  showSeed(dialog);
  showMoved(dialog);
}

/** Open the window. */
export function open(dialog) {
  if (!("cutChosen" in dialog.dataset)) show(dialog, 1 + below(cardsOf(dialog)));
  else draw(dialog, readable(dialog) ?? cardsOf(dialog));
  if (!("seedChosen" in dialog.dataset)) seedOf(dialog).value = "";
  showSeed(dialog);
  showMoved(dialog);
  dialog.showModal();
  dialog.scrollTop = 0;
  dialog.querySelector("[data-cut-confirm]").focus();
}

/** Open the window again by itself, if what it held was refused: the sentence stands in it. */
export function reopen(dialog) {
  if (!dialog?.hasAttribute("data-refused")) return;
  open(dialog);
  dialog.querySelector('[aria-invalid="true"]')?.focus();
}

/** What the window holds and shows, to be brought back after a refresh. */
export function keep(dialog) {
  return {
    shoe: shoe(),
    open: dialog.open,
    scroll: dialog.scrollTop,
    cut: "cutChosen" in dialog.dataset || dialog.open ? numberOf(dialog).value : null,
    seed: seedOf(dialog).value,
    cutChosen: "cutChosen" in dialog.dataset,
    seedChosen: "seedChosen" in dialog.dataset,
    ownShuffle: toggleOf(dialog).checked,
    moved: dialog.querySelector("#moved")?.value ?? "",
    scheme: dialog.querySelector("[name=scheme]:checked")?.value ?? "",
    details: [...dialog.querySelectorAll("details")].map((one) => one.open),
  };
}

/** Bring it back; a shoe that is another by now gets a cut and a line of its own. */
export function restore(dialog, state) {
  toggleOf(dialog).checked = state.ownShuffle;
  const moved = dialog.querySelector("#moved");
  if (moved) moved.value = state.moved;
  dialog.querySelectorAll("[name=scheme]").forEach((one) => { one.checked = one.value === state.scheme; });
  dialog.querySelectorAll("details").forEach((one, index) => { one.open = state.details[index]; });
  if (state.shoe === shoe()) {
    numberOf(dialog).value = state.cut ?? "";
    seedOf(dialog).value = state.seed;
    dialog.toggleAttribute("data-cut-chosen", state.cutChosen);
    dialog.toggleAttribute("data-seed-chosen", state.seedChosen);
  }
  showSeed(dialog);
  showMoved(dialog);
  if (!state.open) return;
  if (state.shoe !== shoe()) show(dialog, 1 + below(cardsOf(dialog)));
  else draw(dialog, readable(dialog) ?? cardsOf(dialog));
  dialog.showModal();
  document.activeElement?.blur(); // the focus comes back to where it was
  dialog.scrollTop = state.scroll;
}

/* ---- What the player does ------------------------------------------------------------------ */

document.addEventListener("input", (event) => {
  const dialog = event.target.closest("#cut");
  if (!dialog) return;
  if (event.target === sliderOf(dialog)) choose(dialog, Number(event.target.value));
  if (event.target === numberOf(dialog)) {
    dialog.dataset.cutChosen = "";
    event.target.removeAttribute("aria-invalid");
    if (readable(dialog) !== null) draw(dialog, readable(dialog));
  }
  if (event.target === seedOf(dialog)) dialog.dataset.seedChosen = "";
  if (event.target === toggleOf(dialog)) {
    remember({ ownShuffle: event.target.checked });
    showSeed(dialog);
  }
  if (event.target.name === "scheme") remember({ scheme: event.target.value });
  if (event.target.id === "moved") {
    showMoved(dialog);
    draw(dialog, readable(dialog) ?? cardsOf(dialog));
  }
});

document.addEventListener("click", (event) => {
  const dialog = event.target.closest("#cut");
  if (!dialog) return;
  const step = event.target.closest("[data-cut-step]");
  if (step) choose(dialog, (readable(dialog) ?? cardsOf(dialog)) + Number(step.dataset.cutStep));
  else if (event.target.closest("[data-cut-random]")) choose(dialog, 1 + below(cardsOf(dialog)));
  else if (event.target.closest("[data-seed-new]")) {
    seedOf(dialog).value = newSeed();
    dialog.dataset.seedChosen = "";
  } else if (event.target.closest("[data-cut-none]")) {
    numberOf(dialog).value = ""; // what stood here must not be judged any more
  } else if (event.target.closest("[data-cut-cancel]")) dialog.close();
  const summary = event.target.closest("[data-expert] > summary");
  if (summary) remember({ expert: !summary.parentElement.open }); // it opens after this
});

document.addEventListener("pointerdown", (event) => {
  const picture = event.target.closest?.("[data-cut-picture]");
  if (!picture || event.button !== 0) return;
  event.preventDefault();
  picture.setPointerCapture(event.pointerId);
  choose(picture.closest("dialog"), cutAt(picture, event.clientX));
});

document.addEventListener("pointermove", (event) => {
  const picture = event.target.closest?.("[data-cut-picture]");
  if (!picture?.hasPointerCapture(event.pointerId)) return;
  choose(picture.closest("dialog"), cutAt(picture, event.clientX));
});
