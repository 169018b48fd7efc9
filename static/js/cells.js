// The bingo cards in motion: numbers light one after the other, then a session that has ended
// says what it came to, and its chips go.

import { table } from "./fields.js";
import * as moves from "./moves.js";
import { LENGTH } from "./moves.js";
import { play } from "./sound.js";

const BELOW = 60; // px under the card, where chips go that come back

function newlyLit(card, { lit }) {
  return [...card.querySelectorAll(".cells .is-lit")]
    .filter((cell) => !lit.includes(cell.textContent));
}

/** A session that has ended looks as it did until its numbers are lit. */
function end(line, card, before, where, start) {
  const net = card.querySelector(".bingo-net");
  const to = net?.classList.contains("is-lost")
    ? where(document.querySelector("#dealer .cards"))
    : { ...where(card), y: (where(card)?.y ?? 0) + BELOW };
  moves.leave(line, card.querySelector(".hole"), before.chips, to, start);
  if (net) moves.badge(line, net, start + LENGTH.lost);
}

/**
 * Put the bingo cards on a timeline.
 *
 * Their numbers follow the dealer's total at `known`. Gives when all is over, `over` at the earliest.
 */
export function settleBingo(line, before, where, known, over) {
  let [next, last] = [known, over];
  for (const card of table().querySelectorAll(".bingo")) {
    const was = before.bingo.get(card.id);
    if (!was?.running) continue; // nothing has lain there yet: it is as the player laid it
    const status = card.querySelector(".bingo-status");
    for (const cell of newlyLit(card, was)) {
      moves.light(line, cell, next);
      line.meanwhile(next, () => play("bingo"));
      next += LENGTH.cell;
    }
    if (status.textContent !== was.status.map((node) => node.textContent).join("")) {
      moves.keep(line, status, was.status, next);
    }
    if (card.classList.contains("is-ended")) {
      moves.keepLook(line, card, was.name, next);
      end(line, card, was, where, next);
      last = Math.max(last, next + LENGTH.lost + LENGTH.badge);
    }
  }
  return Math.max(last, next);
}
