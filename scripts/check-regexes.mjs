/**
 * Looks for regular expressions that take more than linear time on some text, by
 * recheck, which proves a pattern safe or finds a text that attacks it. Every
 * pattern of src, apps and adapters is checked. What remains is listed below with its reason.
 *
 * Run: npm run check:regexes
 */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { fetchTools } from "./install-tools.mjs";

/** Patterns whose texts are short or our own, by their file. */
const BOUNDED = {
  "apps/cli/ranker-spec.ts": "what a person types",
  "apps/server/page-files.ts": "names of files of this package",
  "src/collection/datasets/medquad-liveqa.ts": "a file of a known collection",
  "src/collection/site/page-marks.ts": "an attribute of a page of one's own site",
  "src/dense/encoder/vector-encoder.ts": "a folder that a person configures",
  "src/search/site/build-site.ts": "an address that a person configures",
  "src/index/files/file-frame.ts": "eight characters",
  "src/tensor/node.ts": "a line of our own stack",
};

const ROOT = join(import.meta.dirname, "..");
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = fetchTools("regexes", { recheck: "4.5.0" }).require("recheck");

const listed = spawnSync("git", ["ls-files", "src", "apps", "adapters"], {
  cwd: ROOT,
  encoding: "utf8",
}).stdout.split("\n");
const files = listed.filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.ts$/.test(file));
const patterns = new Map();
for (const file of files) {
  const lang = file.endsWith("x") ? "tsx" : "ts";
  visit(parseAst(readFileSync(join(ROOT, file), "utf8"), { lang }), (regex) => {
    const text = `/${regex.pattern}/${regex.flags}`;
    patterns.set(text, { ...regex, files: [...(patterns.get(text)?.files ?? []), file] });
  });
}
if (patterns.size < 200) throw new Error(`only ${patterns.size} patterns were found`);

const complaints = [];
const used = new Set();
for (const [text, { pattern, flags, files: places }] of patterns) {
  const { status, complexity, attack, error } = checkSync(pattern, flags, { timeout: 60_000 });
  if (status === "safe") continue;
  const open = places.filter((file) => !(file in BOUNDED));
  for (const file of places) used.add(file);
  if (open.length === 0) continue;
  const why = error?.kind ?? `${complexity?.summary}, by ${attack?.pattern}`;
  complaints.push(`${open.join(", ")}: ${text} is ${status} (${why})`);
}
for (const file of Object.keys(BOUNDED)) {
  if (!used.has(file))
    complaints.push(`${file} has no such pattern any more; take it off the list`);
}
for (const complaint of complaints) console.error(complaint);
console.log(`${patterns.size} patterns checked, ${complaints.length} complaints`);
process.exit(complaints.length === 0 ? 0 : 1);

function visit(node, take) {
  if (node === null || typeof node !== "object") return;
  if (node.type === "Literal" && node.regex !== undefined) take(node.regex);
  for (const inner of Object.values(node)) visit(inner, take);
}
