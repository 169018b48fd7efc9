// The FairPlay pages: deals a revealed game again and shows it; checks all games of the list;
// hashes a string by hand. The check itself sends nothing: the transcript of a game lies in its
// page. “Check all” fetches those of the list, one after the other, and then deals them here.

import "./automatic.js";
import "./copy.js";
import { parse } from "./redeal/json.js";
import { redeal, redealBytes } from "./redeal/redeal.js";
import { reportOf } from "./redeal/report.js";
import { md5Of, sha256Of } from "./redeal/secret.js";
import { say } from "./redeal/texts.js";
import { show } from "./redeal/view.js";

const HASHES = { md5: md5Of, sha256: sha256Of };
const VERDICTS = { ok: "match", dealt: "dealt", wrong: "mismatch" };
const comma = document.documentElement.lang === "ru";

const readWords = () => JSON.parse(document.getElementById("check-words").textContent);

/* ---- One game ------------------------------------------------------------------------------ */

function checkGame() {
  const place = document.getElementById("redealt");
  if (!place) return;
  const words = readWords();
  const outcome = redeal(parse(document.getElementById("transcript").textContent));
  const report = reportOf(outcome);
  const verdict = document.getElementById("verdict");
  const word = VERDICTS[report.verdict];
  verdict.dataset.verdict = word;
  verdict.querySelector("[data-heading]").textContent = words[`verdict.${report.verdict}`];
  verdict.querySelector("[data-note]").textContent = words["verdict.by_yourself"];
  const icon = verdict.querySelector("[data-icon]");
  icon.setAttribute("href", icon.dataset[word]);
  const shown = Number(place.dataset.round);
  show(place, { words, comma, report, trace: outcome.trace, shown });
}

/* ---- The list ------------------------------------------------------------------------------ */

/** Say in a line of the list what was found: match, dealt (again, and matching), mismatch, failed. */
function tell(row, verdict) {
  row.dataset.verdict = verdict;
  const badge = row.querySelector("[data-badge]");
  badge.textContent = badge.dataset[verdict];
  badge.classList.toggle("badge-win", verdict === "match" || verdict === "dealt");
  badge.classList.toggle("badge-lose", verdict === "mismatch");
}

function hashRows() {
  for (const row of document.querySelectorAll("tr[data-check]")) {
    const { secret, md5, sha256 } = row.dataset;
    tell(row, md5Of(secret) === md5 && sha256Of(secret) === sha256 ? "match" : "mismatch");
  }
}

/** The games of one shoe have one transcript: it is fetched and dealt once. */
async function dealtAgain(row, known) {
  const { sha256, md5, transcript } = row.dataset;
  if (!known.has(sha256)) {
    const answer = await fetch(transcript, { credentials: "same-origin" });
    if (!answer.ok) return "failed";
    const { result } = redealBytes(new Uint8Array(await answer.arrayBuffer()));
    const same = result.ok && result.signatures.md5 === md5 && result.signatures.sha256 === sha256;
    known.set(sha256, same ? "dealt" : "mismatch");
  }
  return known.get(sha256);
}

async function checkAll(button) {
  const words = readWords();
  const rows = [...document.querySelectorAll("tr[data-check]")];
  const panel = document.getElementById("check-all");
  const [summary, progress] = ["[data-summary]", "progress"].map((one) => panel.querySelector(one));
  panel.hidden = false;
  if (!rows.length) {
    summary.textContent = words["list.none"];
    return;
  }
  button.setAttribute("aria-disabled", "true");
  progress.max = rows.length;
  const known = new Map();
  const found = { dealt: 0, mismatch: 0, failed: 0 };
  for (const [index, row] of rows.entries()) {
    progress.value = index;
    summary.textContent = say(words, "list.progress", { done: index, all: rows.length });
    const verdict = await dealtAgain(row, known).catch(() => "failed");
    tell(row, verdict);
    found[verdict] += 1;
  }
  progress.value = rows.length;
  const { dealt: good, mismatch: bad, failed } = found;
  const word = bad ? "mismatch" : failed ? "failed" : "match";
  panel.dataset.verdict = word;
  summary.textContent = say(words, `list.${word}`, { good, bad, failed, all: rows.length });
  button.removeAttribute("aria-disabled");
}

/* ---- By hand ------------------------------------------------------------------------------- */

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
    if (HASHES[name](text.value) === wanted) answer = "match";
    else answer = HASHES[name](text.value.trim()) === wanted ? "blank" : "mismatch";
  }
  result.textContent = result.dataset[answer];
  result.className = { match: "win", blank: "win", mismatch: "lose", form: "" }[answer];
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-check-again]")) checkGame();
  const all = event.target.closest("[data-check-all]");
  if (all && all.getAttribute("aria-disabled") !== "true") checkAll(all);
});
document.querySelectorAll("[data-by-hand]").forEach((panel) => {
  panel.addEventListener("input", () => byHand(panel));
});
checkGame();
hashRows();
