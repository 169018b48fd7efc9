// The secret string of a shoe and its signatures (rules.md section 4):
// LOGIN-DATEyyyymmddTIMEhhmmss-SRVKEY-KEY-START-7D-AS-...-9S-END, ASCII without a newline.

import { bytesToHex, md5, sha256, utf8ToBytes } from "../../vendor/noble-hashes/2.4.0/hashes.js";

// The same hashes, for text as its UTF-8 bytes, in lower-case hex.
export const md5Of = (text) => bytesToHex(md5(utf8ToBytes(text)));
export const sha256Of = (text) => bytesToHex(sha256(utf8ToBytes(text)));
export const sha256Bytes = (text) => sha256(utf8ToBytes(text));

const FORM = new RegExp(
  "^[A-Za-z0-9_]{3,20}-DATE([0-9]{8})TIME([0-9]{6})-SRVKEY-[A-Z0-9]{32}"
  + "-START-([2-90JQKA][SCDH](?:-[2-90JQKA][SCDH])*)-END$",
);
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The signed order of the cards, or null where the text has not exactly the form. */
export function cardsOf(text) {
  const found = FORM.exec(text);
  if (!found || !isDate(found[1]) || !isTime(found[2])) return null;
  return found[3].split("-");
}

function isDate(date) {
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].map(Number);
  if (!year || month < 1 || month > 12 || day < 1 || day > MONTH_DAYS[month - 1]) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap || month !== 2 || day !== 29;
}

function isTime(time) {
  const [hour, minute, second] = [time.slice(0, 2), time.slice(2, 4), time.slice(4)].map(Number);
  return hour < 24 && minute < 60 && second < 60;
}
