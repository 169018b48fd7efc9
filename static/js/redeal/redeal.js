// Deals a revealed shoe again from its transcript, and compares with what the table had shown.
// The entry of this folder: `redeal(document)` and `redealBytes(bytes)`.
//
// It checks games that are over, on the player's side. It decides nothing about live games or
// money. The format is the product's transcript format; the same errors, at the same places and
// in the same order, as in the Python that runs the tables.

import { Sessions } from "./bingo.js";
import { isWholeDecks } from "./cards.js";
import { isLegal } from "./choices.js";
import { TranscriptError, boxNumber, checkForm, requireSame, rowNamed } from "./format.js";
import { parseBytes } from "./json.js";
import { cut, isSeed, moveToFront, playerShuffle, wrongPosition } from "./order.js";
import { act, deal, roundObject } from "./round.js";
import { RULES } from "./rules.js";
import { cardsOf, md5Of, sha256Of } from "./secret.js";

export { TranscriptError };

/** Read the bytes of a transcript and deal it again; see `redeal`. */
export function redealBytes(bytes) {
  let document;
  try {
    document = parseBytes(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failed(new TranscriptError("", "bad_json", error.message), emptyTrace(null));
  }
  return redeal(document);
}

/**
 * Deal a transcript again, as json.js has read it.
 *
 * Returns `result`, the format's result or error object; `error`, what is wrong first or null;
 * and `trace`, how far it came: `order` (the cards after own shuffle and cut), `rounds` as they
 * were dealt, each with its `shoe`, and `results`, the same in the form of the format.
 */
export function redeal(document) {
  const trace = emptyTrace(document);
  try {
    return { result: play(document, trace), error: null, trace };
  } catch (error) {
    if (!(error instanceof TranscriptError)) throw error;
    return failed(error, trace);
  }
}

const emptyTrace = (document) => ({ document, row: null, order: null, rounds: [], results: [] });

function failed(error, trace) {
  const { at, code, message } = error;
  return { result: { ok: false, error: { at, code, message } }, error, trace };
}

function play(document, trace) {
  checkForm(document);
  const rules = rulesOf(document);
  trace.row = rules;
  const secret = document.get("secret");
  const cards = cardsOf(secret);
  if (!cards) throw new TranscriptError("secret", "bad_secret", "it has not the form of a string");
  if (!isWholeDecks(cards, rules.decks)) {
    throw new TranscriptError("secret", "bad_secret", `not exactly ${rules.decks} decks`);
  }
  const signatures = { md5: md5Of(secret), sha256: sha256Of(secret) };
  const match = compareSignatures(document, signatures);
  trace.order = orderOf(document, cards, signatures.sha256);
  return { ok: true, signatures: { ...signatures, match }, ...playShoe(document, rules, trace) };
}

function rulesOf(document) {
  const variant = document.get("variant");
  if (!rowNamed(variant)) throw new TranscriptError("variant", "unknown_variant", "no such game");
  const version = String(document.get("rules") ?? RULES.newest);
  const rows = Object.hasOwn(RULES.versions, version) ? RULES.versions[version] : {};
  if (!Object.hasOwn(rows, variant)) {
    throw new TranscriptError("rules", "unknown_rules", `no rules ${version} of this game`);
  }
  return rows[variant];
}

function compareSignatures(document, signatures) {
  let given = null;
  for (const [name, actual] of Object.entries(signatures)) {
    if (!document.has(name)) continue;
    given = true;
    const claimed = document.get(name);
    if (claimed !== actual) {
      throw new TranscriptError(name, "signature_mismatch", `the ${name} is ${actual}`, {
        expected: claimed, found: actual,
      });
    }
  }
  return given;
}

/** What is done once per shoe: the player's own shuffle and the cut. */
function orderOf(document, cards, sha256) {
  let order = cards;
  const seed = document.get("player_seed");
  if (seed !== undefined) {
    if (!isSeed(seed)) {
      throw new TranscriptError("player_seed", "bad_seed", "a line has 16 to 64 letters and digits");
    }
    order = playerShuffle(order, sha256, seed);
  }
  const after = document.get("cut");
  if (after === undefined) return order;
  if (after < 1n || after > order.length) {
    throw new TranscriptError("cut", "bad_cut", `the cut is from 1 to ${order.length}`);
  }
  return cut(order, Number(after));
}

/** Deal the rounds one after the other, each from where the last one ended. */
function playShoe(document, rules, trace) {
  const { rounds, results } = trace;
  const sessions = new Sessions(rules, document.get("bingo_before") ?? new Map());
  document.get("rounds").forEach((entry, index) => {
    const at = `rounds[${index}]`;
    const last = rounds.at(-1);
    if (last && !last.finished) {
      throw new TranscriptError(at, "unfinished_round", "the round before it is not played out");
    }
    const out = last?.nextCard ?? 0;
    if (rules.kept_shoe && out >= rules.kept_shoe.replaced_from) {
      throw new TranscriptError(at, "shoe_over", `${out} cards are out: the shoe is over`);
    }
    const round = startRound(entry, at, rules, trace, { first: out, sessions });
    rounds.push(round);
    actAll(round, entry.get("actions"), at);
    results.push(roundObject(round));
    if (round.finished) sessions.afterRound(round);
    if (entry.has("shown")) requireSame(entry.get("shown"), results.at(-1), `${at}.shown`);
  });
  const leave = document.get("leave") ?? [];
  if (leave.length && rounds.length && !rounds.at(-1).finished) {
    throw new TranscriptError("leave[0]", "bad_leave", "nothing is left within a round");
  }
  sessions.leave(leave, "leave");
  return { rounds: results, ...(rules.bingo ? sessions.result() : {}) };
}

function startRound(entry, at, rules, trace, { first, sessions }) {
  const scheme = entry.get("scheme") ?? RULES.default_scheme;
  if (!Object.hasOwn(RULES.schemes, scheme)) {
    throw new TranscriptError(`${at}.scheme`, "bad_scheme", `no deal scheme ${scheme}`);
  }
  const moved = (entry.get("moved") ?? []).map(Number);
  const wrong = wrongPosition(moved, trace.order.length);
  if (wrong >= 0) {
    throw new TranscriptError(`${at}.moved[${wrong}]`, "bad_moved", "out of range, or named twice");
  }
  const shoe = moveToFront(trace.order, moved);
  sessions.leave(entry.get("leave") ?? [], `${at}.leave`);
  const bets = readBets(entry.get("bets"), at, rules);
  sessions.beforeDeal(bets, entry.get("bingo") ?? new Map(), `${at}.bingo`);
  return deal(rules, shoe, { bets, scheme, first });
}

function readBets(written, at, rules) {
  const bets = new Map();
  for (const [name, stake] of written) {
    const box = boxNumber(name);
    if (box === null || box > rules.boxes) {
      throw new TranscriptError(`${at}.bets.${name}`, "bad_bet", `no box ${name} at this table`);
    }
    if (stake <= 0n || stake % BigInt(RULES.unit) !== 0n) {
      throw new TranscriptError(`${at}.bets.${name}`, "bad_bet", "a bet is a number of whole units");
    }
    bets.set(box, stake);
  }
  if (!bets.size) throw new TranscriptError(`${at}.bets`, "bad_bet", "no bet on any box");
  return bets;
}

function actAll(round, actions, at) {
  actions.forEach((action, index) => {
    const place = `${at}.actions[${index}]`;
    if (round.finished) throw new TranscriptError(place, "round_over", "the round is over");
    if (!isLegal(round, action)) {
      throw new TranscriptError(place, "illegal_action", `${action} is not allowed now`);
    }
    act(round, action);
  });
}
