// From the table shown before to the one shown now, as one run of motion: cards, totals, chips,
// results, and last the figures of money. Only what the server has shown is compared.

import { settleBingo } from "./cells.js";
import { table } from "./fields.js";
import * as moves from "./moves.js";
import { LENGTH } from "./moves.js";
import { newCards, planned } from "./order.js";
import { cardsOut, picture, survey, VALUES } from "./seen.js";
import { play } from "./sound.js";

const HIGH = 6; // the layer of flights and above: each card over the one before
const BELOW = 130; // px under a spot, where the player's chips come from and go to

const NOTHING = {
  cards: new Map(), hands: new Map(), dealer: {}, insurances: new Map(), turn: null,
};

/** Where the shoe gives its cards out: its mouth, or the corner where its count stands. */
function mouth(where) {
  const shoe = where(table().querySelector(".shoe > svg"));
  if (shoe) return { ...shoe, x: shoe.x - shoe.width * 0.44 };
  return { x: table().querySelector(".felt").clientWidth - 20, y: -20, width: 1 };
}

const player = (place) => place && { ...place, y: place.y + BELOW };

/** A total keeps the look of before until its cards lie; of a result the plain total comes first. */
function stage(line, total, before, { lies, result }) {
  const copy = total.cloneNode(false);
  copy.classList.add("is-stand-in");
  copy.setAttribute("aria-hidden", "true");
  copy.append(...(before?.inside ?? []));
  if (!before) copy.dataset.held = "";
  total.after(copy);
  if (result !== undefined && lies < result) {
    line.at(lies, () => {
      if (lies) copy.textContent = total.dataset.total;
      delete copy.dataset.held;
    });
  }
  line.at(result ?? lies, () => copy.remove());
  if (result === undefined) moves.comeUp(line, total, lies);
  else moves.badge(line, total, result);
  return copy;
}

class Difference {
  constructor(line, before) {
    this.line = line;
    this.playing = table().classList.contains("table-playing");
    this.same = [...before.cards.keys()].some((id) => document.getElementById(id));
    this.before = this.same ? before : { ...before, ...NOTHING };
    this.cards = newCards(this.before);
    this.plan = planned(this.cards, this.before);
    this.hands = [...table().querySelectorAll(".hand[id]")];
    this.turn = table().querySelector(".hand.is-active")?.id ?? null;
    /** Hands whose result was not shown before. */
    this.settled = this.hands.filter((hand) => hand.classList.contains("has-result")
      && !this.before.hands.get(hand.id)?.settled);
    this.gaveUp = new Set(this.settled.filter((hand) => hand.classList.contains("is-given-up")));
    this.ended = this.settled.length > 0 && !this.playing;
  }

  lies(hand) {
    return this.plan.totals.get(hand.id) ?? 0;
  }

  /** Whether what a hand came to depends on the dealer: else it is known with its own cards. */
  waits(hand) {
    return this.settled.includes(hand) && !("alone" in hand.dataset);
  }

  /** The chips go first, then those that come; then the results. */
  schedule() {
    const all = this.settled.filter((hand) => this.waits(hand));
    const lost = all.some((hand) => hand.classList.contains("is-lost"));
    const paid = all.some((hand) => hand.querySelector(".stack-payout"));
    this.payout = this.plan.end + (lost ? LENGTH.lost : 0);
    this.result = this.payout + (paid ? LENGTH.payout : 0);
    this.over = this.ended ? this.result + LENGTH.badge : this.plan.end;
  }

  /** Everything keeps its look of before until its time: done before anything is measured. */
  holdLooks() {
    for (const hand of this.hands) {
      const before = this.before.hands.get(hand.id);
      let until = this.lies(hand);
      if (this.waits(hand)) until = this.result;
      else if (hand.id === this.turn && !before?.active) until = this.plan.end;
      moves.keepLook(this.line, hand, before?.name ?? "hand", until);
      // Its turn is over before it is known what it came to.
      if (before?.active && this.waits(hand)) {
        this.line.at(this.lies(hand), () => hand.classList.remove("is-active"));
      }
    }
    const dealer = document.getElementById("dealer");
    moves.keepLook(this.line, dealer, this.before.dealer.name ?? "dealer", this.lies(dealer));
  }

  totals(where) {
    for (const owner of [...this.hands, document.getElementById("dealer")]) {
      const total = owner.querySelector(".total");
      const before = (owner.id === "dealer" ? this.before.dealer
        : this.before.hands.get(owner.id))?.total;
      if (!total) continue;
      const place = where(total);
      const start = this.plan.first.get(owner.id) ?? 0;
      moves.shift(this.line, total, before?.place && { ...before.place, width: place?.width }, place, start);
      if (before?.text === total.textContent) continue;
      const lies = this.lies(owner);
      let result;
      if (this.settled.includes(owner)) result = this.waits(owner) ? this.result : lies;
      const copy = stage(this.line, total, before, { lies, result });
      moves.shift(this.line, copy, before?.place && { ...before.place, width: place?.width }, place, start);
    }
  }

  flights(where) {
    const from = mouth(where);
    this.plan.moves.forEach(({ card, flight, turn }, index) => {
      if (flight !== null) {
        moves.fly(this.line, card, from, where(picture(card)), flight, HIGH + index);
        this.line.meanwhile(flight + LENGTH.deal / 2, () => play("card"));
      }
      if (turn !== null) {
        moves.turn(this.line, card, turn);
        this.line.meanwhile(turn + LENGTH.turn / 3, () => play("turn"));
      }
    });
  }

  /** A new shoe is put in the place of the old one. */
  shoe() {
    const shoe = table().querySelector(".shoe > svg");
    if (shoe && cardsOut() < this.before.out) moves.putDown(this.line, shoe);
  }

  /** What lies elsewhere than before goes there when its owner's first new card comes. */
  shifts(where) {
    for (const [id, { place }] of this.before.cards) {
      const card = document.getElementById(id);
      const start = this.plan.first.get(card?.closest(".hand, #dealer")?.id) ?? 0;
      if (!card || !place) continue;
      const now = where(picture(card));
      // What grows does so around its picture's middle.
      const moved = moves.grows(place, now) ? picture(card) : card;
      moves.shift(this.line, moved, place, now, start);
    }
    for (const hand of this.hands) {
      const spot = hand.querySelector(".spot");
      moves.shift(this.line, spot, this.before.hands.get(hand.id)?.spot, where(spot), 0);
    }
  }

  /** More laid on a box in its round: by a double, or on the new hand of a split. */
  stakes(where) {
    if (!this.same) return;
    for (const hand of this.hands) {
      const stacks = [...hand.querySelectorAll(".spot > .stack:not(.stack-payout)")];
      const before = this.before.hands.get(hand.id);
      const had = before?.chips.filter(({ pile }) => pile).length;
      if (stacks.length <= (had ?? 0)) continue;
      const place = where(stacks.at(-1));
      moves.bring(this.line, stacks.at(-1), player(place), place, 0, LENGTH.chip);
      this.line.meanwhile(LENGTH.chip / 2, () => play("chip"));
    }
  }

  /** Bets that are lost or given up leave; what was won comes. */
  results(where) {
    const dealer = where(document.querySelector("#dealer .cards"));
    for (const hand of this.settled) {
      const spot = hand.querySelector(".spot");
      if (!spot.querySelector(".stack")) {
        const start = this.waits(hand) ? this.plan.end : this.lies(hand);
        this.leave(hand, spot, dealer, start);
        // Half of what is given up comes back.
        if (this.gaveUp.has(hand)) this.leave(hand, spot, player(where(spot)), start);
      }
      const payout = hand.querySelector(".stack-payout");
      if (payout) {
        moves.bring(this.line, payout, dealer, where(payout), this.payout, LENGTH.payout);
      }
    }
  }

  leave(hand, spot, to, start) {
    const chips = this.before.hands.get(hand.id)?.chips
      ?? this.before.laid.get(hand.closest(".seat").id) ?? [];
    moves.leave(this.line, spot, chips, to, start);
  }

  insurances(where) {
    for (const insurance of table().querySelectorAll(".insurance")) {
      const before = this.before.insurances.get(insurance.closest(".seat").id);
      const pill = insurance.querySelector(".bet-pill");
      if (before) {
        moves.keepLook(this.line, insurance, before.name, this.plan.end);
        moves.keep(this.line, pill, before.pill, this.plan.end);
      } else {
        const place = where(insurance);
        moves.bring(this.line, insurance, player(place), place, 0, LENGTH.chip);
        this.line.meanwhile(LENGTH.chip / 2, () => play("chip"));
      }
    }
  }

  /** The line over the buttons goes with the turn, money with the end. */
  words() {
    const status = document.getElementById("status");
    if (this.same && this.playing && this.before.playing) {
      moves.keep(this.line, status, this.before.status, this.plan.end);
    } else if (this.plan.end) moves.comeUp(this.line, status, this.plan.end);
    if (!this.ended) return;
    for (const name of VALUES) {
      const [element, before] = [document.querySelector(name), this.before.values.get(name)];
      if (!element || !before) continue;
      moves.keepLook(this.line, element, before.name, this.over);
      moves.keep(this.line, element, before.inside, this.over);
    }
    const net = table().querySelector(".money-net");
    if (net) moves.comeUp(this.line, net, this.over);
  }

  sounds() {
    if (!this.ended) return;
    const { cheer } = table().dataset; // the server says whether there is anything to be glad of
    const paid = this.settled.some((hand) => hand.querySelector(".stack-payout"));
    const chips = cheer ? "collect" : "chip";
    if (paid) this.line.meanwhile(this.payout + LENGTH.payout / 2, () => play(chips));
    if (cheer) this.line.meanwhile(this.result, () => play(cheer));
  }

  run() {
    this.schedule();
    this.holdLooks();
    const where = survey();
    this.over = settleBingo(this.line, this.before, where, this.plan.end, this.over);
    this.totals(where);
    this.shoe();
    this.flights(where);
    if (this.same) this.shifts(where);
    this.stakes(where);
    this.results(where);
    this.insurances(where);
    this.words();
    this.sounds();
  }

  /** Until when another hand's turn is not shown yet; 0 where the turn has not passed on. */
  get passing() {
    const { turn } = this.before;
    return turn && this.turn && turn !== this.turn ? this.plan.end : 0;
  }
}

/** What is heard of the difference where nothing moves. */
export function hear(before) {
  const difference = new Difference(null, before);
  if (difference.cards.length) play("card");
  if (difference.ended && table().dataset.cheer) play(table().dataset.cheer);
}

/** Put the difference on a timeline; gives until when the turn of another hand is not shown. */
export function show(line, before) {
  const difference = new Difference(line, before);
  difference.run();
  return difference.passing;
}
