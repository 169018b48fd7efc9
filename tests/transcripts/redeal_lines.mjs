// Deals transcripts again under node: one per line in, one result per line out, with the step at
// which a wrong one stops and the likely cause.

import { createInterface } from "node:readline";
import { causeOf } from "../../static/js/redeal/causes.js";
import { redealBytes } from "../../static/js/redeal/redeal.js";
import { stringify } from "../../static/js/redeal/json.js";
import { stepOf } from "../../static/js/redeal/steps.js";

// By bytes: a wrong encoding must arrive as it was sent.
process.stdin.setEncoding("latin1");
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const bytes = Buffer.from(line, "latin1");
  const { result, error, trace } = redealBytes(bytes);
  const step = error ? stepOf(error) : null;
  const cause = error ? causeOf(bytes, trace.document, error) : null;
  process.stdout.write(`${stringify({ result, step, cause })}\n`);
}
