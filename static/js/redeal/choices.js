// Which actions a hand has now (rules.md sections 5 and 6). A balance is no concern of the rules.

import { ACE_POINTS, isPair, points, value } from "./cards.js";

const untouched = (hand) => !hand.split && hand.cards.length === 2;
export const aceUp = (round) => points(round.dealer[0]) === ACE_POINTS;

function mayDouble({ rules }, _box, hand) {
  if (hand.aces || hand.cards.length !== 2) return false;
  if (hand.split && !rules.double_after_split) return false;
  const { totals, aces } = rules.double_on;
  if (!aces && hand.cards.some((card) => points(card) === ACE_POINTS)) return false;
  return totals === null || totals.includes(value(hand.cards).points);
}

const ALLOWED = {
  decline: (round) => round.insuring,
  double: mayDouble,
  hit: (_round, _box, hand) => !hand.aces,
  insure: (round, box, hand) => aceUp(round) && !box.asked && untouched(hand),
  split: (round, box, hand) => (
    hand.cards.length === 2 && box.hands.length < round.rules.max_hands && isPair(hand.cards)
  ),
  stand: () => true,
  surrender: (round, _box, hand) => (
    round.rules.surrender !== "none" && !aceUp(round) && untouched(hand)
  ),
};
const ANSWERS = ["decline", "insure"]; // while a box is asked for insurance

export function isLegal(round, action) {
  if (!round.turn || !Object.hasOwn(ALLOWED, action)) return false;
  if (round.insuring && !ANSWERS.includes(action)) return false;
  const { box, hand } = inTurn(round);
  return ALLOWED[action](round, box, hand);
}

/** The actions allowed now, in alphabetical order. */
export const legal = (round) => Object.keys(ALLOWED).filter((action) => isLegal(round, action));

export function inTurn(round) {
  const box = round.boxes.find((one) => one.number === round.turn.box);
  return { box, hand: box.hands[round.turn.hand - 1] };
}
