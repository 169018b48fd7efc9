// When the new cards of a table move. The order is the server's own (data-dealt); the times are
// milliseconds at the slowest pace.

import { table } from "./fields.js";
import { LENGTH } from "./moves.js";

const isDown = (card) => card.classList.contains("card-hole");
const ownerOf = (card) => card.closest(".hand, #dealer");

/** The cards that were not to be seen before, in the order in which they came. */
export function newCards(before) {
  return [...table().querySelectorAll(".card[data-dealt]")].filter((card) => {
    const known = before.cards.get(card.id);
    return !known || (known.down && !isDown(card));
  }).sort((one, other) => Number(one.dataset.dealt) - Number(other.dataset.dealt));
}

/** Whether the dealer shows it after the boxes are done with. */
function isLate(card, owner) {
  return owner.id === "dealer" && !isDown(card) && owner.querySelector(".card") !== card;
}

/**
 * The moves of the new cards, one { card, owner, flight, turn } each, a time or null; by owner
 * when the first begins and when the total follows the last; and when all is over.
 */
export function planned(cards, before) {
  const [moves, first, totals] = [[], new Map(), new Map()];
  let next = 0;
  let lying = 0; // when all cards so far lie
  let dealerPlays = false;
  for (const card of cards) {
    const owner = ownerOf(card);
    if (isLate(card, owner) && !dealerPlays) {
      dealerPlays = true;
      if (lying) next = lying + LENGTH.after;
    }
    const known = before.cards.has(card.id);
    const flight = known ? null : next;
    let turn = null;
    if (!known) lying = Math.max(lying, flight + LENGTH.deal);
    if (known || "turned" in card.dataset) {
      turn = known ? next : lying;
      lying = turn + LENGTH.turn;
      next = lying;
    } else next += LENGTH.apart;
    moves.push({ card, owner, flight, turn });
    if (!first.has(owner.id)) first.set(owner.id, flight ?? turn);
    totals.set(owner.id, lying + LENGTH.after);
  }
  return { moves, first, totals, end: lying ? lying + LENGTH.after : 0 };
}
