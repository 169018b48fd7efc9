// One round: the deal, the actions, the dealer's play and the payouts (rules.md sections 4 to 7).
// For checking games that are over and revealed; live games are the server's alone. Amounts are
// BigInt hundredths; `numbers` are places in the dealt shoe, from 1.

import { TWENTY_ONE, isBlackjack, isPair, points, value, ACE_POINTS } from "./cards.js";
import { inTurn, legal } from "./choices.js";
import { RULES } from "./rules.js";

/** Deal the first cards. `bets` is a Map of box -> stake, `first` the cards out before. */
export function deal(rules, shoe, { bets, scheme, first }) {
  const holeCard = rules.dealer_card === "hole_card";
  const { dealer_first: dealerFirst, dealer_cards: forDealer } = RULES.schemes[
    holeCard ? RULES.hole_card_scheme : scheme
  ];
  const numbers = [...bets.keys()].sort((one, other) => one - other);
  const forBoxes = 2 * numbers.length;
  const dealerAt = dealerFirst ? first : first + forBoxes;
  const boxesAt = dealerFirst ? first + forDealer : first;
  const round = {
    rules,
    shoe,
    first,
    nextCard: first + forDealer + forBoxes,
    dealer: [shoe[dealerAt]],
    dealerNumbers: [dealerAt + 1],
    reserved: forDealer === 2 ? dealerAt + 2 : 0, // the dealer's second card, unseen; 0 for none
    boxes: numbers.map((number, index) => newBox(number, bets.get(number), shoe, boxesAt + 2 * index)),
    insuring: false,
    turn: null,
    finished: false,
    staked: 0n,
    returned: 0n,
  };
  for (const stake of bets.values()) round.staked += stake;
  round.insuring = rules.insurance === "before_play" && points(round.dealer[0]) === ACE_POINTS;
  findTurn(round);
  if (holeCard && !round.insuring) peek(round);
  else goOn(round);
  return round;
}

function newBox(number, bet, shoe, at) {
  const hand = newHand([shoe[at], shoe[at + 1]], [at + 1, at + 2], bet);
  hand.done = isBlackjack(hand.cards);
  return {
    number, bet, hands: [hand], insurance: 0n, insuranceReturned: 0n, insured: false, asked: false,
  };
}

const newHand = (cards, numbers, stake, further = {}) => ({
  cards, numbers, stake, done: false, split: false, aces: false, outcome: null, returned: 0n,
  ...further,
});

/** Let the hand in turn do what it may. The caller has asked `isLegal`. */
export function act(round, action) {
  const { box, hand } = inTurn(round);
  ACTIONS[action](round, box, hand);
  findTurn(round);
  goOn(round);
}

const ACTIONS = {
  hit: (round, _box, hand) => draw(round, hand),
  stand: (_round, _box, hand) => { hand.done = true; },
  double(round, _box, hand) {
    round.staked += hand.stake;
    hand.stake *= 2n;
    draw(round, hand);
    hand.done = true;
  },
  surrender(round, _box, hand) {
    hand.done = true;
    hand.outcome = "surrender";
    hand.returned = returnedFor(hand.stake, "surrender");
    round.returned += hand.returned;
  },
  insure(round, box) {
    box.insurance = box.bet / 2n;
    round.staked += box.insurance;
    box.insured = true;
    box.asked = true;
  },
  decline: (_round, box) => { box.asked = true; },
  split,
};

/** One card to the hand; at 21 it is done, above it is bust. */
function draw(round, hand) {
  hand.cards.push(round.shoe[round.nextCard]);
  round.nextCard += 1;
  hand.numbers.push(round.nextCard);
  const total = value(hand.cards).points;
  hand.done = total >= TWENTY_ONE;
  if (total > TWENTY_ONE) hand.outcome = "bust";
}

/** Two hands of a pair; the first and then the second gets its card at once. */
function split(round, box, hand) {
  const aces = points(hand.cards[0]) === ACE_POINTS;
  const pair = hand.cards.map((card, index) => (
    newHand([card], [hand.numbers[index]], box.bet, { split: true, aces })
  ));
  for (const half of pair) draw(round, half);
  box.hands.splice(round.turn.hand - 1, 1, ...pair);
  round.staked += box.bet;
  if (box.insured) {
    box.insurance += box.bet / 2n;
    round.staked += box.bet / 2n;
  }
  // Split aces end after their card, unless it is an ace that may be split again.
  const again = round.rules.resplit_aces && box.hands.length < round.rules.max_hands;
  for (const one of box.hands) {
    if (one.aces && !(again && isPair(one.cards))) one.done = true;
  }
}

/** The next box that must answer for its insurance, or the next hand that must decide. */
function findTurn(round) {
  round.turn = null;
  for (const box of round.boxes) {
    const waits = round.insuring ? () => !box.asked : (hand) => !hand.done;
    const index = box.hands.findIndex(waits);
    if (index >= 0) {
      round.turn = { box: box.number, hand: index + 1 };
      return;
    }
  }
}

function goOn(round) {
  if (round.turn) return;
  if (round.insuring) peek(round);
  else finish(round);
}

/** The dealer looks at his hole card: a blackjack ends the round, else insurance is lost. */
function peek(round) {
  round.insuring = false;
  if (isBlackjack([round.dealer[0], round.shoe[round.reserved - 1]])) {
    finish(round);
    return;
  }
  for (const box of round.boxes) box.insured = false;
  findTurn(round);
  goOn(round);
}

function finish(round) {
  const live = round.rules.dealer_plays_out
    || round.boxes.some((box) => box.hands.some((hand) => hand.outcome === null));
  const insured = round.boxes.some((box) => box.insured);
  while ((live && mustDraw(round)) || (insured && round.dealer.length === 1)) {
    let number = round.reserved;
    if (number) round.reserved = 0;
    else number = round.nextCard += 1;
    round.dealer.push(round.shoe[number - 1]);
    round.dealerNumbers.push(number);
  }
  for (const box of round.boxes) settle(round, box);
  round.turn = null;
  round.finished = true;
}

function mustDraw({ dealer, rules }) {
  const total = value(dealer);
  const line = RULES.dealer_stands_on;
  return total.points < line || (total.points === line && total.soft && rules.hits_soft_17);
}

function settle(round, box) {
  if (isBlackjack(round.dealer)) {
    box.insuranceReturned = BigInt(RULES.insurance_returns) * box.insurance;
    round.returned += box.insuranceReturned;
  }
  for (const hand of box.hands) {
    if (hand.outcome !== null) continue;
    hand.done = true;
    hand.outcome = outcomeOf(hand, round.dealer);
    hand.returned = returnedFor(hand.stake, hand.outcome);
    round.returned += hand.returned;
  }
}

function outcomeOf(hand, dealer) {
  const dealerBlackjack = isBlackjack(dealer);
  if (!hand.split && isBlackjack(hand.cards)) return dealerBlackjack ? "push" : "blackjack";
  if (dealerBlackjack) return "lose";
  const [mine, his] = [value(hand.cards).points, value(dealer).points];
  if (his > TWENTY_ONE || mine > his) return "win";
  return mine === his ? "push" : "lose";
}

// The table gives what two hundredths bring, so that every half is whole.
const returnedFor = (stake, outcome) => (stake * BigInt(RULES.returned_for_two[outcome])) / 2n;

/** The round as far as the player may see it, in the form of the format's results. */
export function roundObject(round) {
  const total = value(round.dealer);
  return {
    finished: round.finished,
    dealer: {
      cards: [...round.dealer],
      points: BigInt(total.points),
      soft: total.soft,
      blackjack: isBlackjack(round.dealer),
      bust: total.points > TWENTY_ONE,
    },
    boxes: round.boxes.map((box) => ({
      box: BigInt(box.number),
      insurance: { stake: box.insurance, returned: box.insuranceReturned },
      hands: box.hands.map(handObject),
    })),
    staked: round.staked,
    returned: round.returned,
    turn: round.turn && { box: BigInt(round.turn.box), hand: BigInt(round.turn.hand) },
    legal: legal(round),
    next_card: BigInt(round.nextCard),
  };
}

function handObject(hand) {
  const total = value(hand.cards);
  return {
    cards: [...hand.cards],
    points: BigInt(total.points),
    soft: total.soft,
    stake: hand.stake,
    outcome: hand.outcome,
    returned: hand.returned,
  };
}
