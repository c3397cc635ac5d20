/**
 * Completes package-lock.json after `npm install`: names the optional packages
 * of other platforms that the registry at hand did not offer (npm leaves them
 * out, and then `npm ci` refuses the lock), and drops download addresses.
 *
 * Run: npm run lock
 */

import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "arm", "ppc64", "s390x", "wasm32", "x64"];

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const packages = lock.packages;

for (const { optionalDependencies = {} } of Object.values(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    packages[`node_modules/${name}`] ??= { version, dev: true, optional: true, ...platform(name) };
  }
}
for (const entry of Object.values(packages)) delete entry.resolved;
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);

/** What a package's name says of the platform it is for: @x/cli-linux-arm64-musl. */
function platform(name) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.includes("musl") ? ["musl"] : /-gnu/.test(name) ? ["glibc"] : [];
  return Object.fromEntries(
    Object.entries({ os, cpu, libc }).filter(([, list]) => list.length > 0),
  );
}
