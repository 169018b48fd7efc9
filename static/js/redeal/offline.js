// The page that checks a transcript without the network: a file dropped, chosen or pasted.

import { redealBytes } from "./redeal.js";
import { reportOf } from "./report.js";
import { say } from "./texts.js";
import { show } from "./view.js";

const WORDS = JSON.parse(document.getElementById("words").textContent);
const place = document.getElementById("redealt");
const verdict = document.getElementById("verdict");
const rounds = document.getElementById("round");
const pasted = document.getElementById("pasted");
let language = (navigator.language ?? "en").startsWith("ru") ? "ru" : "en";
let bytes = null; // what was checked last

/** The round that a difference names, else the last one. */
function roundToShow({ error, trace }) {
  const named = /^rounds\[([0-9]+)\]/.exec(error?.at ?? "");
  return named ? Number(named[1]) : Math.max(0, trace.rounds.length - 1);
}

function check(chosen = null) {
  const words = WORDS[language];
  const outcome = redealBytes(bytes);
  const report = reportOf(outcome, bytes);
  const shown = chosen ?? roundToShow(outcome);
  verdict.hidden = false;
  verdict.dataset.verdict = { ok: "match", dealt: "dealt", wrong: "mismatch" }[report.verdict];
  verdict.querySelector("h2").textContent = words[`verdict.${report.verdict}`];
  verdict.querySelector("p").textContent = words["verdict.by_yourself"];
  rounds.replaceChildren(...outcome.trace.rounds.map((_round, index) => {
    const option = new Option(say(words, "place.rounds", { number: index + 1 }), String(index));
    option.selected = index === shown;
    return option;
  }));
  rounds.closest("label").hidden = outcome.trace.rounds.length < 2;
  show(place, { words, comma: language === "ru", report, trace: outcome.trace, shown });
}

function speak() {
  const words = WORDS[language];
  document.documentElement.lang = language;
  document.title = words["offline.title"];
  for (const one of document.querySelectorAll("[data-word]")) {
    one.textContent = words[one.dataset.word];
  }
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === language));
  }
  if (bytes) check();
}

async function take(file) {
  if (!file) return;
  bytes = new Uint8Array(await file.arrayBuffer());
  check();
}

document.getElementById("file").addEventListener("change", (event) => take(event.target.files[0]));
document.getElementById("check").addEventListener("click", () => {
  bytes = new TextEncoder().encode(pasted.value);
  check();
});
rounds.addEventListener("change", () => check(Number(rounds.value)));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});
for (const button of document.querySelectorAll("[data-language]")) {
  button.addEventListener("click", () => {
    language = button.dataset.language;
    speak();
  });
}
speak();
