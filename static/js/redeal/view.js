// Shows a check: the shoe as a strip of numbered cards, the steps, a difference in words, and the
// hands beside what the table had shown. Builds elements only; sends and fetches nothing.

import { face, money, say, sayPlace, sayValue } from "./texts.js";

/** An element with a class and what lies in it. */
function make(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside.filter((one) => one !== null));
  return element;
}

const SIGNS = { ok: "✓", signed: "✓", wrong: "✗", none: "–", unused: "–", missing: "?" };

function status(words, key) {
  const sign = make("span", "redeal-sign", SIGNS[key]);
  sign.setAttribute("aria-hidden", "true");
  return make("b", `redeal-status is-${key}`, sign, ` ${words[`status.${key}`]}`);
}

/* ---- The shoe ------------------------------------------------------------------------------ */

/** Which cards went where: number -> {kind, box, hand, round}. */
function marksOf(rounds) {
  const marks = new Map();
  rounds.forEach((round, index) => {
    for (const number of round.dealerNumbers) marks.set(number, { kind: "dealer", round: index });
    if (round.reserved) marks.set(round.reserved, { kind: "reserved", round: index });
    for (const box of round.boxes) {
      box.hands.forEach((hand, place) => {
        const of = box.hands.length > 1 ? place : null;
        for (const number of hand.numbers) {
          marks.set(number, { kind: "box", box: box.number, hand: of, round: index });
        }
      });
    }
  });
  return marks;
}

function shortMark(words, mark) {
  if (mark.kind !== "box") return words[`mark.${mark.kind}`];
  return `${mark.box}${mark.hand === null ? "" : words["mark.hands"][mark.hand] ?? ""}`;
}

function longMark(words, mark, many) {
  if (!mark) return words["strip.unused"];
  const parts = [];
  if (many) parts.push(say(words, "place.rounds", { number: mark.round + 1 }));
  if (mark.kind === "dealer") parts.push(words["place.dealer"]);
  if (mark.kind === "reserved") parts.push(words["strip.reserved"]);
  if (mark.kind === "box") parts.push(say(words, "place.boxes", { number: mark.box }));
  if (mark.hand >= 0 && mark.hand !== null && mark.kind === "box") {
    parts.push(say(words, "place.hands", { number: mark.hand + 1 }));
  }
  return parts.join(", ");
}

/** The shoe as it was dealt; the cards of round `shown` are stressed. */
function strip(words, trace, shown) {
  const shoe = trace.rounds[shown]?.shoe ?? trace.order;
  const many = trace.rounds.length > 1;
  const marks = marksOf(trace.rounds);
  const list = make("ol", "shoe-strip", ...shoe.map((card, index) => {
    const mark = marks.get(index + 1);
    const tile = make("span", `shoe-face${"DH".includes(card[1]) ? " is-red" : ""}`, face(card));
    const number = make("span", "shoe-number", String(index + 1));
    const where = make("span", "shoe-mark", mark ? shortMark(words, mark) : "");
    for (const one of [tile, number, where]) one.setAttribute("aria-hidden", "true");
    const state = mark ? (mark.round === shown ? "is-mine" : "is-other") : "is-unused";
    const to = mark ? ` to-${mark.kind}${mark.box ?? ""}` : "";
    const said = say(words, "strip.card", {
      number: index + 1, card: face(card), where: longMark(words, mark, many),
    });
    return make("li", `shoe-card ${state}${to}`, number, tile, where, make("span", "sr-only", said));
  }));
  return make(
    "section", "panel shoe-panel",
    make("h2", "", words["strip.title"]), legend(words, marks, many, shown), list,
  );
}

function legend(words, marks, many, shown) {
  const mine = [...marks.values()].filter((mark) => mark.round === shown);
  const kinds = new Map(mine.map((mark) => [`${mark.kind}${mark.box ?? ""}`, mark]));
  const entries = [...kinds].sort().map(([kind, mark]) => make(
    "li", `to-${kind}`,
    make("span", "shoe-mark", shortMark(words, { ...mark, hand: null })),
    longMark(words, { ...mark, hand: null }, false),
  ));
  if (many) entries.push(make("li", "is-other", words["strip.other"]));
  return make("ul", "shoe-legend", ...entries);
}

/* ---- The steps and the difference --------------------------------------------------------- */

function steps(words, report, comma) {
  const groups = report.groups.map((group) => make(
    "li", "redeal-group",
    make("h3", "", words[`group.${group.key}`],
      status(words, group.status === "unused" ? "signed" : group.status)),
    make("ul", "redeal-steps", ...group.steps.map((step) => make(
      "li", "",
      make("span", "", words[`step.${step.key}`], detail(words, step, comma)),
      status(words, step.status),
    ))),
  ));
  return make("ol", "redeal-groups", ...groups);
}

function detail(words, { key, values, status: found }, comma) {
  if (!values || (found !== "ok" && found !== "missing")) return null;
  const text = values.text ?? say(words, `detail.${key}`, Object.fromEntries(
    Object.entries(values).map(([name, value]) => (
      [name, key === "results" ? money(value, comma) : value]
    )),
  ));
  return make("small", "", text);
}

function difference(words, { difference: found }, comma) {
  if (!found) return null;
  const facts = [["label.step", words[`step.${found.step}`]]];
  if (found.place.length) facts.push(["label.where", sayPlace(words, found.place)]);
  if (found.compared) {
    facts.push(["label.expected", sayValue(words, found.expected, found.place, comma)]);
    facts.push(["label.found", sayValue(words, found.found, found.place, comma)]);
  }
  if (found.cause) {
    facts.push(["label.cause", say(words, `cause.${found.cause.key}`, found.cause.values)]);
  }
  const list = make("dl", "facts", ...facts.flatMap(([key, text]) => (
    [make("dt", "", words[key]), make("dd", "", text)]
  )));
  const box = make("section", "panel redeal-difference",
    make("h2", "", words[`code.${found.code}`]), list);
  box.dataset.step = found.step;
  box.dataset.code = found.code;
  box.dataset.at = found.at;
  return box;
}

/* ---- Hands and payouts -------------------------------------------------------------------- */

/** The lines of a round object: what is compared, from json.js or from the new deal alike. */
function linesOf(words, round, comma) {
  const get = (one, name) => (one instanceof Map ? one.get(name) : one?.[name]);
  const amount = (one) => (typeof one === "bigint" ? money(one, comma) : "?");
  const pair = (stake, returned) => (
    say(words, "table.money", { stake: amount(stake), returned: amount(returned) })
      .replaceAll(" ", "\u00a0")
  );
  const paid = (one) => pair(get(one, "stake"), get(one, "returned"));
  const cards = (one) => list(get(one, "cards")).map((card) => sayValue(words, card, [])).join(" ");
  const list = (one) => (Array.isArray(one) ? one : []);
  const lines = [["table.dealer", {}, `${cards(get(round, "dealer"))} · ${
    sayValue(words, get(get(round, "dealer"), "points"), [])}`]];
  for (const box of list(get(round, "boxes"))) {
    const number = sayValue(words, get(box, "box"), []);
    const hands = list(get(box, "hands"));
    hands.forEach((hand, index) => {
      const outcome = get(hand, "outcome") ?? "open";
      lines.push([
        hands.length > 1 ? "table.box_hand" : "table.box", { number, hand: index + 1 },
        `${cards(hand)} · ${sayValue(words, outcome, [])} · ${paid(hand)}`,
      ]);
    });
    const insurance = get(box, "insurance");
    if (get(insurance, "stake") !== 0n) {
      lines.push(["table.insurance", { number }, paid(insurance)]);
    }
  }
  lines.push(["table.total", {}, pair(get(round, "staked"), get(round, "returned"))]);
  return lines.map(([key, values, text]) => [say(words, key, values), text]);
}

function hands(words, trace, shown, comma) {
  if (!trace.results[shown]) return null;
  const dealt = linesOf(words, trace.results[shown], comma);
  const written = trace.document.get("rounds")[shown].get("shown");
  const before = new Map(written ? linesOf(words, written, comma) : []);
  const names = new Set([...dealt.map(([name]) => name), ...before.keys()]);
  const now = new Map(dealt);
  const rows = [...names].map((name) => {
    const same = !written ? "missing" : now.get(name) === before.get(name) ? "ok" : "wrong";
    return row(words, [name, now.get(name) ?? "–", before.get(name) ?? "–"], same);
  });
  const heads = ["hand", "dealt", "shown", "verdict"].map((key) => {
    const head = make("th", "", words[`table.${key}`]);
    head.scope = "col";
    return head;
  });
  const table = make("table", "list redeal-hands",
    make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...rows));
  return make("section", "panel", make("h2", "", words["table.title"]), table);
}

function row(words, [name, now, before], same) {
  const head = make("th", "", name);
  head.scope = "row";
  const cells = [now, before].map((text, index) => {
    const cell = make("td", "", text);
    cell.dataset.label = words[index ? "table.shown" : "table.dealt"];
    return cell;
  });
  return make("tr", same === "wrong" ? "is-wrong" : "", head, ...cells,
    make("td", "", status(words, same)));
}

/** Show a whole check in `place`: of the rounds of the shoe, the one with index `shown`. */
export function show(place, { words, comma, report, trace, shown }) {
  const stepsPanel = make("section", "panel", make("h2", "", words["step.title"]),
    steps(words, report, comma));
  place.replaceChildren(...[
    difference(words, report, comma),
    trace.order ? strip(words, trace, shown) : null,
    make("div", "redeal-columns", stepsPanel, hands(words, trace, shown, comma)),
  ].filter((one) => one !== null));
}
