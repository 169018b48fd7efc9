// Draws what lies in the fields: stacks of chips, the total, and the hint beside a bet that is
// out of the limits. The hint decides nothing; the server's sentence does.

import { UNIT, above, amountOf, fields, maximumOf, placeOf, table } from "./fields.js";

const IN_A_STACK = 6;
const STACKS = 2;

function pictures() {
  const template = document.getElementById("chip-pictures");
  return [...(template?.content.querySelectorAll("img") ?? [])]
    .sort((a, b) => Number(b.dataset.worth) - Number(a.dataset.worth));
}

/** Stacks that show an amount of whole units: the highest chip lowest, six to a stack. */
export function stacksOf(amount) {
  let left = amount * UNIT;
  const chips = [];
  for (const picture of pictures()) {
    const worth = Number(picture.dataset.worth);
    while (worth > 0 && left >= worth && chips.length < STACKS * IN_A_STACK) {
      left -= worth;
      chips.push(document.importNode(picture));
    }
  }
  const stacks = [];
  for (let first = 0; first < chips.length; first += IN_A_STACK) {
    const stack = document.createElement("div");
    stack.className = "stack";
    stack.append(...chips.slice(first, first + IN_A_STACK));
    stacks.push(stack);
  }
  return stacks;
}

function drawStack(field) {
  const place = table().querySelector(`[data-stack="${field.dataset.bet}"]`);
  const amount = String(amountOf(field));
  if (place.dataset.shown === amount) return;
  place.dataset.shown = amount;
  place.replaceChildren(...stacksOf(Number(amount)));
}

function hint(field) {
  const pill = document.getElementById(`bet-${field.dataset.bet}-limit`);
  const [amount, maximum] = [amountOf(field), maximumOf(field)];
  const typed = document.activeElement; // who types 25 has 2 for a moment
  let text = "";
  if (amount > maximum && typed !== above(field)) {
    text = (maximum ? pill.dataset.above : pill.dataset.without).replace("{maximum}", maximum);
  } else if (amount > 0 && amount < Number(field.dataset.minimum) && typed !== field) {
    text = pill.dataset.below;
  }
  if (pill.textContent !== text) pill.textContent = text;
  placeOf(field).toggleAttribute("data-beyond", text !== "");
}

/** Draw every bet, the hints and the total. */
export function draw() {
  const all = fields();
  all.forEach(drawStack);
  all.forEach(hint);
  const total = table()?.querySelector("[data-bets-total]");
  if (!total) return;
  const sum = all.reduce((before, field) => before + amountOf(field), 0);
  total.textContent = new Intl.NumberFormat(document.documentElement.lang, {
    useGrouping: "always",
  }).format(sum).replace(/\s/g, "\u202f"); // as the server writes it
}

document.addEventListener("bets:changed", draw);
