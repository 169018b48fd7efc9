// The order of the cards between the shuffle and the deal: the player's own shuffle, the cut and
// the moved cards (rules.md sections 4 and 10).

import { RULES } from "./rules.js";
import { sha256Bytes } from "./secret.js";

const WORD_RANGE = 2 ** 32;

export const isSeed = (seed) => /^[A-Za-z0-9]{16,64}$/.test(seed);

/** Whole numbers below 2^32, eight from each counted SHA-256 block, big-endian. */
function* words(prefix) {
  for (let block = 0; ; block += 1) {
    const bytes = sha256Bytes(`${prefix}${block}`);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let start = 0; start < bytes.length; start += 4) yield view.getUint32(start);
  }
}

/** Permute the signed order by the player's seed: a Fisher-Yates shuffle anybody can repeat. */
export function playerShuffle(cards, sha256, seed) {
  const numbers = words(`${RULES.shuffle_label}:${sha256}:${seed}:`);
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last -= 1) {
    // Numbers above the largest multiple would favour the low positions; they are skipped.
    const fair = Math.floor(WORD_RANGE / (last + 1)) * (last + 1);
    let number;
    do { number = numbers.next().value; } while (number >= fair);
    const chosen = number % (last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

/** Swap the two parts of the shoe, so that play starts with the card after `after`. */
export const cut = (cards, after) => [...cards.slice(after), ...cards.slice(0, after)];

/** Put the cards at these positions first, in their order; the rest keep theirs. */
export function moveToFront(cards, positions) {
  const moved = new Set(positions);
  const rest = cards.filter((_card, index) => !moved.has(index + 1));
  return [...positions.map((position) => cards[position - 1]), ...rest];
}

/** The index of the first position that names no card or is listed twice, or -1. */
export function wrongPosition(positions, cards) {
  const seen = new Set();
  return positions.findIndex((position) => {
    const wrong = position < 1 || position > cards || seen.has(position);
    seen.add(position);
    return wrong;
  });
}
