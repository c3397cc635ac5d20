/**
 * One collection of the experiment on two-sided term weights: everything learned
 * on training queries, measured on others, with what is left of the index and
 * the time of a query.
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
  type IndexFigures,
  IndexSnapshot,
  indexFigures,
  writePrunedIndex,
} from "../../src/index/index.ts";
import { ranker as rankerOf, rankQueries, Searcher } from "../../src/ranking/index.ts";
import { termAtATime } from "../../src/ranking/traversal/index.ts";
import { countForms, termVectors } from "../../src/scoring/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { type Analyzer, openAnalyzer } from "../../src/text/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import {
  SYSTEMS,
  type TabledSystem,
  type TermWeightOutcome,
  type Values,
} from "./term-weights-tables.ts";
import type { TrainingAndTest, WeightsWorkload } from "./term-weights-workload.ts";

/** Learns, prunes, ranks and times on every part of a collection. */
export async function outcomeOf(
  { name, protocol, usual, whole, parts }: WeightsWorkload,
  vectors: Embeddings | undefined,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<TermWeightOutcome> {
  const values = Object.fromEntries(
    SYSTEMS.map((system) => [system, { ndcg: [], recall: [] }]),
  ) as unknown as Values;
  const reports: LearningReport[] = [];
  const shares: { postings: number; listBytes: number; bytes: number }[] = [];
  const seconds: number[] = [];
  let times: Pick<TermWeightOutcome, "exhaustive" | "maxScore"> | undefined;
  const figures = indexFigures(whole);
  for (const { training, test } of parts) {
    const begun = environment.processorTime();
    const learned = await learnTermWeights(whole, {
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
    const weighted = await written((to) =>
      writePrunedIndex(whole, to, weights, { ranker, rule: unpruned }),
    );
    const pruned = await written((to) => writePrunedIndex(whole, to, weights, { ranker, rule }));
    shares.push(sharesOf(indexFigures(pruned), figures));
    // The index with the stop list that was tuned, so that lengths do not count its words.
    const plain = report.tuned.stopList === "none" ? whole : usual;
    const systems: [TabledSystem, Searched][] = [
      ["default", { index: usual, analyzer: await analyzerOf(usual), ranker: report.model }],
      ["tuned", { index: plain, analyzer: await analyzerOf(plain), ranker: report.tuned.ranker }],
      ["learned", { index: weighted, analyzer: await analyzerOf(weighted), ranker }],
      ["pruned", { index: pruned, analyzer: await analyzerOf(pruned), ranker }],
    ];
    const paper = await paperOf(whole, training, vectors, request);
    if (paper !== undefined) systems.push(["paper", paper]);
    for (const [system, searched] of systems) await measure(values[system], searched, test);
    if (times === undefined) {
      const [, before] = systems[1] as [TabledSystem, Searched];
      const [, after] = systems[3] as [TabledSystem, Searched];
      times = await timesOf(before, after, test.queries, request, environment);
    }
  }
  const meanShare = (of: (share: (typeof shares)[number]) => number): number =>
    shares.reduce((sum, share) => sum + of(share), 0) / shares.length;
  return {
    ...{ name, protocol, values, reports },
    postings: meanShare(({ postings }) => postings),
    listBytes: meanShare(({ listBytes }) => listBytes),
    bytes: meanShare(({ bytes }) => bytes),
    usualPostings: indexFigures(usual).postings / figures.postings,
    seconds: seconds.reduce((sum, each) => sum + each, 0) / seconds.length,
    exhaustive: times?.exhaustive ?? [0, 0],
    maxScore: times?.maxScore ?? [0, 0],
  };
}

interface Searched {
  readonly index: IndexSnapshot;
  readonly analyzer: Analyzer;
  readonly ranker: string;
}

function analyzerOf({ settings }: IndexSnapshot): Promise<Analyzer> {
  return openAnalyzer(settings.analysis);
}

/** An index that `write` has written. */
async function written(write: (to: MemoryDirectory) => Promise<void>): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  await write(directory);
  return IndexSnapshot.open(directory);
}

function sharesOf(
  after: IndexFigures,
  before: IndexFigures,
): { postings: number; listBytes: number; bytes: number } {
  const lists = ({ bytesByKind: kinds }: IndexFigures): number =>
    (kinds.terms ?? 0) + (kinds.postings ?? 0) + (kinds.weights ?? 0);
  return {
    postings: after.postings / before.postings,
    listBytes: lists(after) / lists(before),
    bytes: after.bytes / before.bytes,
  };
}

/** The paper's weights, learned through a fixed number of epochs; undefined where it was left out. */
async function paperOf(
  whole: IndexSnapshot,
  { queries, judgements }: TrainingAndTest["training"],
  vectors: Embeddings | undefined,
  request: ExperimentRequest,
): Promise<Searched | undefined> {
  const epochs = request.number("paper");
  if (epochs === 0 || vectors === undefined || request.text("model") !== "bm25") return undefined;
  const analyzer = await analyzerOf(whole);
  const terms = whole.termsWithPrefix("", Infinity);
  const forms = await countForms(whole, analyzer);
  const table = termVectors(terms, (word) => vectors.vectorOf(word), forms).vectors;
  const judged = {
    queries: queries.map((query) => ({ ...query, terms: analyzer.terms(query.text) })),
    judgements,
  };
  const how = { ...PAPER_OPTIONS, negatives: "found", epochs, probedQueries: 300 } as const;
  const { weights, ranker } = await learnWeights(whole, table, judged, how);
  const index = await written((to) => writePrunedIndex(whole, to, weights, { ranker }));
  return { index, analyzer, ranker };
}

async function measure(
  { ndcg, recall }: { ndcg: number[]; recall: number[] },
  { index, analyzer, ranker }: Searched,
  { queries, judgements }: TrainingAndTest["test"],
): Promise<void> {
  const run: Run = await rankQueries(new Searcher(index, { analyzer }), queries, {
    ...{ ranker, top: 100 },
  });
  const { measures } = evaluate(run, judgements, ["nDCG@10", "R@100"], {
    queries: queries.map(({ id }) => id),
  });
  ndcg.push(...(measures[0]?.perQuery ?? []));
  recall.push(...(measures[1]?.perQuery ?? []));
}

/** Processor time, the best of five rounds in turns, one thread, ten documents per query. */
async function timesOf(
  before: Searched,
  after: Searched,
  all: readonly Query[],
  request: ExperimentRequest,
  { processorTime }: ExperimentEnvironment,
): Promise<Pick<TermWeightOutcome, "exhaustive" | "maxScore">> {
  const queries = all.slice(0, request.number("timed"));
  const inTurns = async (
    one: () => Promise<void>,
    other: () => Promise<void>,
  ): Promise<readonly [number, number]> => {
    const rounds: [number[], number[]] = [[], []];
    for (let round = 0; round < 6; round++) {
      for (const [i, run] of [one, other].entries()) {
        const begun = processorTime();
        await run();
        if (round > 0) rounds[i]?.push((processorTime() - begun) / queries.length);
      }
    }
    const [a = 0, b = 0] = rounds.map((times) => Math.min(...times));
    return [a, b];
  };
  const [one, other] = [await runners(before, queries), await runners(after, queries)];
  return {
    exhaustive: await inTurns(one.exhaustive, other.exhaustive),
    maxScore: await inTurns(one.maxScore, other.maxScore),
  };
}

async function runners(
  { index, analyzer, ranker }: Searched,
  queries: readonly Query[],
): Promise<Record<"exhaustive" | "maxScore", () => Promise<void>>> {
  const searcher = new Searcher(index, { analyzer });
  const terms = queries.map(({ text }) => analyzer.terms(text));
  const way = rankerOf(ranker);
  const prepared = await Promise.all(terms.map((each) => way.prepare(index, each)));
  return {
    exhaustive: async () => {
      for (const query of prepared) termAtATime(index, query, { top: 10 });
    },
    maxScore: async () => {
      for (const each of terms) await searcher.rank(each, { ranker, top: 10 });
    },
  };
}
