// What the player has set for all tables on this device: the speed of motion, and sound.
// "casino:setting" on the document says what was changed.

const KEY = "blackjack/settings";
const DEFAULTS = { speed: "normal", sound: true };

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

let settings = { ...DEFAULTS, ...read() };

/** What is set: the speed ("slow", "normal", "fast", "off"), whether there is sound. */
export const setting = (name) => settings[name];

/** Set one thing, remember it, and tell the page. */
export function change(name, value) {
  settings = { ...settings, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: it holds until the page is left.
  }
  document.dispatchEvent(new CustomEvent("casino:setting", { detail: { name, value } }));
}

// Set in another tab: this one follows.
window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  settings = { ...DEFAULTS, ...read() };
  for (const [name, value] of Object.entries(settings)) {
    document.dispatchEvent(new CustomEvent("casino:setting", { detail: { name, value } }));
  }
});
