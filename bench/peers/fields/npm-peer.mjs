/**
 * An engine from npm as a peer of bench/fields.ts; README.md specifies the protocol. Started with
 * its name and the folder of its packages before the documents and the queries; it writes no files.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import * as engines from "./engines.mjs";

const [name, packages, documents, queries] = process.argv.slice(2);
const require = createRequire(join(packages, "package.json"));
const { module, build } = { ...engines }[name];
const { version } = JSON.parse(
  readFileSync(join(packages, "node_modules", module, "package.json"), "utf8"),
);
const rows = (path) => readFileSync(path, "utf8").replace(/\n$/, "").split("\n");
const texts = rows(documents).map((row) => {
  const [id, source, published, title, text] = row.split("\t");
  return { id, source, published, all: `${title}\n${text}`, title, text };
});
const queriesByLine = new Map();
for (const row of rows(queries)) {
  const [line, before, query] = row.split("\t");
  if (!queriesByLine.has(line)) queriesByLine.set(line, []);
  queriesByLine.get(line).push({ query, before });
}
const start = performance.now();
const lines = await build(await import(pathToFileURL(require.resolve(module)).href), texts);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(`ready ${module} ${version}, built in ${seconds} s`);
for await (const line of createInterface({ input: process.stdin })) {
  const search = lines[line.replace(/ .*/, "")];
  if (search === undefined) {
    console.log("none");
    continue;
  }
  const times = [];
  for (const { query, before } of queriesByLine.get(line)) {
    const begun = process.hrtime.bigint();
    await search(query, before);
    times.push(process.hrtime.bigint() - begun);
  }
  console.log(times.join(" "));
}
