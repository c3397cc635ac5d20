/**
 * Checks what the project is built from, by its lock file:
 *
 * - every package has a hash (`integrity`), except those for other platforms
 *   that the registry at hand did not offer: `npm ci` installs none of them here;
 * - every licence is one that lets a user of this project do what its own
 *   licence promises;
 * - every direct dependency has its reason in docs/dependencies.md;
 * - no known vulnerability of moderate or higher severity, where the registry
 *   answers that question. Where it does not, that is said.
 *
 * Run: npm run check:dependencies
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Licences that ask for no more than keeping a notice, and MPL for tools that are not shipped. */
const ANYWHERE = [
  "MIT",
  "Apache-2.0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
  "MIT-0",
  "CC0-1.0",
];
/** What their files say, where package.json does not say it in the words of SPDX. */
const FROM_FILES = { "cohere-ai": "MIT", "hogan.js": "Apache-2.0", mkdirp: "MIT" };
const DEVELOPMENT = [...ANYWHERE, "MPL-2.0", "Python-2.0", "CC-BY-4.0"];

const root = new URL("../", import.meta.url);
const read = (name) => readFileSync(new URL(name, root), "utf8");
const { packages } = JSON.parse(read("package-lock.json"));
const manifest = JSON.parse(read("package.json"));
const reasons = read("docs/dependencies.md");
const complaints = [];
const elsewhere = [];

for (const [place, entry] of Object.entries(packages)) {
  if (place === "") continue;
  const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
  const isInstalled = existsSync(new URL(`${place}/package.json`, root));
  if (entry.integrity === undefined) {
    if (entry.optional && !isInstalled) elsewhere.push(name);
    else complaints.push(`${name} ${entry.version} has no hash in package-lock.json`);
  }
  if (!isInstalled) continue;
  const licence =
    FROM_FILES[name] ?? entry.license ?? JSON.parse(read(`${place}/package.json`)).license;
  if (!isAllowed(String(licence), entry.dev ? DEVELOPMENT : ANYWHERE)) {
    complaints.push(
      `${name} ${entry.version} has the licence ${licence}, which is not on the list`,
    );
  }
}

const direct = Object.keys({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.peerDependencies,
});
for (const name of direct) {
  if (!reasons.includes(`\`${name}\``))
    complaints.push(`${name} has no reason in docs/dependencies.md`);
}

const audit = spawnSync("npm", ["audit", "--audit-level=moderate"], {
  cwd: root,
  encoding: "utf8",
  env: { ...process.env, npm_config_loglevel: "notice" }, // a silent npm does not say why it failed
});
const printed = `${audit.stdout}${audit.stderr}`;
if (audit.status === 0) console.log("npm audit: no known vulnerability");
else if (
  /audit endpoint returned an error|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/.test(printed)
) {
  console.log("npm audit: the registry does not answer; known vulnerabilities were not checked");
} else complaints.push(`npm audit found vulnerabilities:\n${printed}`);

const count = Object.keys(packages).length - 1;
console.log(`${count} packages in the lock; ${elsewhere.length} for other platforms have no hash`);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;

/** Whether an SPDX expression lets one choose a licence of the list: `MIT OR Apache-2.0`. */
function isAllowed(expression, list) {
  return expression
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((licence) => list.includes(licence.trim())));
}
