// Words and figures of a check. `words` is one language of the words by key.

import { stringify } from "./json.js";

const SUITS = { S: "♠", C: "♣", D: "♦", H: "♥" };

/** A card as it is read: "0H" is 10♥. */
export const face = (card) => `${card[0] === "0" ? "10" : card[0]}${SUITS[card[1]]}`;
const isCard = (value) => typeof value === "string" && /^[2-90JQKA][SCDH]$/.test(value);

/** Hundredths as an amount: 12.50, or 12,50 where the language has a comma. */
export function money(hundredths, comma) {
  const value = BigInt(hundredths);
  const [minus, size] = value < 0n ? ["−", -value] : ["", value];
  const rest = String(size % 100n).padStart(2, "0");
  return `${minus}${size / 100n}${size % 100n ? (comma ? "," : ".") + rest : ""}`;
}

/** The word of a key, with its values put in. */
export function say(words, key, values = {}) {
  return (words[key] ?? key).replace(/%\(([a-z]+)\)s/g, (_whole, name) => String(values[name]));
}

/** A path of an element as words: "round 2, box 1, hand 1, card 3". */
export function sayPlace(words, place) {
  return place.map(([name, number]) => {
    const key = `place.${name}`;
    if (!Object.hasOwn(words, key)) return number === null ? name : `${name} ${number}`;
    const said = say(words, key, { number });
    return number === null || words[key].includes("%(number)s") ? said : `${said} ${number}`;
  }).join(", ");
}

/** A value of a transcript as it is read. */
export function sayValue(words, value, place, comma) {
  if (value === null || value === undefined) return words["label.nothing"];
  if (isCard(value)) return face(value);
  if (Array.isArray(value) && value.length && value.every(isCard)) return value.map(face).join(" ");
  const field = place.at(-1)?.[0];
  if (typeof value === "bigint" && ["stake", "staked", "returned"].includes(field)) {
    return money(value, comma);
  }
  if (typeof value === "string") return words[`outcome.${value}`] ?? value;
  return stringify(value);
}
