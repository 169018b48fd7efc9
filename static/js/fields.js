// The bets' number fields: what is laid is what stands in them, and nowhere else.

export const UNIT = 100; // hundredths in a whole unit; chips carry hundredths, fields whole units

export const table = () => document.getElementById("table");
export const form = () => document.getElementById("bets");
export const fields = () => [...(table()?.querySelectorAll("[data-bet]") ?? [])];
export const fieldOf = (box) => table()?.querySelector(`[data-bet="${box}"]`) ?? null;

/** The bet in a field, whole units; 0 for none and for anything that is no number. */
export function amountOf(field) {
  const text = field.value.trim();
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
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
