/**
 * One collection of the experiment on two-sided term weights: everything learned on training
 * queries, measured on others, with the size of the index and the time per query.
 */

import type { Query } from "../../src/collection/document.ts";
import type { Run } from "../../src/collection/run.ts";
import {
  type LearningReport,
  learnTermWeights,
  learnWeights,
  PAPER_OPTIONS,
} from "../../src/discrimination/index.ts";
import type { Embeddings } from "../../src/embeddings/index.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import {
  computeIndexStatistics,
  IndexSnapshot,
  type IndexStatistics,
  writePrunedIndex,
} from "../../src/index/index.ts";
import {
  createIndexRetriever,
  ranker as rankerOf,
  runQueries,
  Searcher,
} from "../../src/ranking/index.ts";
import { termAtATime } from "../../src/ranking/traversal/index.ts";
import { countForms, createTermVectors } from "../../src/scoring/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { type Analyzer, openAnalyzer } from "../../src/text/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import type { TrainingAndTest } from "../query-division.ts";
import {
  SYSTEMS,
  type TableSystem,
  type TermWeightOutcome,
  type Values,
} from "./term-weights-tables.ts";
import { type EnglishStopList, openWeightsWorkload } from "./term-weights-workload.ts";

/** The module that computes outcomes: the code behind a cached one. */
export const TERM_WEIGHTS_MODULE: string = import.meta.url;

/** Opens a collection; learns, prunes, ranks and times on every part of it. */
export async function computeTermWeightOutcome(
  name: string,
  vectors: Embeddings | undefined,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<TermWeightOutcome> {
  const workload = await openWeightsWorkload(name, request.number("test"), environment);
  const { protocol, indexes, parts } = workload;
  const values = Object.fromEntries(
    SYSTEMS.map((system) => [system, { ndcg: [], recall: [] }]),
  ) as unknown as Values;
  const reports: LearningReport[] = [];
  const shares: SizeShares[] = [];
  const seconds: number[] = [];
  let times: SearchTimes | undefined;
  const { none: fullIndex, "english-short": defaultIndex } = indexes;
  for (const { training, test } of parts) {
    const begun = environment.processorTime();
    const learned = await learnTermWeights(fullIndex, {
      ...training,
      vectors,
      model: request.text("model"),
      seed: request.number("seed"),
      threads: request.number("threads"),
    });
    seconds.push((environment.processorTime() - begun) / 1000);
    const { weights, ranker, rule, report } = learned;
    reports.push(report);
    const unpruned = { ...rule, threshold: 0 };
    const weighted = await writeIndex((to) =>
      writePrunedIndex(fullIndex, to, weights, { ranker, rule: unpruned }),
    );
    const pruned = await writeIndex((to) =>
      writePrunedIndex(fullIndex, to, weights, { ranker, rule }),
    );
    // The index with the stop list that was tuned, so that lengths do not count its words.
    const plain = indexes[report.tuned.stopList as EnglishStopList];
    shares.push(computeShares(computeIndexStatistics(pruned), computeIndexStatistics(plain)));
    const systems: [TableSystem, SearchSetup][] = [
      [
        "default",
        {
          index: defaultIndex,
          analyzer: await openIndexAnalyzer(defaultIndex),
          ranker: report.model,
        },
      ],
      [
        "tuned",
        { index: plain, analyzer: await openIndexAnalyzer(plain), ranker: report.tuned.ranker },
      ],
      ["learned", { index: weighted, analyzer: await openIndexAnalyzer(weighted), ranker }],
      ["pruned", { index: pruned, analyzer: await openIndexAnalyzer(pruned), ranker }],
    ];
    const paper = await learnPaperWeights(fullIndex, training, vectors, request);
    if (paper !== undefined) systems.push(["paper", paper]);
    for (const [system, searched] of systems) await measure(values[system], searched, test);
    if (times === undefined) {
      const [, before] = systems[1] as [TableSystem, SearchSetup];
      const [, after] = systems[3] as [TableSystem, SearchSetup];
      times = await measureTimes(before, after, test.queries, request, environment);
    }
  }
  const meanShare = (of: (share: SizeShares) => number): number =>
    shares.reduce((sum, share) => sum + of(share), 0) / shares.length;
  return {
    ...{ name, protocol, values, reports },
    postings: meanShare(({ postings }) => postings),
    listBytes: meanShare(({ listBytes }) => listBytes),
    bytesWithoutTexts: meanShare(({ bytesWithoutTexts }) => bytesWithoutTexts),
    bytes: meanShare(({ bytes }) => bytes),
    seconds: seconds.reduce((sum, each) => sum + each, 0) / seconds.length,
    exhaustive: times?.exhaustive ?? [0, 0],
    best10: times?.best10 ?? [0, 0],
    best1000: times?.best1000 ?? [0, 0],
  };
}

/** Of a pruned index, relative to one with the same stop list. */
type SizeShares = Pick<TermWeightOutcome, "postings" | "listBytes" | "bytesWithoutTexts" | "bytes">;

type SearchTimes = Pick<TermWeightOutcome, "exhaustive" | "best10" | "best1000">;

export interface SearchSetup {
  readonly index: IndexSnapshot;
  readonly analyzer: Analyzer;
  readonly ranker: string;
}

export function openIndexAnalyzer({ settings }: IndexSnapshot): Promise<Analyzer> {
  return openAnalyzer(settings.analysis);
}

/** The index written by `write`. */
export async function writeIndex(
  write: (to: MemoryDirectory) => Promise<void>,
): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  await write(directory);
  return IndexSnapshot.open(directory);
}

function computeShares(after: IndexStatistics, before: IndexStatistics): SizeShares {
  const lists = ({ bytesByKind: kinds }: IndexStatistics): number =>
    (kinds.terms ?? 0) + (kinds.postings ?? 0) + (kinds.weights ?? 0);
  const withoutTexts = ({ bytes, bytesByKind: kinds }: IndexStatistics): number =>
    bytes - (kinds.stored ?? 0);
  return {
    postings: after.postings / before.postings,
    listBytes: lists(after) / lists(before),
    bytesWithoutTexts: withoutTexts(after) / withoutTexts(before),
    bytes: after.bytes / before.bytes,
  };
}

/** The paper's weights, learned for a fixed number of epochs; undefined if skipped. */
async function learnPaperWeights(
  fullIndex: IndexSnapshot,
  { queries, judgements }: TrainingAndTest["training"],
  vectors: Embeddings | undefined,
  request: ExperimentRequest,
): Promise<SearchSetup | undefined> {
  const epochs = request.number("paper");
  if (epochs === 0 || vectors === undefined || request.text("model") !== "bm25") return undefined;
  const analyzer = await openIndexAnalyzer(fullIndex);
  const terms = fullIndex.termsWithPrefix("", Infinity);
  const forms = await countForms(fullIndex, analyzer);
  const table = createTermVectors(terms, (word) => vectors.getVector(word), forms).vectors;
  const judged = {
    queries: queries.map((query) => ({ ...query, terms: analyzer.terms(query.text) })),
    judgements,
  };
  const learningOptions = {
    ...PAPER_OPTIONS,
    negatives: "found",
    epochs,
    probedQueries: 300,
  } as const;
  const { weights, ranker } = await learnWeights(fullIndex, table, judged, learningOptions);
  const index = await writeIndex((to) => writePrunedIndex(fullIndex, to, weights, { ranker }));
  return { index, analyzer, ranker };
}

/** Appends nDCG@10 and R@100 of each query. */
export async function measure(
  { ndcg, recall }: { ndcg: number[]; recall: number[] },
  { index, analyzer, ranker }: SearchSetup,
  { queries, judgements }: TrainingAndTest["test"],
): Promise<void> {
  const retriever = createIndexRetriever(new Searcher(index, { analyzer }), { ranker });
  const run: Run = await runQueries(retriever, queries, { top: 100 });
  const { measures } = evaluate(run, judgements, ["nDCG@10", "R@100"], {
    queries: queries.map(({ id }) => id),
  });
  ndcg.push(...(measures[0]?.perQuery ?? []));
  recall.push(...(measures[1]?.perQuery ?? []));
}

/** Processor time, the best of ten rounds in turns, one thread. */
async function measureTimes(
  before: SearchSetup,
  after: SearchSetup,
  all: readonly Query[],
  request: ExperimentRequest,
  { processorTime }: ExperimentEnvironment,
): Promise<SearchTimes> {
  const queries = all.slice(0, request.number("timed"));
  const inTurns = async (
    one: () => Promise<void>,
    other: () => Promise<void>,
  ): Promise<readonly [number, number]> => {
    const rounds: [number[], number[]] = [[], []];
    for (let round = 0; round < 11; round++) {
      for (const [i, run] of [one, other].entries()) {
        const begun = processorTime();
        await run();
        if (round > 0) rounds[i]?.push((processorTime() - begun) / queries.length);
      }
    }
    const [a = 0, b = 0] = rounds.map((times) => Math.min(...times));
    return [a, b];
  };
  const [one, other] = [await createRunners(before, queries), await createRunners(after, queries)];
  return {
    exhaustive: await inTurns(one.exhaustive, other.exhaustive),
    best10: await inTurns(one.best10, other.best10),
    best1000: await inTurns(one.best1000, other.best1000),
  };
}

async function createRunners(
  { index, analyzer, ranker }: SearchSetup,
  queries: readonly Query[],
): Promise<Record<keyof SearchTimes, () => Promise<void>>> {
  const searcher = new Searcher(index, { analyzer });
  const terms = queries.map(({ text }) => analyzer.terms(text));
  const way = rankerOf(ranker);
  const prepared = await Promise.all(terms.map((each) => way.prepare(index, each)));
  const search = async (top: number): Promise<void> => {
    for (const each of terms) await searcher.rank(each, { ranker, top });
  };
  return {
    exhaustive: async () => {
      for (const query of prepared) termAtATime(index, query, { top: 10 });
    },
    best10: () => search(10),
    best1000: () => search(1000),
  };
}
