// The signatures that this device was shown before bets were sent: a revealed game is held against
// them. One that is seen only after its game proves nothing.

const KEY = "blackjack/signatures";
const MOST = 200; // signed shoes whose games may be revealed yet, with room to spare
const shownHere = new Set(); // for a browser that keeps nothing

function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Whether this device was shown this signature (SHA-256) before bets were sent. */
export function wasShown(sha256) {
  return shownHere.has(sha256) || stored().includes(sha256);
}

function keep(sha256) {
  shownHere.add(sha256);
  const kept = [...stored().filter((one) => one !== sha256), sha256].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It is known until the page is left.
  }
}

// Bets are sent: what the page shows as signed was there before them.
document.addEventListener("submit", (event) => {
  const shown = document.getElementById("signature-sha256")?.textContent;
  if (event.target.id === "bets" && shown) keep(shown);
}, true);
