/**
 * The cost of filters, `minMatch` and long queries: the WASM kernels compared with
 * the plain traversals, which give the same results.
 *
 * Every 20th question of the mix; long queries are made of 5 or 25 questions
 * each. Both sides alternate for three rounds, and the smallest mean of each counts.
 * Their results are compared first.
 *
 * Run: npm run bench -- search first, then npm run bench -- search-options [<documents in the workload>]
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../src/common/random.ts";
import { IndexSnapshot } from "../src/index/index.ts";
import { BlockMaxSearch } from "../src/ranking/block-max/block-max-search.ts";
import { shareIndex } from "../src/ranking/block-max/shared-index.ts";
import { ranker } from "../src/ranking/index.ts";
import { documentAtATime } from "../src/ranking/traversal/document-at-a-time.ts";
import type { Hits, TraversalOptions } from "../src/ranking/traversal/hits.ts";
import { termAtATime } from "../src/ranking/traversal/term-at-a-time.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";

const ROUNDS = 3;
const DEPTHS = [10, 1000];
/** The number of clauses above which `Searcher` uses accumulators. */
const MANY_CLAUSES = 64;

const workload = `mix-${process.argv[2] ?? "1003191"}`;
const folder = join(import.meta.dirname, "../search-workloads", workload);
const snapshot = await IndexSnapshot.open(await NodeDirectory.open(join(folder, "termwise")));
const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
const bm25 = ranker("bm25(k1=1.2,b=0.75)");
const lines = readFileSync(join(folder, "queries.txt"), "utf8").replace(/\n$/, "").split("\n");
const queryTerms = lines.map((line) => (line === "" ? [] : line.split(" ")));
const sampledQueries = queryTerms.filter((_, i) => i % 20 === 0);

await print("nothing", sampledQueries, {});
await print("1,000 of the documents", sampledQueries, {
  filter: sampleDocuments(1000 / snapshot.documentLimit),
});
await print("a tenth of the documents", sampledQueries, { filter: sampleDocuments(0.1) });
await print("two terms at least", sampledQueries, { minMatch: 2 });
await print("three terms at least", sampledQueries, { minMatch: 3 });
await print("5 questions in one", concatQueries(5, 60), {});
await print("25 questions in one", concatQueries(25, 12), {});

function sampleDocuments(share: number): ReadonlySet<number> {
  const random = new Random(1);
  const set = new Set<number>();
  for (let document = 0; document < snapshot.documentLimit; document++) {
    if (random.uniform() < share) set.add(document);
  }
  return set;
}

function concatQueries(size: number, count: number): string[][] {
  return Array.from({ length: count }, (_, i) => [
    ...new Set(queryTerms.slice(size * i, size * (i + 1)).flat()),
  ]);
}

async function print(
  name: string,
  queries: readonly (readonly string[])[],
  options: TraversalOptions,
): Promise<void> {
  const prepared = await Promise.all(queries.map((terms) => bm25.prepare(snapshot, terms)));
  const clauses = prepared.reduce((sum, query) => sum + query.clauses.length, 0) / queries.length;
  for (const top of DEPTHS) {
    const searchOptions = { ...options, top };
    const kernels = (): Hits[] =>
      prepared.map((query) => search.search(query, searchOptions) as Hits);
    const plain = (): Hits[] =>
      prepared.map((query) => {
        const isLong = query.clauses.length > MANY_CLAUSES;
        return (isLong ? termAtATime : documentAtATime)(snapshot, query, searchOptions);
      });
    if (JSON.stringify(kernels()) !== JSON.stringify(plain())) throw new Error("answers differ");
    let [ours, theirs] = [Infinity, Infinity];
    for (let round = 0; round < ROUNDS; round++) {
      ours = Math.min(ours, measureMeanTime(kernels, queries.length));
      theirs = Math.min(theirs, measureMeanTime(plain, queries.length));
    }
    const figures = `${ours.toFixed(0).padStart(6)} µs, plain ${theirs.toFixed(0).padStart(6)}`;
    const ratio = (theirs / ours).toFixed(1);
    console.log(
      `${name.padEnd(25)} k=${String(top).padEnd(5)} ${clauses.toFixed(1)} clauses ${figures}  ${ratio}x`,
    );
  }
}

function measureMeanTime(work: () => unknown, queries: number): number {
  const before = performance.now();
  work();
  return (1000 * (performance.now() - before)) / queries;
}
