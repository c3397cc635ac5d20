/**
 * Prints, as JSON, the files of the built library that a line of JSON passes on its
 * way from disk through an index on disk to a hit.
 *
 * V8 counts how often each function is called while n documents are added and
 * found. A document passes a file if a function there is called more often for two documents
 * than for one. Functions that open, lock and commit are called as often for
 * both, so they do not count; neither does code that runs when a module is loaded.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [, , dist] = process.argv;
const importBuilt = (path) => import(new URL(path, dist).href);
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const { createIndex, openIndex } = await importBuilt("src/index.js");
const { streamDocuments } = await importBuilt("src/collection/index.js");
const { NodeFiles } = await importBuilt("src/storage/node-files.js");
const DOCUMENTS = [
  { id: "eggs", text: "Lower the eggs into boiling water." },
  { id: "soup", text: "Beat two eggs and stir them into hot soup." },
];

/** How often each function is called while so many documents are added and found, by file and function. */
async function countCalls(documents) {
  const folder = mkdtempSync(join(tmpdir(), "termwise-path-"));
  try {
    const path = join(folder, "documents.jsonl");
    writeFileSync(path, documents.map((each) => `${JSON.stringify(each)}\n`).join(""));
    await session.post("Profiler.takePreciseCoverage"); // resets the counts
    const added = await createIndex(join(folder, "index"));
    await added.add(streamDocuments(new NodeFiles(), path, "jsonl"));
    await added.close();
    const index = await openIndex(join(folder, "index"));
    // A correction reads the dictionary, which grows with documents; no document passes it.
    const { hits } = await index.search("eggs", { didYouMean: false });
    await index.close();
    if (hits.length !== documents.length) throw new Error("not all documents were found");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const counts = new Map();
  for (const { url, functions } of result) {
    if (!url.startsWith(new URL("src/", dist).href)) continue;
    const file = url.slice(dist.length).replace(/\.js$/, ".ts");
    for (const { functionName, ranges } of functions) {
      const [{ count, startOffset }] = ranges;
      if (functionName !== "") counts.set(`${file} ${startOffset} ${functionName}`, count);
    }
  }
  return counts;
}

await countCalls(DOCUMENTS); // loads what is loaded on demand
const [one, two] = [await countCalls(DOCUMENTS.slice(0, 1)), await countCalls(DOCUMENTS)];
const called = [...two].filter(([, count]) => count > 0);
const passed = [...two].filter(([key, count]) => count > (one.get(key) ?? 0));

/** The files of functions, each with its functions. */
function groupByFile(counts) {
  const files = new Map();
  for (const [key] of counts) {
    const [file, , ...name] = key.split(" ");
    files.set(file, [...(files.get(file) ?? []), name.join(" ")]);
  }
  return Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

console.log(JSON.stringify({ passed: groupByFile(passed), called: groupByFile(called) }));
