// What the player has set for all tables on this device. "casino:setting" on the document says
// what was changed; the sheet (sheet.js) and the buttons at the table change it.

const KEY = "blackjack/settings";
const DEFAULTS = {
  speed: "normal", // "slow", "normal", "fast", "off"
  sound: true,
  deck: "two", // "two" or "four" colours
  keysOn: true,
  keys: {}, // command -> its key, where it is not the usual one (keymap.js)
  noInsurance: {}, // login -> true, where insurance is never to be offered
};

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** What is kept, as far as it is of the kind that belongs there. */
function sound(kept) {
  const all = { ...DEFAULTS };
  for (const [name, value] of Object.entries(kept)) {
    const known = name in DEFAULTS;
    if (known && typeof value === typeof DEFAULTS[name] && value !== null) all[name] = value;
  }
  return all;
}

let settings = sound(read());

/** What is set under a name of the list above. */
export const setting = (name) => settings[name];

function tell(name, value) {
  document.dispatchEvent(new CustomEvent("casino:setting", { detail: { name, value } }));
}

/** Set one thing, remember it, and tell the page. */
export function change(name, value) {
  settings = { ...settings, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: it holds until the page is left.
  }
  tell(name, value);
}

// Set in another tab: this one follows.
window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  settings = sound(read());
  for (const [name, value] of Object.entries(settings)) tell(name, value);
});
