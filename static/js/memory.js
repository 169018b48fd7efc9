// What a player chose last, remembered on this device for each login and game.
// Never the cut and never the line of the own shuffle: those are drawn anew each time.

import { form } from "./fields.js";

const key = () => `blackjack/${form()?.dataset.memory ?? ""}`;

/** The remembered choices: any of chip, ownShuffle, expert, scheme; none where storage is closed. */
export function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** Remember one or more choices beside the others. */
export function remember(choices) {
  if (!form()) return;
  try {
    localStorage.setItem(key(), JSON.stringify({ ...recall(), ...choices }));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
}
