/**
 * An engine from npm as a peer of bench/fields.ts. Started with its name, the
 * folder of its packages, the documents as JSON lines, the queries of each line
 * of the benchmark as JSON, and a folder for files. Prints `ready` with what it
 * is; then, for each name of a line that it reads, the nanoseconds of its
 * queries, or `none` for what the engine cannot do.
 */

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import * as engines from "./engines.mjs";

const [name, packages, documents, queries, folder] = process.argv.slice(2);
const require = createRequire(join(packages, "package.json"));
const { module, build } = { ...engines }[name];
const { version } = JSON.parse(
  readFileSync(join(packages, "node_modules", module, "package.json"), "utf8"),
);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const texts = readFileSync(documents, "utf8").replace(/\n$/, "").split("\n").map(JSON.parse);
const asked = JSON.parse(readFileSync(queries, "utf8"));
const start = performance.now();
const lines = await build(await import(pathToFileURL(require.resolve(module)).href), texts, folder);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(`ready ${module} ${version}, built in ${seconds} s`);
for await (const line of createInterface({ input: process.stdin })) {
  const { queries: all, before } = asked[line];
  const search = lines[line.replace(/ .*/, "")];
  if (search === undefined) {
    console.log("none");
    continue;
  }
  const times = [];
  for (const query of all) {
    const begun = process.hrtime.bigint();
    await search(query, before);
    times.push(process.hrtime.bigint() - begun);
  }
  console.log(times.join(" "));
}
