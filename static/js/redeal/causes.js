// Why a transcript does not check, as likely as can be told: a line break, one changed character.
// The same causes as blackjack/check_causes.py. Positions in a string count from 1.

import { md5Of, sha256Of } from "./secret.js";
import { stepOf } from "./steps.js";

const BOM = "\ufeff";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
const START = "-START-";
const END_LENGTH = "-END".length;
const LONGEST = 2000; // no string of eight decks is longer
const HASHES = { md5: md5Of, sha256: sha256Of };

/** A cause {key, values}, or null. `bytes` are those of the file, where there is one. */
export function causeOf(bytes, document, error) {
  const step = stepOf(error);
  if (error.code === "bad_json") return bytes ? ofFile(bytes) : null;
  if (step === "shuffle") return around(document.get("player_seed"));
  if (["string", "md5", "sha256"].includes(step)) return ofString(document, error);
  if (step === "cards") return cause(error.code === "result_mismatch" ? "shown" : "choices");
  return step === "results" ? cause("payout") : null;
}

const cause = (key, values = {}) => ({ key, values });

function ofFile(bytes) {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return cause("bom");
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return cause("file_encoding");
  }
  return null;
}

/** What copying adds at the ends of a text. */
function around(text) {
  if (text.startsWith(BOM)) return cause("bom");
  if (/[\r\n]$/.test(text)) return cause("newline");
  return /^[ \t\r\n\u00a0]|[ \t\r\n\u00a0]$/.test(text) ? cause("blanks") : null;
}

function ofString(document, error) {
  const text = document.get("secret");
  const ends = around(text);
  if (ends) return ends;
  for (const [at, sign] of [...text].entries()) {
    if (sign > "~" || sign < " ") {
      const code = sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
      return cause("encoding", { position: at + 1, code: `U+${code}` });
    }
  }
  const written = error.code === "signature_mismatch" ? ofSignature(document, error) : null;
  return written ?? repaired(text, document);
}

/** Whether the signature rather than the string was changed. */
function ofSignature(document, { at: name, expected: claimed, found: actual }) {
  if (claimed.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "").toLowerCase() === actual) {
    return cause("signature_written");
  }
  const other = name === "md5" ? "sha256" : "md5";
  if (document.get(other) !== HASHES[other](document.get("secret"))) return null;
  const differs = [...actual].findIndex((sign, at) => sign !== claimed[at]);
  return cause("signature_changed", { position: Math.max(differs, 0) + 1 });
}

/** Look for the one change of the string after which the signature fits. */
function repaired(text, document) {
  const name = ["md5", "sha256"].find((one) => document.has(one));
  if (text.length > LONGEST || !name) return null;
  const wanted = document.get(name);
  for (const [candidate, why] of candidates(text)) {
    if (HASHES[name](candidate) === wanted) return why;
  }
  return null;
}

/** The strings that one slip makes `text` of, and the slip. */
function* candidates(text) {
  const start = text.includes(START) ? text.indexOf(START) + START.length : text.length;
  const put = (at, length, signs) => text.slice(0, at) + signs + text.slice(at + length);
  for (let at = 0; at < text.length; at += 1) {
    for (const other of signsAt(at, start, text.length)) {
      const values = { position: at + 1, found: text[at], expected: other };
      if (other !== text[at]) yield [put(at, 1, other), cause("changed", values)];
    }
  }
  for (let at = start; at < text.length - 4; at += 3) {
    const [first, between, second] = [
      text.slice(at, at + 2), text[at + 2], text.slice(at + 3, at + 5),
    ];
    if (first !== second) {
      yield [put(at, 5, second + between + first), cause("swapped", { position: at + 1 })];
    }
  }
  for (let at = 0; at < text.length; at += 1) {
    yield [put(at, 1, ""), cause("added", { position: at + 1, found: text[at] })];
  }
  for (let at = 0; at <= text.length; at += 1) {
    for (const other of signsAt(at, start, text.length + 1)) {
      yield [put(at, 0, other), cause("lost", { position: at + 1, expected: other })];
    }
  }
}

/** The signs that may stand at this place of a string. */
function signsAt(at, start, length) {
  if (at < start || at >= length - END_LENGTH) return LETTERS;
  return ["234567890JQKA", "SCDH", "-"][(at - start) % 3];
}
