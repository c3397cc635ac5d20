/**
 * What a pruned index saves: postings, bytes and time per query, full against
 * pruned, for the three models that weights are learned for (Tables 1 and 3 of
 * Frej et al., SIGIR 2020).
 *
 * Weights are learned on all judged queries of the collection, since it is cost
 * that is measured here, not quality. Both indexes are searched exhaustively by
 * the same traversal, in turns, and the median of the rounds counts.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> TERMWISE_VECTORS=<GloVe text file> \
 *      npm run bench:discrimination -- cranfield --stop none --lambda 0.01
 */

import { parseArgs } from "node:util";
import { readGloVe } from "../experiments/tdv-vectors.ts";
import { renderTable } from "../src/analysis/table.ts";
import { openKnownCollection, parseCollectionSplit, readSplit } from "../src/collection/index.ts";
import { countForms, learnWeights, MODELS, termVectors } from "../src/discrimination/index.ts";
import { buildIndex, IndexSnapshot, indexFigures, writePrunedIndex } from "../src/index/index.ts";
import { weightedView } from "../src/index/weighted-view.ts";
import { documentAtATime, ranker as rankerOf, termAtATime } from "../src/ranking/index.ts";
import { MemoryDirectory } from "../src/storage/memory-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { findPackage } from "../src/storage/node-packages.ts";
import { openAnalyzer } from "../src/text/index.ts";

const ROUNDS = 9;
const TRAVERSALS = { TAAT: termAtATime, DAAT: documentAtATime };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stop: { type: "string", default: "none" },
    lambda: { type: "string", default: "0.01" },
  },
});
const vectorOf = await readGloVe();
for (const source of positionals) await report(source);

async function report(source: string): Promise<void> {
  const { collection: name, split } = parseCollectionSplit(source);
  const collections = process.env.TERMWISE_COLLECTIONS;
  const collection = await openKnownCollection(new NodeFiles(), name, { collections, findPackage });
  const { queries, judgements } = await readSplit(collection, split);
  const directory = new MemoryDirectory();
  const analysis = { stopWords: values.stop as "none" | "english" };
  await buildIndex(directory, collection.documents(), { analysis });
  const full = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(analysis);
  const judged = queries.filter(({ id }) => judgements.has(id));
  const terms = judged.map((query) => ({ ...query, terms: analyzer.terms(query.text) }));
  const forms = await countForms(full);
  const { vectors } = termVectors(full.termsWithPrefix("", Infinity), vectorOf, forms);
  const rows: string[][] = [];
  for (const model of MODELS) {
    const lambda = Number(values.lambda);
    const data = { queries: terms, judgements };
    const learned = await learnWeights(full, vectors, data, { model, lambda });
    const target = new MemoryDirectory();
    await writePrunedIndex(full, target, learned.weights);
    const pruned = await IndexSnapshot.open(target);
    const [before, after] = [indexFigures(full), indexFigures(pruned)];
    const lists = ({ bytesByKind: kinds }: typeof before): number =>
      (kinds.terms ?? 0) + (kinds.postings ?? 0) + (kinds.weights ?? 0);
    const times: string[] = [];
    for (const traverse of Object.values(TRAVERSALS)) {
      const [one, other] = await inTurns(
        () => timed(full, learned.ranker, traverse, terms),
        () => timed(pruned, learned.ranker, traverse, terms),
      );
      times.push(`${one.toFixed(3)} → ${other.toFixed(3)} (${(one / other).toFixed(2)}×)`);
    }
    rows.push([
      model,
      saved(before.postings, after.postings),
      saved(before.terms, after.terms),
      saved(lists(before), lists(after)),
      saved(before.bytes, after.bytes),
      ...times,
    ]);
    await pruned.close();
  }
  await full.close();
  const header = [
    "model",
    ...["postings", "terms", "list bytes", "index bytes"],
    ...Object.keys(TRAVERSALS).map((traversal) => `${traversal} ms a query`),
  ];
  console.log(`### ${name}, stop list ${values.stop}, lambda ${values.lambda}\n`);
  console.log(`${renderTable({ header, rows, words: [0] }, "markdown")}\n`);
}

function saved(before: number, after: number): string {
  return `${(100 * (after / before - 1)).toFixed(1)} %`;
}

/** Milliseconds a query, over all queries once. */
async function timed(
  snapshot: IndexSnapshot,
  name: string,
  traverse: typeof termAtATime,
  queries: readonly { readonly terms: readonly string[] }[],
): Promise<number> {
  const view = weightedView(snapshot);
  const ranker = rankerOf(name);
  const prepared = await Promise.all(queries.map(({ terms }) => ranker.prepare(view, terms)));
  const start = performance.now();
  for (const query of prepared) traverse(view, query, { top: 10 });
  return (performance.now() - start) / queries.length;
}

/** The medians of two measurements made in turns, after one round to warm up. */
async function inTurns(
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number]> {
  const rounds: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const [a, b] = [await one(), await other()];
    if (round === 0) continue;
    rounds[0].push(a);
    rounds[1].push(b);
  }
  return rounds.map((times) => times.sort((a, b) => a - b)[ROUNDS >> 1]) as [number, number];
}
