// The bets' number fields: what is laid is what stands in them, and nowhere else.

export const UNIT = 100; // hundredths in a whole unit; chips carry hundredths, fields whole units

export const table = () => document.getElementById("table");
export const form = () => document.getElementById("bets");
export const fields = () => [...(table()?.querySelectorAll("[data-bet]") ?? [])];
export const fieldOf = (place) => table()?.querySelector(`[data-bet="${place}"]`) ?? null;

/** The place of a bet that an element stands in: a seat, or the bingo card above it; else null. */
export function placeOf(element) {
  const found = element?.closest("[data-place], [data-no-place]");
  return found?.dataset.place ? found : null;
}

/** The bet in a field, whole units; 0 for none and for anything that is no number. */
export function amountOf(field) {
  const text = field.value.trim();
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
}

/** The bet that a field's own may not exceed: a bingo bet's is the one on its box; null for none. */
export const above = (field) => (field.dataset.under ? fieldOf(field.dataset.under) : null);

/** The most that may be laid, whole units: the limit, or what lies on the box of a bingo bet. */
export function maximumOf(field) {
  const most = above(field);
  return most ? amountOf(most) : Number(field.dataset.maximum);
}

/** Whether anything is laid or typed. */
export const anythingLaid = () => fields().some((field) => field.value.trim() !== "");

/** Say a sentence to those who can't see the table. */
export function say(sentence) {
  const live = document.getElementById("live");
  if (live) live.textContent = sentence;
}

/** Tell the other parts of the page that a field holds something else now. */
export function announceChange() {
  document.dispatchEvent(new CustomEvent("bets:changed"));
}
