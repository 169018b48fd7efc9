// The single moves on the felt: cards fly and turn, chips come and go, figures change.
// Each puts its animations and changes on a timeline; none knows why it is made.

import { picture } from "./seen.js";

const OUT = "cubic-bezier(.2,.8,.2,1)"; // comes to rest
const AWAY = "cubic-bezier(.5,0,.8,.4)"; // picks up speed

export const LENGTH = {
  deal: 260, apart: 140, turn: 320, chip: 160, lost: 300, payout: 380, after: 120, badge: 180,
  cell: 240, fade: 80,
};

const by = (from, to) => `${from.x - to.x}px, ${from.y - to.y}px`;

/** Let it lie unseen until its time. */
export function hold(line, element, until) {
  element.dataset.held = "";
  line.at(until, () => { delete element.dataset.held; });
}

/** Lift what an element stands in over its neighbours while something flies to it. */
function lift(line, element, height, start, end) {
  const seat = element.closest(".seat");
  if (!seat) return;
  line.at(start, () => { seat.style.zIndex = height; });
  line.at(end, () => {
    if (seat.style.zIndex === String(height)) seat.removeAttribute("style");
  });
}

/** A card from the shoe to its place. */
export function fly(line, card, from, place, start, height) {
  line.animate(card, [
    { opacity: 0, transform: `translate(${by(from, place)}) rotate(-14deg) scale(.72)` },
    { opacity: 1, offset: 0.12 },
    { opacity: 1, transform: "none" },
  ], { start, length: LENGTH.deal, easing: OUT });
  lift(line, card, height, start, start + LENGTH.deal);
}

/** Whether something is drawn in another size than before. */
export const grows = (from, place) => Math.abs(from.width / (place?.width || 1) - 1) > 0.02;

/** What lay elsewhere goes to where it lies now: a fan that grows, a hand that is split. */
export function shift(line, element, from, place, start) {
  if (!from || !place) return;
  if (Math.hypot(from.x - place.x, from.y - place.y) < 1 && !grows(from, place)) return;
  const scale = grows(from, place) ? ` scale(${from.width / place.width})` : "";
  line.animate(element, [{ transform: `translate(${by(from, place)})${scale}` }, { transform: "none" }],
    { start, length: LENGTH.deal, easing: OUT });
}

/** A card is turned: its back until then, its face after. */
export function turn(line, card, start) {
  const back = document.createElement("i");
  back.className = "card-turning";
  card.append(back);
  const half = LENGTH.turn / 2;
  const [flat, edge] = ["perspective(600px) rotateY(0)", "perspective(600px) rotateY(90deg)"];
  line.animate(back, [{ transform: flat }, { transform: edge }],
    { start, length: half, easing: "ease-in", fill: "both" });
  line.animate(picture(card), [
    { opacity: 0, transform: "perspective(600px) rotateY(-90deg)", offset: 0 },
    { opacity: 1, transform: "perspective(600px) rotateY(-90deg)", offset: 0 },
    { opacity: 1, transform: flat, offset: 1 },
  ], { start: start + half, length: half, easing: "ease-out" });
  line.at(start + half, () => back.remove());
}

/** Something small comes up in its place: a total, a figure. */
export function comeUp(line, element, start) {
  hold(line, element, start);
  line.begin(start, element, [{ opacity: 0 }, { opacity: 1 }], { length: LENGTH.fade });
}

/** A result. */
export function badge(line, element, start) {
  hold(line, element, start);
  line.begin(start, element, [{ opacity: 0, scale: 0.92 }, { opacity: 1, scale: 1 }],
    { length: LENGTH.badge, easing: OUT });
}

/** Until a time an element shows what it showed before. */
export function keep(line, element, before, until) {
  const now = [...element.childNodes];
  element.replaceChildren(...before);
  line.at(until, () => element.replaceChildren(...now));
}

/** Until a time an element keeps the classes that it had. */
export function keepLook(line, element, before, until) {
  const now = element.className;
  if (now === before) return;
  element.className = before;
  line.at(until, () => { element.className = now; });
}

/** The shoe comes to its place. */
export function putDown(line, shoe) {
  line.animate(shoe, [{ opacity: 0.2, transform: "translateX(22px)" },
    { opacity: 1, transform: "none" }], { length: LENGTH.turn, easing: OUT });
}

/** Chips come from somewhere to where they lie. */
export function bring(line, stack, from, place, start, length) {
  if (!place) return;
  line.animate(stack, [
    { opacity: 0, transform: `translate(${by(from, place)})` },
    { opacity: 1, offset: 0.25 },
    { opacity: 1, transform: "none" },
  ], { start, length, easing: OUT });
  lift(line, stack, 5, start, start + length);
}

/** Chips that are not there any more lie in their old place until they leave for somewhere. */
export function leave(line, spot, chips, to, start) {
  const copies = chips.map((chip) => ({ ...chip, copy: chip.copy.cloneNode(true) }));
  spot.append(...copies.map(({ copy }) => copy));
  for (const { copy, place, pile } of copies) {
    if (pile) takeAway(line, copy, to, place, start);
    else line.at(start, () => copy.remove());
  }
}

function takeAway(line, stack, to, place, start) {
  line.at(start + LENGTH.lost, () => stack.remove());
  if (!place) return;
  line.animate(stack, [
    { opacity: 1, transform: "none" },
    { opacity: 1, offset: 0.7 },
    { opacity: 0, transform: `translate(${by(to, place)})` },
  ], { start, length: LENGTH.lost, easing: AWAY, fill: "both" });
  lift(line, stack, 5, start, start + LENGTH.lost);
}

/** A number of the bingo card lights. */
export function light(line, cell, start) {
  cell.classList.remove("is-lit");
  line.at(start, () => cell.classList.add("is-lit"));
  line.begin(start, cell, [{ transform: "none" }, { transform: "scale(1.22)", offset: 0.4 },
    { transform: "none" }], { length: LENGTH.cell, easing: OUT });
}
