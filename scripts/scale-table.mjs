/**
 * Makes the table of docs/scale.md of what `npm run bench -- scale --out <file>` has measured, between the marks that
 * the document has for it.
 *
 * Run: node scripts/scale-table.mjs bench/results/scale.json
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [BEGIN, END] = ["<!-- table of bench:scale -->", "<!-- end of table -->"];
const path = join(import.meta.dirname, "../docs/scale.md");
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("which file? node scripts/scale-table.mjs <file>");
const rows = JSON.parse(readFileSync(file, "utf8"));
const page = readFileSync(path, "utf8");
const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
if (begin < 0 || end < begin) throw new Error("docs/scale.md has no place for the table");
writeFileSync(path, `${page.slice(0, begin + BEGIN.length)}\n${table()}\n${page.slice(end)}`);

function table() {
  const columns = [
    ["collection", ({ key }) => key.split(" ")[0]],
    ["documents", ({ documents }) => documents.toLocaleString("en")],
    ["shards", ({ shards }) => shards],
    ["index", ({ name }) => name],
    ["tokens", ({ tokens }) => (tokens === "none" ? "here" : tokens)],
    ["postings", ({ postings }) => postings.toLocaleString("en")],
    ["bytes per document", ({ bytesPerDocument }) => bytesPerDocument],
    ["documents per second in", ({ documentsPerSecond }) => documentsPerSecond],
    ["median ms", ({ medianMilliseconds }) => medianMilliseconds],
    ["p95 ms", ({ p95Milliseconds }) => p95Milliseconds],
    ["p99 ms", ({ p99Milliseconds }) => p99Milliseconds ?? "–"],
    ["publisher MB", ({ publisherMegabytes }) => publisherMegabytes ?? "–"],
    ["processor ms", ({ cpuMillisecondsPerQuery }) => cpuMillisecondsPerQuery],
    ["with tokens of 100, ms", ({ tokenMilliseconds }) => tokenMilliseconds ?? "–"],
  ];
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const head = columns.map(([name]) => name);
  const body = rows.map((row) => line(columns.map(([, cell]) => cell(row))));
  return [line(head), line(head.map(() => "---")), ...body].join("\n");
}
