// Which key does what: by its place on the keyboard, so that it is the same key in every layout.
// A command's usual key is here; the player's own are among the settings.

import { setting } from "./settings.js";

// "round" and "bets" are never asked for at the same time and may share keys; "always" shares none.
export const COMMANDS = {
  hit: { when: "round", key: "KeyH" },
  stand: { when: "round", key: "KeyS" },
  double: { when: "round", key: "KeyD" },
  split: { when: "round", key: "KeyP" },
  surrender: { when: "round", key: "KeyR" },
  insure: { when: "round", key: "KeyI" },
  decline: { when: "round", key: "KeyN" },
  decline_all: { when: "round", key: "KeyA" },
  hint: { when: "round", key: "KeyT" },
  "box-1": { when: "bets", key: "Digit1" },
  "box-2": { when: "bets", key: "Digit2" },
  "box-3": { when: "bets", key: "Digit3" },
  "box-4": { when: "bets", key: "Digit4" },
  "box-5": { when: "bets", key: "Digit5" },
  bingo: { when: "bets", key: "KeyB" },
  "chip-less": { when: "bets", key: "KeyQ" },
  "chip-more": { when: "bets", key: "KeyW" },
  cross: { when: "bets", key: "KeyE" },
  undo: { when: "bets", key: "Backspace" },
  clear: { when: "bets", key: "KeyX" },
  half: { when: "bets", key: "Minus" },
  "double-laid": { when: "bets", key: "Equal" },
  most: { when: "bets", key: "KeyM" },
  rebet: { when: "bets", key: "KeyR" },
  "rebet-double": { when: "bets", key: "KeyT" },
  deal: { when: "bets", key: "Enter" },
  card: { when: "always", key: "KeyC" },
  keys: { when: "always", key: "?" },
};

const SIGNS = {
  Minus: "−", Equal: "=", BracketLeft: "[", BracketRight: "]", Semicolon: ";", Quote: "'",
  Comma: ",", Period: ".", Slash: "/", Backslash: "\\", Backquote: "`", IntlBackslash: "\\",
  Enter: "Enter", Backspace: "Backspace", Delete: "Delete", Insert: "Insert", Home: "Home",
  End: "End", PageUp: "PageUp", PageDown: "PageDown", "?": "?",
};
const USABLE = /^(Key[A-Z]|Digit[0-9]|F[2-9])$/;

const isKey = (key) => typeof key === "string" && (USABLE.test(key) || key in SIGNS);

/** The key of a command, as `pressed` names it. */
export function keyOf(name) {
  const own = setting("keys")[name];
  return isKey(own) ? own : COMMANDS[name].key;
}

/** What stands on a key: "H", "5", "Enter". */
export const labelOf = (key) => SIGNS[key] ?? key.replace(/^(Key|Digit)/, "");

/**
 * The key that an event is about; null with a modifier, and for keys that mean something else.
 * The question mark is where the layout has it, or on the key beside the right Shift.
 */
export function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.getModifierState?.("AltGraph")) {
    return null;
  }
  if (event.key === "?" || (event.shiftKey && event.code === "Slash")) return "?";
  if (event.shiftKey) return null;
  const key = event.code.replace(/^Numpad([0-9])$/, "Digit$1").replace("NumpadEnter", "Enter");
  return isKey(key) ? key : null;
}

const meet = (one, other) => one === other || one === "always" || other === "always";

/** The other command that already has this key where the named one would want it; else null. */
export function holderOf(key, name) {
  const { when } = COMMANDS[name];
  const found = Object.keys(COMMANDS)
    .find((other) => other !== name && keyOf(other) === key && meet(when, COMMANDS[other].when));
  return found ?? null;
}

/** Every command of a key: no more than one of them can be given at a time. */
export const meantBy = (key) => Object.keys(COMMANDS).filter((name) => keyOf(name) === key);
