// The check of each revealed game at the table: in idle time the transcript of the player's own
// game is fetched and dealt again here, its signature is held against those that were shown before
// the bets, and a mark beside “MD5 FairPlay” says what was found. It never holds up play. Turned
// off on the FairPlay page, remembered on this device.

import { wasShown } from "./signed.js";

const KEY = "blackjack/automatic-check";
const LONGEST_WAIT = 4_000; // ms until the browser must find time
const found = new Map(); // address of a check -> match, dealt (again, but from where?), mismatch
const asked = new Set();

function isOn() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

function turn(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
}

const later = window.requestIdleCallback
  ? (work) => window.requestIdleCallback(work, { timeout: LONGEST_WAIT })
  : (work) => setTimeout(work, 1_000);

const checkOf = () => document.querySelector("#fairplay .fairplay-check")?.getAttribute("href");

function draw() {
  const mark = document.querySelector("[data-automatic]");
  if (!mark) return;
  const address = checkOf();
  const verdict = isOn() && address ? found.get(address) : undefined;
  mark.hidden = verdict === undefined;
  const pill = document.querySelector(".fairplay-pill"); // what a phone shows of the panel
  if (verdict === undefined) delete pill?.dataset.checked;
  else if (pill) pill.dataset.checked = verdict;
  if (verdict === undefined) return;
  mark.dataset.verdict = verdict;
  mark.href = address;
  mark.querySelector("span").textContent = mark.title = mark.dataset[verdict];
  const icon = mark.querySelector("use");
  icon.setAttribute("href", icon.dataset[verdict]);
}

async function check(address) {
  const [answer, { redealBytes }] = await Promise.all([
    fetch(new URL("transcript.json", new URL(address, location.href)), { credentials: "same-origin" }),
    import("./redeal/redeal.js"),
  ]);
  if (!answer.ok) return; // not revealed, or the line is down: nothing is said
  const { result } = redealBytes(new Uint8Array(await answer.arrayBuffer()));
  const same = result.ok && result.signatures.match;
  // Bets that were sent by another device, or a storage that was emptied: nothing to hold it against.
  const good = same && wasShown(result.signatures.sha256) ? "match" : "dealt";
  found.set(address, same ? good : "mismatch");
  draw();
}

/** Look whether the table shows a revealed game that has not been checked yet. */
export function look() {
  draw();
  const address = checkOf();
  if (!address || asked.has(address) || !isOn()) return;
  asked.add(address);
  later(() => check(address).catch(() => asked.delete(address)));
}

const choice = document.querySelector("[data-automatic-check]");
if (choice) {
  choice.checked = isOn();
  choice.addEventListener("change", () => turn(choice.checked));
}
