/**
 * An engine from npm as a peer of bench/search.ts; README.md specifies the protocol. Started with
 * the engine's name and the folder of its packages before the other arguments. The index is built
 * at each start.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import * as heapEngines from "./heap-engines.mjs";
import * as sqlEngines from "./sql-engines.mjs";

const [name, packages, documents, queries, folder] = process.argv.slice(2);
const require = createRequire(join(packages, "package.json"));
const load = (module) => import(pathToFileURL(require.resolve(module)).href);
const { module, build } = { ...heapEngines, ...sqlEngines }[name];
const lines = (path) => readFileSync(path, "utf8").replace(/\n$/, "").split("\n");
const version = () =>
  JSON.parse(readFileSync(join(packages, "node_modules", module, "package.json"), "utf8")).version;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const start = performance.now();
const search = await build(await load(module), lines(documents), folder);
const seconds = (performance.now() - start) / 1000;
// 0 for those that write no file.
const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
console.log(`ready ${seconds} ${bytes} ${module} ${version()}`);
const queryTexts = lines(queries);
for await (const line of createInterface({ input: process.stdin })) {
  const [command, k] = line.split(" ");
  const times = [];
  const hitLines = [];
  for (const query of queryTexts) {
    const before = process.hrtime.bigint();
    const hits = query === "" ? [] : await search(query, Number(k));
    times.push(process.hrtime.bigint() - before);
    hitLines.push(hits.map(([id, score]) => `${id}:${score}`).join(" "));
  }
  console.log(command === "top" ? hitLines.join("\n") : times.join(" "));
  console.log("end");
}
