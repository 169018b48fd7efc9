// The form of a transcript: types, fields, and the first offending element. What is read here is
// what json.js gives: Map, Array, string, BigInt.

import { RULES } from "./rules.js";

/** What is wrong first: the path of the element, the format's code, and what was looked for. */
export class TranscriptError extends Error {
  constructor(at, code, message, values = {}) {
    super(message);
    this.at = at;
    this.code = code;
    this.expected = values.expected;
    this.found = values.found;
  }
}

const join = (at, name) => (at ? `${at}.${name}` : name);

function wrong(at, what) {
  throw new TranscriptError(at, "bad_format", `${at || "the document"} must be ${what}`);
}

function text(value, at) {
  if (typeof value !== "string") wrong(at, "a string");
}

function integer(value, at) {
  if (typeof value !== "bigint") wrong(at, "an integer");
}

function object(value, at) {
  if (!(value instanceof Map)) wrong(at, "an object");
}

const listOf = (check) => (value, at) => {
  if (!Array.isArray(value)) wrong(at, "a list");
  value.forEach((item, index) => check(item, `${at}[${index}]`));
};

const mapOf = (check) => (value, at) => {
  object(value, at);
  for (const [name, item] of value) check(item, `${at}.${name}`);
};

const record = (fields, required) => (value, at) => {
  object(value, at);
  for (const name of required) {
    const path = join(at, name);
    if (!value.has(name)) throw new TranscriptError(path, "bad_format", `${path} is missing`);
  }
  for (const [name, check] of Object.entries(fields)) {
    if (value.has(name)) check(value.get(name), join(at, name));
  }
};

const SESSION = { stake: integer, lit: listOf(integer), rounds: integer };
const ROUND = {
  scheme: text,
  moved: listOf(integer),
  leave: listOf(integer),
  bets: mapOf(integer),
  bingo: mapOf(integer),
  actions: listOf(text),
  house_from: integer,
  shown: object,
};
const DOCUMENT = {
  format: text,
  rules: integer,
  variant: text,
  secret: text,
  md5: text,
  sha256: text,
  player_seed: text,
  cut: integer,
  bingo_before: mapOf(record(SESSION, Object.keys(SESSION))),
  rounds: listOf(record(ROUND, ["bets", "actions"])),
  leave: listOf(integer),
};
const checkTypes = record(DOCUMENT, ["format", "variant", "secret", "rounds"]);

const BINGO_FIELDS = ["bingo_before", "bingo", "leave"];
const EXPERT_FIELDS = ["scheme", "moved"];

/** The newest row of each game that any version of the rules knows. */
const ROWS = Object.assign({}, ...Object.values(RULES.versions));
export const rowNamed = (variant) => (
  typeof variant === "string" && Object.hasOwn(ROWS, variant) ? ROWS[variant] : null
);

/** Check the form of a whole document; what depends on the game only where it is known. */
export function checkForm(document) {
  const row = document instanceof Map ? rowNamed(document.get("variant")) : null;
  checkTypes(document, "");
  if (document.get("format") !== RULES.format) {
    throw new TranscriptError("format", "bad_format", `the format must be ${RULES.format}`);
  }
  const rounds = document.get("rounds");
  if (row) checkNumberOfRounds(rounds.length, row);
  rounds.forEach((entry, index) => {
    const from = entry.get("house_from");
    if (from !== undefined && !(from >= 0n && from < entry.get("actions").length)) {
      wrong(`rounds[${index}].house_from`, "the index of an action");
    }
  });
  checkFields(document, row);
}

/** Fresh shoes have one round, kept ones at least one, or none that sessions were left in. */
function checkNumberOfRounds(number, row) {
  const fits = row.kept_shoe ? row.bingo || number > 0 : number === 1;
  if (!fits) throw new TranscriptError("rounds", "bad_format", "a wrong number of rounds");
}

function checkFields(document, row) {
  const absent = row
    ? [...(row.bingo ? [] : BINGO_FIELDS), ...(row.expert_mode ? [] : EXPERT_FIELDS)]
    : [];
  const before = [...(document.get("bingo_before") ?? new Map())];
  const places = [
    ["", document, DOCUMENT],
    ...before.map(([box, session]) => [`bingo_before.${box}`, session, SESSION]),
    ...document.get("rounds").map((entry, index) => [`rounds[${index}]`, entry, ROUND]),
  ];
  for (const [at, fields, known] of places) {
    for (const name of fields.keys()) {
      if (!Object.hasOwn(known, name) || absent.includes(name)) {
        const path = join(at, name);
        throw new TranscriptError(path, "unknown_field", `${path} is no field of this game`);
      }
    }
  }
}

/** The box that a JSON name stands for, or null: "1" is one, "01" is not. */
export const boxNumber = (name) => (/^[1-9][0-9]{0,2}$/.test(name) ? Number(name) : null);

const isMap = (value) => value instanceof Map;
const kind = (value) => (isMap(value) ? "map" : Array.isArray(value) ? "list" : typeof value);

/** Compare what the table had shown with the new deal, naming the first element that differs. */
export function requireSame(shown, actual, at) {
  const dealt = kind(actual) === "object" && actual !== null;
  if (dealt && isMap(shown)) {
    for (const name of new Set([...Object.keys(actual), ...shown.keys()])) {
      if (!shown.has(name) || !Object.hasOwn(actual, name)) {
        const why = shown.has(name) ? "was never shown" : "is missing";
        throw new TranscriptError(`${at}.${name}`, "result_mismatch", `${at}.${name} ${why}`, {
          expected: actual[name], found: shown.get(name),
        });
      }
      requireSame(shown.get(name), actual[name], `${at}.${name}`);
    }
  } else if (Array.isArray(actual) && Array.isArray(shown)) {
    actual.slice(0, shown.length).forEach((item, index) => {
      requireSame(shown[index], item, `${at}[${index}]`);
    });
    if (shown.length !== actual.length) differs(shown, actual, at);
  } else if (shown !== actual) {
    differs(shown, actual, at);
  }
}

function differs(shown, actual, at) {
  throw new TranscriptError(at, "result_mismatch", `${at} is not what the deal gives`, {
    expected: actual, found: shown,
  });
}
