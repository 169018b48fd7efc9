// Moved cards of the expert mode: typed as numbers or pressed on a strip of card backs, in the
// order in which they are to come; shows how the shoe will begin. The text field is what is sent.

const SHOWN_MOVED = 12;
const SHOWN_OTHERS = 8;

const fieldOf = (dialog) => dialog.querySelector("#moved");
const cardsOf = (dialog) => Number(dialog.dataset.cards);

/** The numbers in the field as far as they can be read, each once, in order. */
export function movedOf(dialog) {
  const text = fieldOf(dialog)?.value ?? "";
  const numbers = text.split(",").map((item) => item.trim())
    .filter((item) => /^[0-9]{1,3}$/.test(item)).map(Number)
    .filter((number) => number >= 1 && number <= cardsOf(dialog));
  return [...new Set(numbers)];
}

function back(number, kind) {
  const card = document.createElement("i");
  card.className = kind;
  card.textContent = String(number);
  return card;
}

function preview(dialog, moved) {
  const chosen = new Set(moved);
  const others = [];
  for (let number = 1; number <= cardsOf(dialog) && others.length < SHOWN_OTHERS; number += 1) {
    if (!chosen.has(number)) others.push(back(number, "moved-other"));
  }
  const first = moved.slice(0, SHOWN_MOVED).map((number) => back(number, "moved-first"));
  const between = moved.length > SHOWN_MOVED ? "… ›" : "›";
  const parts = first.length ? [...first, between, ...others, "…"] : [...others, "…"];
  dialog.querySelector("[data-moved-preview]").replaceChildren(...parts);
}

function drawStrip(strip, moved) {
  [...strip.children].forEach((button, index) => {
    const order = moved.indexOf(index + 1) + 1;
    button.setAttribute("aria-pressed", String(order > 0));
    if (order) button.dataset.order = String(order);
    else delete button.dataset.order;
  });
}

function buildStrip(strip, count) {
  for (let number = 1; number <= count; number += 1) {
    const button = document.createElement("button");
    button.type = "button";
    button.id = `moved-${number}`;
    button.textContent = String(number);
    button.tabIndex = number === 1 ? 0 : -1; // one stop of the Tab key; arrows go on
    button.setAttribute("aria-label", strip.dataset.label.replace("{number}", String(number)));
    strip.append(button);
  }
}

/** Show the field's numbers in the preview and on the strip. */
export function showMoved(dialog) {
  if (!fieldOf(dialog)) return;
  const moved = movedOf(dialog);
  preview(dialog, moved);
  const strip = dialog.querySelector("[data-moved-strip]");
  if (!strip.children.length && strip.closest("details").open) buildStrip(strip, cardsOf(dialog));
  drawStrip(strip, moved);
}

function pressCard(button) {
  const dialog = button.closest("dialog");
  const number = Number(button.textContent);
  const moved = movedOf(dialog);
  const next = moved.includes(number)
    ? moved.filter((one) => one !== number) : [...moved, number];
  const field = fieldOf(dialog);
  field.value = next.join(", ");
  field.removeAttribute("aria-invalid");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  go(button);
}

function go(button) {
  button.parentElement.querySelectorAll('[tabindex="0"]').forEach((one) => { one.tabIndex = -1; });
  button.tabIndex = 0;
  button.focus();
}

/** How many cards of the strip stand in a row as it is drawn now. */
function columns(strip) {
  const top = strip.firstElementChild.offsetTop;
  const second = [...strip.children].findIndex((button) => button.offsetTop > top);
  return second < 0 ? strip.children.length : second;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-moved-strip] > button");
  if (button) pressCard(button);
});

document.addEventListener("keydown", (event) => {
  const button = event.target.closest("[data-moved-strip] > button");
  if (!button) return;
  const all = [...button.parentElement.children];
  const row = columns(button.parentElement);
  const at = all.indexOf(button);
  const next = {
    ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - row, ArrowDown: at + row,
    Home: 0, End: all.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  if (all[next]) go(all[next]);
});

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("[data-moved-pick]")) showMoved(event.target.closest("dialog"));
}, true);
