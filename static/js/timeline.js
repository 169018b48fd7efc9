// One run of motion: animations and changes at their times, which can be finished at once.
// The page already holds what is true; whatever happens to a run, finishing it shows that.

import { setting } from "./settings.js";

const PACES = { slow: 1, normal: 0.6, fast: 0.35, off: 0 };
const FADE = 80; // ms, all the motion there is for who wants less

const wantsLess = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the player wants fades and nothing that moves. */
export const reduced = () => wantsLess.matches;

/** How long motion takes, as a part of the times it is written in; 0 for none at all. */
export const pace = () => (document.hidden ? 0 : PACES[setting("speed")] ?? PACES.normal);

/** Let something fade in where motion is wanted at all. */
export function fade(element) {
  return element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
}

/** Let a window or sheet come up. */
export function appear(element) {
  if (!pace()) return;
  if (reduced()) fade(element);
  else {
    element.animate(
      [{ opacity: 0, transform: "translateY(8px) scale(.98)" }, { opacity: 1, transform: "none" }],
      { duration: 180 * pace(), easing: "ease-out" },
    );
  }
}

/**
 * Times are milliseconds at the slowest pace, from the first frame that shows the run: changes go
 * by the clock of the animations, so that a slow machine shows no result before its card.
 */
export class Timeline {
  #pace = pace();
  #animations = [];
  #due = []; // { time, change, needed, clock } that have not happened yet
  #end = 0;

  /** Animate an element; before its start it looks as at its beginning. */
  animate(element, frames, { start = 0, length, easing = "ease", fill = "backwards" }) {
    const timing = { delay: start * this.#pace, duration: length * this.#pace, easing, fill };
    this.#animations.push(element.animate(frames, timing));
    this.#end = Math.max(this.#end, start + length);
  }

  /** Begin an animation at a time, in the same moment as changes of that time. */
  begin(time, element, frames, { length, easing = "ease" }) {
    this.at(time, () => {
      this.#animations.push(element.animate(frames, { duration: length * this.#pace, easing }));
    });
    this.#end = Math.max(this.#end, time + length);
  }

  /** Make a change of the page at a time; one that finishing the run makes at once. */
  at(time, change) {
    if (time <= 0) {
      change();
      return;
    }
    this.#plan(time, change, true);
    this.#end = Math.max(this.#end, time);
  }

  /** Do something at a time that is left out if the run is finished before, such as a sound. */
  meanwhile(time, act) {
    this.#plan(time, act, false);
  }

  #plan(time, change, needed) {
    const clock = new Animation(new KeyframeEffect(null, null, { duration: time * this.#pace }));
    const entry = { time, change, needed, clock };
    clock.onfinish = () => {
      this.#due = this.#due.filter((one) => one !== entry);
      change();
    };
    clock.play();
    this.#due.push(entry);
  }

  /** When the last of it is over; 0 where there is nothing to show. */
  get end() {
    return this.#end;
  }

  /** How long that takes, milliseconds. */
  get length() {
    return this.#end * this.#pace;
  }

  /** Show what is true, now. */
  finish() {
    const due = this.#due.sort((one, other) => one.time - other.time);
    this.#due = [];
    due.forEach((entry) => entry.clock.cancel());
    due.filter((entry) => entry.needed).forEach((entry) => entry.change());
    this.#animations.forEach((animation) => animation.cancel());
    this.#animations = [];
  }
}
