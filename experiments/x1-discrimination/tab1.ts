/**
 * The speed-up of a pruned index: time per query, full against pruned, for TF-IDF, LM and BM25
 * (Table 1 of Frej et al., SIGIR 2020).
 *
 * Exhaustive retrieval scores every posting of every query term, one term after another, as the
 * paper's code does. Beside it the engine's own exact search, which skips what cannot be among the
 * best. Both indexes are searched in turns by the same code, and the median of the rounds counts,
 * in processor time: a busy machine changes it little. The quality of both indexes on the timed
 * queries stands beside the times.
 */

import { computePairedDifference, type Finding } from "../../src/analysis/finding.ts";
import type { ReportTable } from "../../src/analysis/index.ts";
import type { Ranking } from "../../src/collection/run.ts";
import { learnWeights, MODELS, type ModelName } from "../../src/discrimination/index.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { IndexSnapshot, writePrunedIndex } from "../../src/index/index.ts";
import { withTermWeights } from "../../src/index/weights/index.ts";
import { ranker as rankerOf, Searcher } from "../../src/ranking/index.ts";
import { termAtATime } from "../../src/ranking/traversal/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { mean } from "../format-values.ts";
import { createSmallReport } from "../small-report.ts";
import { measureInTurns, type TurnTimes } from "./measure-in-turns.ts";
import { measureNeuralTimes } from "./neural-times.ts";
import { USUAL } from "./tdv-row.ts";
import {
  openTdvWorkload,
  STOP_LISTS,
  type TdvWorkload,
  VECTORS_OPTION,
  type WorkloadQueries,
} from "./tdv-workload.ts";

/** Table 1 of the paper. */
export const tdvSpeed: Experiment = {
  id: "X1-tab1",
  aliases: ["tdv-speed"],
  title: "query speed of a pruned index",
  source: "Table 1 of Frej, Mulhem, Schwab and Chevallet, SIGIR 2020",
  collections: ["nfcorpus", "cranfield", "vaswani"],
  quickCollections: ["nfcorpus", "cranfield"],
  needs: { judged: 10, vectors: true },
  options: [
    VECTORS_OPTION,
    { name: "stop", summary: "stop lists", default: STOP_LISTS.join(" "), quick: "none" },
    { name: "models", summary: "of bm25, lm, tfidf", default: MODELS.join(" ") },
    { name: "lambda", summary: "share of the length in the loss", default: "0.0003" },
    { name: "least", summary: "terms that weigh less are dropped", default: "0.3" },
    { name: "rate", summary: "step of learning", default: "0.001" },
    { name: "epochs", summary: "at most so many", default: "6", quick: "2" },
    { name: "queries", summary: "queries to time, at most", default: "500", quick: "100" },
    { name: "rounds", summary: "how often, after a time to warm up", default: "5", quick: "3" },
    {
      name: "neural",
      summary: "models that score every document, untrained",
      default: "drmm duet conv-knrm",
      quick: "drmm conv-knrm",
    },
    { name: "seed", summary: "random seed", default: "1" },
  ],

  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

const TITLE = "Time per query, full and pruned";

async function createReport(request: ExperimentRequest, environment: ExperimentEnvironment) {
  const tables: ReportTable[] = [];
  const results: unknown[] = [];
  const findings: Finding[] = [];
  let [fingerprint, name] = ["", ""];
  const stopLists = request.choices("stop", STOP_LISTS);
  for (const stopList of stopLists) {
    const workload = await openTdvWorkload(request, stopList, environment);
    ({ fingerprint, name } = workload);
    const times: ModelTimes[] = [];
    for (const model of request.choices("models", MODELS)) {
      times.push(await measureModelTimes(model, workload, request, environment));
    }
    const title = `${name}, stop list ${stopList}, ms per query`;
    tables.push({ title, table: createTable(times) });
    results.push({ stopList, times });
    findings.push(...createSpeedFindings(name, times, stopList, stopLists.length));
    if (stopList === "none") {
      const neural = await measureNeuralTimes(workload, request.words("neural"), environment);
      results.push({ neural });
      findings.push(...createNeuralFindings(name, times, neural));
      tables.push({
        title: `${name}: models that score every document, ms per query`,
        table: {
          header: ["model", "ms per query"],
          rows: neural.map(({ model, ms }) => [model, ms.toFixed(0)]),
          words: [0],
        },
      });
    }
    await workload.snapshot.close();
  }
  return createSmallReport({
    ...{ title: `${TITLE}: ${request.collection}`, texts: [TEXT], tables, results },
    findings,
    data: { [name]: fingerprint },
  });
}

/** Minimum share of dropped postings for an index to count as pruned. */
const SMALLEST_CUT = 0.05;

/** A pruned index is faster if the whole interval of the ratio is above this, slower below its inverse. */
const SMALLEST_GAIN = 1.1;

/**
 * The findings from the times: S1.5 per model, S1.7 for all together. The interval of a ratio is
 * over the rounds, of which each measures both indexes, at 95 % for all models and stop lists
 * together. One round
 * has no interval, so it is no evidence for S1.5.
 */
export function createSpeedFindings(
  collection: string,
  times: readonly ModelTimes[],
  stopList = "none",
  stopListCount = 1,
): readonly Finding[] {
  const count = stopListCount * times.length;
  const repeated = times.filter(({ rounds: [full] }) => full.length > 1);
  const faster = repeated.map(({ model, kept, rounds }): Finding => {
    const [full, pruned] = rounds.map((each) => each.map(Math.log));
    const { difference } = computePairedDifference(full ?? [], pruned ?? [], count);
    const [ratio, low, high] = difference.map(Math.exp) as [number, number, number];
    const interval = `${ratio.toFixed(2)} times as fast (${low.toFixed(2)} to ${high.toFixed(2)})`;
    const measured = `stop list ${stopList}, ${model}: ${(100 * (kept - 1)).toFixed(0)} % of the postings, ${interval}`;
    // An index that kept its postings gives no evidence about pruned ones.
    const isPruned = kept <= 1 - SMALLEST_CUT;
    const isFaster = isPruned && low > SMALLEST_GAIN;
    const isSlower = isPruned && high < 1 / SMALLEST_GAIN;
    const verdict = isFaster ? "holds" : isSlower ? "fails" : "not shown";
    return {
      ...{ claim: "S1.5", collection, measured, verdict },
      difference: [ratio - 1, low - 1, high - 1],
    };
  });
  const [slowest] = [...times].sort((a, b) => b.exhaustive[0] - a.exhaustive[0]);
  if (slowest === undefined || times.length < 3) return faster;
  const measured = times
    .map(({ model, exhaustive: [ms] }) => `${model} ${ms.toFixed(3)} ms`)
    .join(", ")
    .replace(/^/, `stop list ${stopList}: `);
  const verdict = slowest.model === "lm" ? "holds" : "fails";
  return [...faster, { claim: "S1.7", collection, measured, verdict }];
}

/** At least a hundred times the slowest classical model. */
function createNeuralFindings(
  collection: string,
  times: readonly ModelTimes[],
  neural: readonly { readonly model: string; readonly ms: number }[],
): readonly Finding[] {
  const classical = Math.max(...times.map(({ exhaustive: [ms] }) => ms));
  return neural.map(({ model, ms }): Finding => {
    const measured = `${model}: ${ms.toFixed(0)} ms, ${(ms / classical).toFixed(0)} times the slowest classical model`;
    return {
      claim: "S1.8",
      collection,
      measured,
      verdict: ms > 100 * classical ? "holds" : "fails",
    };
  });
}

const TEXT =
  "Processor time, of all threads, for ten documents per query; medians. Exhaustive: every posting is scored. Exact: what cannot be among the best is skipped. Weights are learned from training queries; where a collection has no splits, from one half of its queries, and the other half is timed. Neural models score every document of the collection, as the paper times them; their values are random, which does not change the time. The paper, base / TDV on AP: TF-IDF 147.4 / 29.2, LM 683.8 / 180.1, BM25 207.0 / 61.2; DRMM above 10⁴, DUET and Conv-KNRM above 10⁵.";

/** The times of a model, and the share of postings that its pruned index kept. */
export interface ModelTimes {
  readonly model: ModelName;
  readonly kept: number;
  readonly exhaustive: Pair;
  /** Milliseconds for all queries by exhaustive scoring, round by round: full and pruned in turns. */
  readonly rounds: TurnTimes["rounds"];
  readonly exact: Pair;
  /** nDCG@5 of the timed queries. */
  readonly quality: Pair;
}

/** A value of the full and of the pruned index: milliseconds per query, or nDCG@5. */
type Pair = readonly [full: number, pruned: number];

async function measureModelTimes(
  model: ModelName,
  { snapshot, vectors, split, test }: TdvWorkload,
  request: ExperimentRequest,
  { processorTime, progress }: ExperimentEnvironment,
): Promise<ModelTimes> {
  const learned = split?.training ?? takeHalf(test, 0);
  const timed = split === undefined ? takeHalf(test, 1) : test;
  const { ranker, weights, chosen } = await learnWeights(snapshot, vectors, learned, {
    model,
    lambda: request.number("lambda"),
    minWeight: request.number("least"),
    withoutVector: "bias",
    rate: request.number("rate"),
    epochs: request.number("epochs"),
    seed: request.number("seed"),
    ...{ patience: Infinity, probedQueries: 0, keep: "last" },
    progress,
  });
  const target = new MemoryDirectory();
  await writePrunedIndex(snapshot, target, weights);
  const pruned = await IndexSnapshot.open(target);
  const queries = timed.queries.slice(0, request.number("queries")).map(({ terms }) => terms);
  const exhaustive = async (view: IndexSnapshot, name: string): Promise<() => Promise<void>> => {
    const weighted = withTermWeights(view);
    const prepared = await Promise.all(
      queries.map((terms) => rankerOf(name).prepare(weighted, terms)),
    );
    return async () => {
      for (const query of prepared) termAtATime(weighted, query, { top: 10 });
    };
  };
  const exact = async (view: IndexSnapshot, name: string): Promise<() => Promise<void>> => {
    const searcher = new Searcher(view);
    return async () => {
      for (const terms of queries) await searcher.rank(terms, { ranker: name, top: 10 });
    };
  };
  const rounds = request.number("rounds");
  const inTurns = async (way: typeof exact): Promise<TurnTimes> => {
    const ways = [await way(snapshot, USUAL[model]), await way(pruned, ranker)] as const;
    return measureInTurns(ways, { rounds, time: processorTime });
  };
  const perQuery = ({ medians: [full, cut] }: TurnTimes): Pair => [
    full / queries.length,
    cut / queries.length,
  ];
  const scored = await inTurns(exhaustive);
  const times = {
    model,
    kept: chosen.kept,
    exhaustive: perQuery(scored),
    rounds: scored.rounds,
    exact: perQuery(await inTurns(exact)),
    quality: await measureQuality(timed, [
      { view: snapshot, ranker: USUAL[model] },
      { view: pruned, ranker },
    ]),
  };
  await pruned.close();
  return times;
}

/** Mean nDCG@5 of the timed queries in both indexes. */
async function measureQuality(
  { queries, judgements }: WorkloadQueries,
  indexes: readonly [RankedIndex, RankedIndex],
): Promise<Pair> {
  const measure = async ({ view, ranker }: RankedIndex): Promise<number> => {
    const searcher = new Searcher(view);
    const rankings = new Map<string, Ranking>();
    for (const { id, terms } of queries) {
      const { documents, scores } = await searcher.rank(terms, { ranker, top: 100 });
      rankings.set(id, {
        documents: [...documents].map((each) => view.id(each)),
        scores,
      });
    }
    const ids = queries.map(({ id }) => id);
    const { measures } = evaluate({ name: "", rankings }, judgements, ["nDCG@5"], { queries: ids });
    return mean([...(measures[0]?.perQuery ?? [])]);
  };
  return [await measure(indexes[0]), await measure(indexes[1])];
}

/** An index and the ranker of its searches. */
interface RankedIndex {
  readonly view: IndexSnapshot;
  readonly ranker: string;
}

/** Every second query, from the first or from the second on. */
function takeHalf<T extends { readonly queries: readonly unknown[] }>(all: T, first: 0 | 1): T {
  return { ...all, queries: all.queries.filter((_, i) => i % 2 === first) };
}

function createTable(times: readonly ModelTimes[]): ReportTable["table"] {
  const cells = ([full, pruned]: Pair): string[] => [
    full.toFixed(3),
    pruned.toFixed(3),
    `${(full / pruned).toFixed(2)}×`,
  ];
  const columns = (name: string): string[] => [`${name} full`, "pruned", "faster"];
  return {
    header: [
      ...["model", "postings", "nDCG@5 full", "pruned"],
      ...[...columns("exhaustive"), ...columns("exact")],
    ],
    rows: times.map(({ model, kept, quality, exhaustive, exact }) => [
      ...[model, `${(100 * (kept - 1)).toFixed(1)} %`, ...quality.map((value) => value.toFixed(4))],
      ...[...cells(exhaustive), ...cells(exact)],
    ]),
    words: [0],
  };
}
