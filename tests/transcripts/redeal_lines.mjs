// Deals transcripts again under node: one per line in, one result per line out, with the step at
// which a wrong one stops.

import { createInterface } from "node:readline";
import { redealBytes } from "../../static/js/redeal/redeal.js";
import { stringify } from "../../static/js/redeal/json.js";
import { stepOf } from "../../static/js/redeal/steps.js";

// By bytes: a wrong encoding must arrive as it was sent.
process.stdin.setEncoding("latin1");
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { result, error } = redealBytes(Buffer.from(line, "latin1"));
  const step = error ? stepOf(error) : null;
  process.stdout.write(`${stringify({ result, step })}\n`);
}
