/**
 * Whether documents made of the texts of the large mix have words like more documents of the mix:
 * the growth of the number of terms (Heaps) and the lengths of posting lists by rank (Zipf), at
 * several numbers of documents. Numbers above 1,003,191 count documents of
 * recombine-documents.ts. Draws both as pictures in docs/img.
 *
 * Not measured: whether terms occur together as they would in other texts.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench -- vocabulary [--documents 100319,300957,1003191,3009573]
 *   [--out file]
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type LineSeries, renderLineChart } from "../src/analysis/index.ts";
import { openAnalyzer } from "../src/text/index.ts";
import { readMixDocuments } from "./search-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Ranks at which list lengths are kept: three to a power of ten. */
const RANKS = [0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power));

/** The terms of some first documents. */
interface VocabularyFigures {
  readonly documents: number;
  readonly tokens: number;
  readonly terms: number;
  readonly postings: number;
  /** Terms in one document. */
  readonly once: number;
  /** The lengths of lists by rank, from the longest. */
  readonly lists: readonly { readonly rank: number; readonly documents: number }[];
}

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "100319,300957,1003191,3009573" },
    out: { type: "string" },
  },
});
const { TERMWISE_COLLECTIONS: collections } = process.env;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
const counts = values.documents.split(",").map(Number);
const analyzer = await openAnalyzer();
const documentCounts = new Map<string, number>();
const figures: VocabularyFigures[] = [];
let [read, tokens] = [0, 0];
for await (const { title, text = "" } of readMixDocuments(collections, Math.max(...counts))) {
  const terms = analyzer.terms(title === undefined ? text : `${title}\n${text}`);
  tokens += terms.length;
  for (const term of new Set(terms)) documentCounts.set(term, (documentCounts.get(term) ?? 0) + 1);
  if (!counts.includes(++read)) continue;
  const summary = summarise(read);
  figures.push(summary);
  const { documents, terms: count, once, postings } = summary;
  console.log(
    `${documents.toLocaleString("en")} documents: ${count.toLocaleString("en")} terms, ${((100 * once) / count).toFixed(1)} % of them once, ${(postings / documents).toFixed(1)} postings per document`,
  );
}
const day = new Date().toISOString().slice(0, 10);
const out = values.out ?? join(ROOT, `bench/results/vocabulary-${day}.json`);
writeFileSync(out, `${JSON.stringify(figures, null, 2)}\n`);
if (values.out === undefined) drawPictures();

function summarise(documents: number): VocabularyFigures {
  const lengths = Uint32Array.from(documentCounts.values()).sort().reverse();
  const lists = RANKS.filter((rank) => rank <= lengths.length).map((rank) => ({
    ...{ rank, documents: lengths[rank - 1] as number },
  }));
  let [postings, once] = [0, 0];
  for (const length of lengths) {
    postings += length;
    if (length === 1) once++;
  }
  return { documents, tokens, terms: lengths.length, postings, once, lists };
}

function drawPictures(): void {
  const folder = join(ROOT, "docs/img");
  mkdirSync(folder, { recursive: true });
  const log = (value: number): number => Math.log10(value);
  const growth: LineSeries = {
    name: "terms",
    points: figures.map(({ tokens: count, terms }) => [log(count), log(terms)] as const),
  };
  const lists = figures.map(
    ({ documents, lists: all }): LineSeries => ({
      name: `${documents.toLocaleString("en")} documents`,
      points: all.map(({ rank, documents: length }) => [log(rank), log(length / documents)]),
    }),
  );
  writeFileSync(
    join(folder, "vocabulary-growth.svg"),
    renderLineChart([growth], {
      title: "Terms by words read",
      x: "words read, power of ten",
      y: "terms, power of ten",
    }),
  );
  writeFileSync(
    join(folder, "list-lengths.svg"),
    renderLineChart(lists, {
      title: "Share of the documents in a list",
      x: "rank of the list, power of ten",
      y: "share, power of ten",
    }),
  );
}
