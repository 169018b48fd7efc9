// What cards and hands count (rules.md section 1). A card is rank and suit: "0H" is the ten of
// hearts.

import { RULES } from "./rules.js";

const POINTS = RULES.cards; // an ace is 11 here; value() makes it 1 where it must be
export const ACE_POINTS = 11;
export const TWENTY_ONE = 21;

export const points = (card) => POINTS[card];

/** The best total: every ace 11 as long as the total stays at or under 21, else 1. */
export function value(cards) {
  let total = 0;
  let elevens = 0;
  for (const card of cards) {
    total += points(card);
    if (points(card) === ACE_POINTS) elevens += 1;
  }
  for (; total > TWENTY_ONE && elevens; elevens -= 1) total -= 10;
  return { points: total, soft: elevens > 0 };
}

/** An ace and a ten-point card, and nothing else. A split hand's is an ordinary 21. */
export function isBlackjack(cards) {
  return cards.length === 2 && points(cards[0]) + points(cards[1]) === TWENTY_ONE;
}

/** Two cards of equal points: a queen and a jack are a pair. */
export function isPair(cards) {
  return cards.length === 2 && points(cards[0]) === points(cards[1]);
}

/** Whether the cards, in any order, are exactly so many decks of 52. */
export function isWholeDecks(cards, decks) {
  const counted = new Map();
  for (const card of cards) counted.set(card, (counted.get(card) ?? 0) + 1);
  return Object.keys(POINTS).every((card) => counted.get(card) === decks);
}
