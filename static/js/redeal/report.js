// What a check found, in parts that can be shown: four verdicts with their steps, and on a
// difference where it is, what was expected and what stands there. Words are keys with values;
// the terminal checker (blackjack/check_report.py) says the same.

import { causeOf } from "./causes.js";
import { STEPS, stepOf } from "./steps.js";

export const GROUPS = {
  signatures: ["file", "string", "md5", "sha256"],
  order: ["shuffle", "cut", "moved"],
  cards: ["cards"],
  results: ["results"],
};

/** The report of what `redeal` returned; `bytes` are those of the file, where there is one. */
export function reportOf({ error, trace }, bytes = null) {
  const failing = error ? STEPS.indexOf(stepOf(error)) : STEPS.length;
  const groups = Object.entries(GROUPS).map(([key, names]) => {
    const steps = names
      .filter((name) => name !== "file" || failing === 0) // of interest only when it fails
      .map((name) => stepReport(name, failing, trace));
    return { key, status: worst(steps.map(({ status }) => status)), steps };
  });
  const missing = groups.some(({ status }) => status === "missing");
  return {
    verdict: error ? "wrong" : missing ? "dealt" : "ok",
    groups,
    difference: error && differenceOf(error, trace, bytes),
  };
}

/** The status of a group is that of its most telling step. */
function worst(found) {
  return ["wrong", "missing", "none", "ok", "unused"].find((one) => found.includes(one));
}

function stepReport(key, failing, trace) {
  const index = STEPS.indexOf(key);
  if (index === failing) return { key, status: "wrong", values: null };
  if (index > failing) return { key, status: "none", values: null };
  const { status = "ok", values = null } = DETAILS[key]?.(trace) ?? {};
  return { key, status, values };
}

const used = (values) => (values ? { values } : { status: "unused" });
const given = (trace, name) => (
  trace.document.has(name)
    ? { values: { text: trace.document.get(name) } }
    : { status: "missing" }
);
const sum = (list) => list.reduce((total, one) => total + one, 0n);
const isShown = ({ document }) => document.get("rounds").every((entry) => entry.has("shown"));

const DETAILS = {
  string: ({ order }) => ({ values: { cards: order?.length ?? null } }),
  md5: (trace) => given(trace, "md5"),
  sha256: (trace) => given(trace, "sha256"),
  shuffle({ document }) {
    const seed = document.get("player_seed");
    return used(seed !== undefined && { seed });
  },
  cut({ document, order }) {
    const cut = document.get("cut");
    const cards = order.length;
    return used(cut !== undefined && cut < cards && { cut, cards, first: cut + 1n });
  },
  moved({ document }) {
    const moved = document.get("rounds").flatMap((entry) => entry.get("moved") ?? []);
    return used(moved.length > 0 && { moved: moved.join(", ") });
  },
  cards(trace) {
    const rounds = trace.document.get("rounds");
    return {
      status: isShown(trace) ? "ok" : "missing",
      values: {
        rounds: rounds.length,
        out: trace.rounds.at(-1)?.nextCard ?? 0,
        decisions: rounds.reduce((total, entry) => total + entry.get("actions").length, 0),
      },
    };
  },
  results: (trace) => ({
    status: isShown(trace) ? "ok" : "missing",
    values: {
      staked: sum(trace.results.map(({ staked }) => staked)),
      returned: sum(trace.results.map(({ returned }) => returned)),
    },
  }),
};

function differenceOf(error, trace, bytes) {
  return {
    step: stepOf(error),
    code: error.code,
    at: error.at,
    place: placeOf(error.at, trace),
    compared: ["signature_mismatch", "result_mismatch"].includes(error.code),
    expected: error.expected ?? null,
    found: error.found ?? null,
    cause: causeOf(bytes, trace.document, error),
  };
}

/** The path of an element as words: [name, number or null], from the outside in. */
function placeOf(at, trace) {
  const place = [];
  let round = 0;
  for (const [, name, index] of at.matchAll(/([^.[\]]+)(?:\[([0-9]+)\])?/g)) {
    const number = index === undefined ? null : Number(index);
    if (name === "rounds") round = number;
    if (name === "boxes" && number !== null) {
      place.push([name, Number(trace.results[round]?.boxes[number]?.box ?? number + 1)]);
    } else if (name !== "shown") {
      place.push([name, number === null ? null : number + 1]);
    }
  }
  return place;
}
