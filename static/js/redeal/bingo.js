// The bingo sessions of a shoe: opened, lit, left and paid as its rounds go by (rules.md section
// 8). Amounts are BigInt hundredths; `running` is a Map of box -> session.

import { TWENTY_ONE, value } from "./cards.js";
import { TranscriptError, boxNumber } from "./format.js";
import { RULES } from "./rules.js";

const UNIT = BigInt(RULES.unit);
const { cells: CELLS, jackpot_rounds: JACKPOT_ROUNDS, pay_tables: PAY_TABLES } = RULES.bingo;
const PAYS = PAY_TABLES[RULES.bingo.newest_pay_table];

function combinationOf(session) {
  if (session.lit.size === CELLS.length) {
    return session.rounds <= JACKPOT_ROUNDS ? "jackpot" : "full_house";
  }
  return { 4: "four", 3: "three" }[session.lit.size] ?? "none";
}

const inOrder = (one, other) => one - other;

export class Sessions {
  constructor(rules, before) {
    this.rules = rules;
    this.running = new Map();
    this.paid = [];
    this.roundsOver = 0;
    for (const [name, session] of before) {
      const box = this.#box(name, "bingo_before");
      this.running.set(box, readSession(session, `bingo_before.${name}`));
    }
  }

  /** Leave places by the player's button. */
  leave(boxes, at) {
    boxes.forEach((written, index) => {
      const box = Number(written);
      if (!this.running.has(box)) {
        throw new TranscriptError(`${at}[${index}]`, "bad_leave", `no session on box ${written}`);
      }
      this.#left(box);
    });
  }

  /** Leave the boxes that have no main bet, and open what is laid on the others. */
  beforeDeal(bets, laid, at) {
    for (const box of [...this.running.keys()].sort(inOrder)) {
      if (!bets.has(box)) this.#left(box);
    }
    for (const [name, stake] of laid) {
      const box = this.#box(name, at);
      const fits = stake > 0n && stake % UNIT === 0n && stake <= (bets.get(box) ?? 0n);
      if (!fits || this.running.has(box)) {
        throw new TranscriptError(`${at}.${name}`, "bad_bingo", "this bet may not be laid");
      }
      this.running.set(box, { stake, lit: new Set(), rounds: 0n });
    }
  }

  /** Count a round that is over, and end the sessions that it decides. */
  afterRound(round) {
    this.roundsOver += 1;
    const total = value(round.dealer).points;
    for (const box of [...this.running.keys()].sort(inOrder)) {
      const session = this.running.get(box);
      if (total > TWENTY_ONE) {
        this.#end(box, "none");
        continue;
      }
      session.lit.add(total);
      session.rounds += 1n;
      if (session.lit.size === CELLS.length) this.#left(box);
    }
  }

  /** The two fields that the result of a bingo transcript has beside its rounds. */
  result() {
    const running = {};
    for (const box of [...this.running.keys()].sort(inOrder)) {
      const { stake, lit, rounds } = this.running.get(box);
      running[box] = { stake, lit: [...lit].sort(inOrder).map(BigInt), rounds };
    }
    const paid = [...this.paid].sort((one, other) => (
      Number(one.after_round - other.after_round) || Number(one.box - other.box)
    ));
    return { bingo: running, bingo_paid: paid };
  }

  #left(box) {
    this.#end(box, combinationOf(this.running.get(box)));
  }

  #end(box, combination) {
    const { stake } = this.running.get(box);
    this.running.delete(box);
    this.paid.push({
      box: BigInt(box),
      after_round: BigInt(this.roundsOver),
      combination,
      stake,
      returned: combination === "none" ? 0n : stake * BigInt(PAYS[combination] + 1),
    });
  }

  #box(name, at) {
    const box = boxNumber(name);
    if (box === null || box > this.rules.boxes) {
      throw new TranscriptError(`${at}.${name}`, "bad_bingo", `no box ${name} at this table`);
    }
    return box;
  }
}

function readSession(written, at) {
  const stake = written.get("stake");
  if (stake <= 0n || stake % UNIT !== 0n) {
    throw new TranscriptError(`${at}.stake`, "bad_bingo", "a bet is a number of whole units");
  }
  const lit = new Set();
  written.get("lit").forEach((one, index) => {
    const cell = Number(one);
    if (!CELLS.includes(cell) || lit.has(cell) || lit.size === CELLS.length - 1) {
      throw new TranscriptError(`${at}.lit[${index}]`, "bad_bingo", "no such card can be running");
    }
    lit.add(cell);
  });
  if (written.get("rounds") < lit.size) {
    throw new TranscriptError(`${at}.rounds`, "bad_bingo", "every lit cell has had its round");
  }
  // Any larger number means the same: no jackpot any more. It is given back as it was written.
  return { stake, lit, rounds: written.get("rounds") };
}
