/**
 * Makes the table and the cost model of docs/scale.md of what `npm run bench -- scale --out <file>` has measured, between
 * the marks that the document has for them.
 *
 * Run: node scripts/scale-table.mjs bench/results/scale.json
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MARKS = [
  ["<!-- table of bench:scale -->", "<!-- end of table -->", table],
  ["<!-- cost model of bench:scale -->", "<!-- end of cost model -->", costModel],
];
const path = join(import.meta.dirname, "../docs/scale.md");
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("which file? node scripts/scale-table.mjs <file>");
const rows = JSON.parse(readFileSync(file, "utf8"));
let page = readFileSync(path, "utf8");
for (const [beginMark, endMark, write] of MARKS) {
  const [begin, end] = [page.indexOf(beginMark), page.indexOf(endMark)];
  if (begin < 0 || end < begin) throw new Error(`docs/scale.md has no place for ${beginMark}`);
  page = `${page.slice(0, begin + beginMark.length)}\n${write()}\n${page.slice(end)}`;
}
writeFileSync(path, page);

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

/** Bytes per document by postings per document: least squares over the impacts of one shard. */
function costModel() {
  const points = rows
    .filter((row) => row.shards === 1 && ["full", "pruned"].includes(row.name))
    .map(({ key, name, documents, postings, bytesPerDocument }) => ({
      ...{ key, name, documents, x: postings / documents, y: bytesPerDocument },
    }));
  const [meanX, meanY] = ["x", "y"].map(
    (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length,
  );
  const slope =
    points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) /
    points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const base = meanY - slope * meanX;
  const lines = points.map(({ documents, name, x, y }) => {
    const modelled = base + slope * x;
    const cells = [documents.toLocaleString("en"), name, x.toFixed(1), y.toFixed(1)];
    return `| ${[...cells, modelled.toFixed(1), (y - modelled).toFixed(1)].join(" | ")} |`;
  });
  return [
    `Least squares over one shard: ${base.toFixed(1)} bytes per document and ${slope.toFixed(2)} per posting.`,
    "",
    "| documents | index | postings per document | bytes per document | by the model | residual |",
    "| --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}
