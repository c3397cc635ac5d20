/**
 * Our process of bench/product.ts, with the protocol of bench/peers/product/README.md. The last
 * argument is the mode:
 *
 *   default       `await index.search(text)`: ten hits with their documents, all matches counted
 *   documents     the same without counting
 *   ids           without documents
 *   engine        the ranking alone, by terms that were analysed before
 */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildIndex } from "../src/index/index.ts";
import { openIndex, type SearchIndex } from "../src/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";

const [documents, queries, folder, mode] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];
const begun = performance.now();
const isNew = !existsSync(folder);
if (isNew) await buildIndex(await NodeDirectory.open(folder), readDocuments());
const seconds = isNew ? (performance.now() - begun) / 1000 : 0;
const opening = performance.now();
const opened = await openIndex(folder);
const milliseconds = performance.now() - opening;
const texts = readFileSync(queries, "utf8").trimEnd().split("\n");
const search = await selectSearch(opened);
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
console.log(`ready ${seconds} ${bytes} ${milliseconds.toFixed(1)} termwise, ${mode}`);

for await (const line of createInterface({ input: process.stdin })) {
  const k = Number(line.split(" ")[1]);
  const times: number[] = [];
  for (let i = 0; i < texts.length; i++) {
    const start = process.hrtime.bigint();
    await search(i, k);
    times.push(Number(process.hrtime.bigint() - start));
  }
  console.log(`${times.join(" ")}\nend`);
}
await opened.close();

async function selectSearch(
  target: SearchIndex,
): Promise<(query: number, limit: number) => Promise<unknown>> {
  if (mode === "engine") {
    return target.withReader(async ({ searcher, analyzer }) => {
      const terms = texts.map((text) => [...new Set(analyzer.terms(text))]);
      return (i, top) => searcher.rank(terms[i] as string[], { ranker: "bm25", top });
    });
  }
  const options =
    mode === "default" ? {} : { total: false, ...(mode === "ids" ? { select: [] } : {}) };
  return (i, limit) => target.search(texts[i] as string, { ...options, limit });
}

async function* readDocuments(): AsyncGenerator<{ id: string; title: string; text: string }> {
  const { createReadStream } = await import("node:fs");
  for await (const line of createInterface({ input: createReadStream(documents) })) {
    const [id = "", title = "", text = ""] = line.split("\t");
    yield { id, title, text };
  }
}
