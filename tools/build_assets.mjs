// Rebuilds the vendored front-end assets (card faces, font subsets, hash functions)
// from their npm packages. Starting the site does not need this script: its output is committed.
//
// Usage: node tools/build_assets.mjs      (needs node, npm and a reachable npm registry)

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = new URL("..", import.meta.url).pathname;
const VENDOR = join(ROOT, "static/vendor");

const PACKAGES = {
  faces: { name: "@heruka_urgyen/react-playing-cards", version: "0.5.0" },
  facesLicence: { name: "@letele/playing-cards", version: "0.1.0" },
  manrope: { name: "@fontsource-variable/manrope", version: "5.3.0" },
  noble: { name: "@noble/hashes", version: "2.4.0" },
  svgo: { name: "svgo", version: "4.1.0" },
  esbuild: { name: "esbuild", version: "0.28.2" },
};

// The design's inks instead of the deck's own primary colours.
const INKS = [
  [/"#44F"/gi, '"#2f4fa8"'],
  [/"#FC4"/gi, '"#e6b740"'],
  [/"red"/g, '"#c3161f"'],
  [/"black"/g, '"#15191b"'],
  [/"blue"/g, '"#1c4fb8"'],
  [/"green"/g, '"#12703c"'],
];
const OUTLINE = '"#c9c6bd"';

const work = mkdtempSync(join(tmpdir(), "assets-"));
writeFileSync(join(work, "package.json"), '{"private": true}');
const wanted = Object.values(PACKAGES).map(({ name, version }) => `${name}@${version}`);
execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--force", ...wanted], {
  cwd: work, stdio: "inherit",
});
const packageDir = ({ name }) => join(work, "node_modules", name);

// Each deck: the package's folder, ours, and the suits that are kept of it. The four-colour deck
// differs from the other in diamonds and clubs alone.
const DECKS = [
  { from: "2color-bf", to: "static/img/cards", suits: "CDHS" },
  { from: "4color-bf", to: "static/img/cards-four", suits: "CD" },
];

// Our codes write the ten as 0; the package writes T, and names one file differently.
function codeOf(fileName) {
  if (fileName === "2J.svg") return null; // a joker-like extra of the package, not a card of ours
  return fileName.replace(/\.svg$/, "").replace(/^T/, "0");
}

async function buildCards(deck) {
  const { optimize } = await import(join(packageDir(PACKAGES.svgo), "lib/svgo-node.js"));
  const from = join(packageDir(PACKAGES.faces), "src/images", deck.from);
  const to = join(ROOT, deck.to);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const fileName of readdirSync(from)) {
    const code = codeOf(fileName);
    if (!code || !deck.suits.includes(code[1])) continue;
    let svg = readFileSync(join(from, fileName), "utf8");
    // The outline is the only stroke of the card's own rectangle; mark it before inking.
    svg = svg.replace(/(<rect width="239"[^>]*) stroke="black"/, `$1 stroke=${OUTLINE}`);
    for (const [ink, ours] of INKS) svg = svg.replace(ink, ours);
    svg = svg.replace(/ (class|face)="[^"]*"/g, "").replace('width="2.5in"', 'width="240"')
      .replace('height="3.5in"', 'height="336"');
    const { data } = optimize(svg, {
      multipass: true, floatPrecision: 2,
      plugins: [{ name: "preset-default", params: { overrides: { removeHiddenElems: false } } }],
    });
    writeFileSync(join(to, `${code}.svg`), data);
  }
  copyFileSync(join(packageDir(PACKAGES.facesLicence), "LICENSE"), join(to, "LICENSE"));
}

function vendorDir(folder, { version }) {
  const target = join(VENDOR, folder, version);
  mkdirSync(target, { recursive: true });
  return target;
}

function buildFont() {
  const from = packageDir(PACKAGES.manrope);
  const to = vendorDir("manrope", PACKAGES.manrope);
  for (const subset of ["cyrillic", "latin", "latin-ext"]) {
    copyFileSync(
      join(from, `files/manrope-${subset}-wght-normal.woff2`), join(to, `${subset}.woff2`),
    );
  }
  copyFileSync(join(from, "LICENSE"), join(to, "LICENSE"));
}

async function buildHashes() {
  const from = packageDir(PACKAGES.noble);
  const to = vendorDir("noble-hashes", PACKAGES.noble);
  const entry = join(work, "entry.mjs");
  writeFileSync(entry, [
    'export { md5 } from "@noble/hashes/legacy.js";',
    'export { sha256 } from "@noble/hashes/sha2.js";',
    'export { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";',
  ].join("\n"));
  const { build } = await import(join(packageDir(PACKAGES.esbuild), "lib/main.js"));
  await build({
    entryPoints: [entry], outfile: join(to, "hashes.js"), bundle: true, minify: true,
    format: "esm", target: "es2020", legalComments: "inline", logLevel: "error",
  });
  copyFileSync(join(from, "LICENSE"), join(to, "LICENSE"));
}

function listThirdParties() {
  const sha256 = (path) => createHash("sha256").update(readFileSync(join(ROOT, path))).digest("hex");
  const rows = (folder) => readdirSync(join(ROOT, folder)).sort()
    .map((file) => `| \`${folder}/${file}\` | \`${sha256(`${folder}/${file}`)}\` |`);
  const section = (title, { name, version }, licence, note, folder) => [
    `## ${title}`, "", `npm package \`${name}\` ${version}; licence: ${licence}. ${note}`, "",
    "| file | SHA-256 |", "|---|---|", ...rows(folder), "",
  ];
  const text = [
    "# Third-party files", "",
    "Made by `node tools/build_assets.mjs`. Everything else under `static/` is our own;",
    "htmx comes with the Python package django-htmx.", "",
    ...section("Card faces", PACKAGES.faces, "CC0 1.0 (the drawings, by Adrian Kennard)",
      "Big-index two-colour deck, recoloured and optimised with svgo.", "static/img/cards"),
    ...section("Card faces, four colours", PACKAGES.faces, "CC0 1.0 (the drawings, by Adrian Kennard)",
      "Diamonds and clubs of the big-index four-colour deck, made the same way.",
      "static/img/cards-four"),
    ...section("Manrope", PACKAGES.manrope, "SIL Open Font License 1.1",
      "Unchanged variable-weight subsets.",
      `static/vendor/manrope/${PACKAGES.manrope.version}`),
    ...section("noble-hashes", PACKAGES.noble, "MIT",
      "MD5, SHA-256 and two byte conversions, bundled by esbuild into one ES module.",
      `static/vendor/noble-hashes/${PACKAGES.noble.version}`),
  ];
  writeFileSync(join(VENDOR, "THIRD_PARTY.md"), text.join("\n"));
}

for (const deck of DECKS) await buildCards(deck);
buildFont();
await buildHashes();
listThirdParties();
rmSync(work, { recursive: true, force: true });
