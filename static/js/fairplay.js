// Checks revealed strings in this page: hashes them and compares with the signatures.
// Sends no request. [data-check] carries the string and its signatures.

import "./copy.js";
import { bytesToHex, md5, sha256, utf8ToBytes } from "../vendor/noble-hashes/2.4.0/hashes.js";

const HASHES = { md5, sha256 };

function hashed(name, text) {
  return bytesToHex(HASHES[name](utf8ToBytes(text)));
}

const word = (holds) => (holds ? "match" : "mismatch");

function check(place) {
  const { secret } = place.dataset;
  const results = Object.keys(HASHES).map((name) => [name, hashed(name, secret) === place.dataset[name]]);
  const verdict = word(results.every(([, holds]) => holds));
  place.dataset.verdict = verdict;
  for (const [name, holds] of results) {
    const part = place.querySelector(`[data-part="${name}"]`);
    if (part) part.textContent = part.dataset[word(holds)];
  }
  const heading = place.querySelector("[data-heading]");
  if (heading) heading.textContent = heading.dataset[verdict];
  const icon = place.querySelector("[data-icon]");
  if (icon) icon.setAttribute("href", icon.dataset[verdict]);
  const badge = place.querySelector("[data-badge]");
  if (badge) {
    badge.textContent = badge.dataset[verdict];
    badge.classList.toggle("badge-win", verdict === "match");
    badge.classList.toggle("badge-lose", verdict === "mismatch");
  }
}

function checkAll() {
  document.querySelectorAll("[data-check]").forEach(check);
}

function byHand(panel) {
  const [text, signature] = panel.querySelectorAll("textarea, input");
  const result = panel.querySelector("[data-by-hand-result]");
  const wanted = signature.value.trim().toLowerCase();
  if (!text.value || !wanted) {
    result.textContent = "";
    return;
  }
  const name = { 32: "md5", 64: "sha256" }[wanted.length];
  let answer = "form";
  if (name && /^[0-9a-f]+$/.test(wanted)) {
    if (hashed(name, text.value) === wanted) answer = "match";
    else answer = hashed(name, text.value.trim()) === wanted ? "blank" : "mismatch";
  }
  result.textContent = result.dataset[answer];
  result.className = { match: "win", blank: "win", mismatch: "lose", form: "" }[answer];
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-check-all]")) checkAll();
});
document.querySelectorAll("[data-by-hand]").forEach((panel) => {
  panel.addEventListener("input", () => byHand(panel));
});
checkAll();
