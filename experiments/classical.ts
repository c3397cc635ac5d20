/**
 * How good the classical rankers are on a judged collection, and what feedback,
 * term dependence and proximity add to their bases.
 *
 * English analysis with the full stop list and Porter2; defaults of docs/rankers.md,
 * nothing tuned, so that no split is needed. Each table compares with its first
 * row: paired t tests, Bonferroni over the rows of a table.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run experiment:classical -- cranfield cisi:all vaswani
 */

import { renderTable } from "../src/analysis/table.ts";
import {
  openKnownCollection,
  parseCollectionSplit,
  readSplit,
  type Split,
} from "../src/collection/index.ts";
import { type Comparison, compare } from "../src/evaluation/index.ts";
import { buildIndex, IndexSnapshot } from "../src/index/index.ts";
import { rankQueries, Searcher } from "../src/ranking/index.ts";
import { MemoryDirectory } from "../src/storage/memory-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { openAnalyzer } from "../src/text/index.ts";
import { dataPackage } from "./data-package.ts";

const MEASURES = ["AP", "nDCG@10", "P@10", "R@1000"];

/** Each table's first ranker is what the others are held against. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  "single terms": ["bm25", "bm25(idf=cf)", "tfidf", "tfidf(form=tdv)", "pl", "lm", "lm-jm"],
  feedback: ["bm25", "rm3(bm25)", "rm3(bm25,variant=indri)"],
  dependence: ["fi", "sdm", "fdm"],
  proximity: [
    "bm25",
    ...["min-dist", "ave-dist", "max-dist", "span", "min-cover"].map((m) => `proximity(bm25,${m})`),
  ],
};

for (const source of process.argv.slice(2)) await report(source);

async function report(source: string): Promise<void> {
  const { collection: name, split } = parseCollectionSplit(source);
  const collections = process.env.TERMWISE_COLLECTIONS;
  const collection = await openKnownCollection(new NodeFiles(), name, {
    collections,
    findPackage: dataPackage,
  });
  const queries = await readSplit(collection, split);
  const directory = new MemoryDirectory();
  const analysis = { stopWords: "english" } as const;
  await buildIndex(directory, collection.documents(), { analysis, positions: true });
  const view = await IndexSnapshot.open(directory);
  const searcher = new Searcher(view, { analyzer: await openAnalyzer(view.settings.analysis) });
  console.log(`### ${name}, ${queries.judgements.size} judged queries\n`);
  for (const [title, rankers] of Object.entries(TABLES)) {
    console.log(`${title}:\n\n${table(await compared(searcher, queries, rankers))}\n`);
  }
  await view.close();
}

async function compared(
  searcher: Searcher,
  { queries, judgements }: Split,
  rankers: readonly string[],
): Promise<Comparison> {
  const judged = queries.filter(({ id }) => judgements.has(id));
  const runs = [];
  for (const ranker of rankers) runs.push(await rankQueries(searcher, judged, { ranker }));
  const [baseline, ...others] = runs;
  if (baseline === undefined) throw new Error("a table needs rankers");
  return compare(judgements, baseline, others, MEASURES, { correction: "bonferroni" });
}

/** A mean, then its mark and corrected p against the first row. */
function table({ measures }: Comparison): string {
  const rankers = measures[0]?.rows.map(({ run }) => run) ?? [];
  const rows = rankers.map((ranker, i) => [
    `\`${ranker}\``,
    ...measures.map(({ rows: values }) => {
      const { overall = 0, against } = values[i] ?? {};
      const p =
        against === undefined ? "" : ` (${against.mark || "="} ${shownP(against.correctedP)})`;
      return `${overall.toFixed(4)}${p}`;
    }),
  ]);
  return renderTable({ header: ["ranker", ...MEASURES], rows, words: [0] }, "markdown");
}

function shownP(p: number): string {
  return p < 0.001 ? "p < .001" : `p = ${p.toFixed(3).replace("0.", ".")}`;
}
