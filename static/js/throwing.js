// A chip that is laid by a tap comes to its place from the rack. It lies there already: only the
// picture moves.

import { LENGTH } from "./moves.js";
import { table } from "./fields.js";
import { fade, pace, reduced } from "./timeline.js";

/** Show the way of the chip (worth in hundredths) that has just been laid on a place. */
export function throwChip(place, worth) {
  const chip = table().querySelector(`[data-stack="${place}"] .stack:last-child img:last-child`);
  const rack = table().querySelector(`[data-chip="${worth}"]`);
  if (!chip || !rack || !pace()) return;
  if (reduced()) {
    fade(chip);
    return;
  }
  const [from, to] = [rack.getBoundingClientRect(), chip.getBoundingClientRect()];
  if (!to.width) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  chip.animate(
    [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
    { duration: LENGTH.chip * pace(), easing: "cubic-bezier(.2,.8,.2,1)" },
  );
}
