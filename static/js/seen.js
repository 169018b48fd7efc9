// What the table shows, noted down before it is swapped: where things lie and how they look.

import { table } from "./fields.js";

export const VALUES = ["#balance", "#table [data-balance]", "#session [data-session-net]"];

/** Copies of what is in an element. */
const inside = (element) => [...(element?.childNodes ?? [])].map((node) => node.cloneNode(true));

/** How an element looks and what is in it. */
const look = (element) => element && { name: element.className, inside: inside(element) };

/** Where things lie: measured from the felt's corner, so that scrolling changes nothing. */
function ruler() {
  const felt = table().querySelector(".felt").getBoundingClientRect();
  return (element) => {
    const box = element?.getBoundingClientRect();
    if (!box?.width) return null;
    return { x: box.left + box.width / 2 - felt.left, y: box.top + box.height / 2 - felt.top,
      width: box.width };
  };
}

/** What is drawn of a card: its place in a fan is narrower than its picture. */
export const picture = (card) => card.querySelector("img");

const MEASURED = [
  ".card[id] img", ".total", ".spot", ".spot .stack", ".insurance", "#dealer .cards", ".shoe > svg",
  ".bingo",
].join();

/** Where all that may move lies now. Measured at one go: the page is laid out once for all of it. */
export function survey() {
  const where = ruler();
  const places = new Map([...table().querySelectorAll(MEASURED)].map((one) => [one, where(one)]));
  return (element) => places.get(element) ?? null;
}

const chipsOf = (elements, where) => [...elements].map((element) => ({
  copy: element.cloneNode(true), place: where(element), pile: element.matches(".stack"),
}));

function handOf(element, where) {
  const total = element.querySelector(".total");
  const spot = element.querySelector(".spot");
  return {
    name: element.className,
    active: element.classList.contains("is-active"),
    settled: element.classList.contains("has-result"),
    total: total && { ...look(total), text: total.textContent, place: where(total) },
    chips: chipsOf(spot?.querySelectorAll(".stack, .bet-pill") ?? [], where),
    spot: where(spot),
  };
}

const bingoOf = (element, where) => ({
  name: element.className,
  running: element.classList.contains("is-running"),
  lit: [...element.querySelectorAll(".cells .is-lit")].map((cell) => cell.textContent),
  status: inside(element.querySelector(".bingo-status")),
  chips: chipsOf(element.querySelectorAll(".hole > .stack, .hole-stake"), where),
});

const listed = (selector, note) => new Map(
  [...table().querySelectorAll(selector)].map((element) => [element.id, note(element)]),
);

/** How many cards of the shoe are out. */
export const cardsOut = () => Number(table().querySelector(".shoe b")?.textContent ?? 0);

/** Note down the table as it is shown now. */
export function see() {
  const where = ruler();
  const dealer = table().querySelector("#dealer");
  const active = table().querySelector(".hand.is-active");
  return {
    out: cardsOut(),
    playing: table().classList.contains("table-playing"),
    cards: listed(".card[id]", (card) => ({
      place: where(picture(card)), down: card.classList.contains("card-hole"),
    })),
    hands: listed(".hand[id]", (hand) => handOf(hand, where)),
    dealer: handOf(dealer, where),
    turn: active?.id ?? null,
    insurances: new Map([...table().querySelectorAll(".insurance")].map((one) => [
      one.closest(".seat").id,
      { name: one.className, pill: inside(one.querySelector(".bet-pill")) },
    ])),
    bingo: listed(".bingo", (card) => bingoOf(card, where)),
    laid: new Map([...table().querySelectorAll(".seat .spot > .stacks")].map((one) => [
      `box-${one.dataset.stack}`, chipsOf(one.children, where),
    ])),
    status: inside(document.getElementById("status")),
    values: new Map(VALUES.map((value) => [value, look(document.querySelector(value))])),
  };
}
