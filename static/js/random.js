// Random choices for the player, by the browser's own secure generator and without bias.

/** A whole number from 0 to below `count` (at most 2^32), every one equally likely. */
export function below(count) {
  const limit = Math.floor(2 ** 32 / count) * count;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn); while (drawn[0] >= limit);
  return drawn[0] % count;
}

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A seed for the player's own shuffle: 32 letters and digits. */
export function seed() {
  return Array.from({ length: 32 }, () => SIGNS[below(SIGNS.length)]).join("");
}
