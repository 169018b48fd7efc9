// Where the page is higher than the screen, as five boxes on a low phone, the hand that has the
// turn is brought into view: above the action bar, if that lies over the felt.

import { table } from "./fields.js";

const AIR = 10; // px around the hand, its caret among them
const CARET = 28;

function show() {
  const hand = table()?.querySelector(".hand.is-active")?.getBoundingClientRect();
  if (!hand) return;
  const bar = table().querySelector("#bar").getBoundingClientRect();
  const under = bar.left < hand.right && hand.left < bar.right;
  const end = under ? Math.min(bar.top, window.innerHeight) : window.innerHeight;
  const below = hand.bottom + AIR - end;
  const above = CARET - hand.top;
  if (below > 0) window.scrollBy(0, Math.min(below, Math.max(0, -above)));
  else if (above > 0 && window.scrollY > 0) window.scrollBy(0, -above);
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "table") show();
});
show();
