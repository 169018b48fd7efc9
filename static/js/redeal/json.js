// JSON read strictly, with nothing lost: names keep their order, a name that stands twice is an
// error, and whole numbers stay whole at any size.
//
// What comes out: Map for an object, Array, string, boolean, null, BigInt for a whole number, and
// number for one written with a point or an exponent. (JSON.parse can't be used: it reorders the
// names of boxes, keeps the last of two equal names, and can't tell 1 from 1.0.)

export const LONGEST_NUMBER = 4000; // digits
const DEEPEST = 900;
const BLANK = /[ \t\n\r]*/y;
const NUMBER = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const WORDS = { true: true, false: false, null: null };

/** Read the bytes of a file: UTF-8 without exception, then JSON. Throws SyntaxError. */
export function parseBytes(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SyntaxError("it is not UTF-8");
  }
  return parse(text);
}

/** Read JSON text. Throws SyntaxError, saying what is wrong and where. */
export function parse(text) {
  let at = 0;

  const fail = (what) => { throw new SyntaxError(`${what} at character ${at + 1}`); };

  function skip() {
    BLANK.lastIndex = at;
    at += BLANK.exec(text)[0].length;
  }

  function string() {
    let read = "";
    for (at += 1; ; ) {
      PLAIN.lastIndex = at;
      const plain = PLAIN.exec(text)[0];
      read += plain;
      at += plain.length;
      if (text[at] === '"') break;
      if (text[at] !== "\\") fail(at < text.length ? "a control character" : "an unfinished string");
      const sign = text[at + 1];
      if (sign === "u") {
        const digits = text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) fail("an unknown escape");
        read += String.fromCharCode(Number.parseInt(digits, 16));
        at += 6;
      } else {
        if (sign === undefined || !Object.hasOwn(ESCAPES, sign)) fail("an unknown escape");
        read += ESCAPES[sign];
        at += 2;
      }
    }
    at += 1;
    return read;
  }

  function number() {
    NUMBER.lastIndex = at;
    const found = NUMBER.exec(text);
    if (!found) fail("no value");
    const [whole, integer, fraction, exponent] = found;
    at += whole.length;
    if (fraction !== undefined || exponent !== undefined) return Number(whole);
    if (integer.length > LONGEST_NUMBER) fail("a number of too many digits");
    return BigInt(integer);
  }

  /** Read what lies between an opening and a closing sign, parted by commas. */
  function parts(closing, one) {
    at += 1;
    skip();
    if (text[at] === closing) { at += 1; return; }
    for (;;) {
      one();
      skip();
      if (text[at] === closing) { at += 1; return; }
      if (text[at] !== ",") fail("a comma is missing");
      at += 1;
      skip();
    }
  }

  function value(depth) {
    if (depth > DEEPEST) fail("nested too deeply");
    const sign = text[at];
    if (sign === '"') return string();
    if (sign === "[") {
      const list = [];
      parts("]", () => list.push(value(depth + 1)));
      return list;
    }
    if (sign === "{") {
      const names = new Map();
      parts("}", () => {
        if (text[at] !== '"') fail("a name is missing");
        const name = string();
        skip();
        if (text[at] !== ":") fail("a colon is missing");
        at += 1;
        skip();
        // Readers disagree on which of two values counts; a proof must not depend on the reader.
        if (names.has(name)) fail("a name stands twice in one object");
        names.set(name, value(depth + 1));
      });
      return names;
    }
    for (const [word, meant] of Object.entries(WORDS)) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return meant;
      }
    }
    return number();
  }

  skip();
  const read = value(0);
  skip();
  if (at < text.length) fail("something follows the end");
  return read;
}

/** Write a value back, of any kind that `parse` gives, or a plain object of such values. */
export function stringify(value) {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(stringify).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = value instanceof Map ? [...value] : Object.entries(value);
  return `{${names.map(([name, one]) => `${JSON.stringify(name)}: ${stringify(one)}`).join(", ")}}`;
}
