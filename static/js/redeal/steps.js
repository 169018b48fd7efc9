// The steps of a check, in their order, and at which one a transcript fails. The same as
// blackjack/check_steps.py.

export const STEPS = [
  "file", "string", "md5", "sha256", "shuffle", "cut", "moved", "cards", "results",
];

const BY_CODE = {
  bad_json: "file",
  bad_format: "file",
  unknown_field: "file",
  unknown_variant: "file",
  unknown_rules: "file",
  bad_secret: "string",
  bad_seed: "shuffle",
  bad_cut: "cut",
  bad_moved: "moved",
};
const MONEY = [".stake", ".returned", ".staked", ".outcome", ".insurance"];

export function stepOf({ at, code }) {
  if (code === "signature_mismatch") return at;
  if (code === "result_mismatch" && MONEY.some((end) => at.endsWith(end))) return "results";
  return BY_CODE[code] ?? "cards";
}
